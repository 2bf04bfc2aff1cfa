import { join } from 'node:path'

export const binaries = '/usr/lib/postgresql/15/bin'
export const password = 'cluster'

export type Ports = { client: number; peer: number; rest: number; postgres: number }

export function etcdArguments(folder: string, node: number, { client, peer }: Ports, peers: string): string[] {
  const [own, others, data] = [`http://127.0.0.1:${client}`, `http://127.0.0.1:${peer}`, join(folder, `etcd${node}`)]
  return `--name e${node} --data-dir ${data} --listen-client-urls ${own} --advertise-client-urls ${own}
    --listen-peer-urls ${others} --initial-advertise-peer-urls ${others} --initial-cluster ${peers}
    --initial-cluster-state new --enable-v2=true --heartbeat-interval 300 --election-timeout 3000 --logger zap`.split(
    /\s+/,
  )
}

/**
 * As docs/operations.md says. The v2 protocol of etcd: Patroni 3.0.2 (Debian 12) overwrites the key of its successor with v3,
 * and loses what that one acknowledged.
 */
export function patroniSettings(data: string, node: number, ports: readonly Ports[]): string {
  const own = ports[node - 1]
  if (!own) throw new Error('three nodes')
  const hosts = ports.map(({ client }) => `"127.0.0.1:${client}"`).join(', ')
  return `scope: parvis
name: node${node}
restapi: {listen: "127.0.0.1:${own.rest}", connect_address: "127.0.0.1:${own.rest}"}
etcd: {hosts: [${hosts}]}
bootstrap:
  dcs:
    ttl: 15
    loop_wait: 5
    retry_timeout: 5
    synchronous_mode: true
    failsafe_mode: true
    postgresql:
      use_pg_rewind: true
      use_slots: true
      parameters: {max_connections: 120, shared_buffers: 64MB, wal_keep_size: 128MB, max_wal_size: 512MB, wal_log_hints: "on",
        hot_standby: "on", max_worker_processes: 4, wal_sender_timeout: 10s, wal_receiver_timeout: 10s}
  initdb: [encoding: UTF8, data-checksums, locale: C.UTF-8]
  pg_hba:
    - host replication replicator 127.0.0.1/32 scram-sha-256
    - host all all 127.0.0.1/32 scram-sha-256
postgresql:
  listen: 127.0.0.1:${own.postgres}
  connect_address: 127.0.0.1:${own.postgres}
  data_dir: ${data}/node${node}
  bin_dir: ${binaries}
  pgpass: ${data}/pgpass${node}
  authentication:
    superuser: {username: postgres, password: ${password}}
    replication: {username: replicator, password: ${password}}
    rewind: {username: rewinder, password: ${password}}
  parameters: {unix_socket_directories: "${data}"}
`
}

/** Only addresses and ports differ from the documented configuration. */
export function haproxySettings(text: string, { port, ports }: { port: number; ports: readonly Ports[] }): string {
  let own = text.replaceAll('127.0.0.1:5000', `127.0.0.1:${port}`)
  for (const [n, { postgres, rest }] of ports.entries())
    own = own.replace(
      `10.0.0.${n + 1}:5432 maxconn 300 check port 8008`,
      `127.0.0.1:${postgres} maxconn 120 check port ${rest}`,
    )
  return own
}
