import { join } from 'node:path'

export const password = 'cluster'

/** One of the clusters that docs/operations.md sets up. */
export type ClusterSet = {
  id: string
  title: string
  /** Whether its programs are those of a newer Debian, in a root of their own, or this machine's. */
  isNewer: boolean
  postgres: 15 | 18
  /** By the v3 protocol, Patroni 3.0.2 overwrites the key of its successor and loses what that one acknowledged. */
  etcd: 'etcd' | 'etcd3'
  /** Seconds. Patroni from 3.1 on takes none below 20. */
  ttl: number
  /** `quorum` (Patroni 4): a commit waits for whichever standby is first. */
  synchronous: 'true' | 'quorum'
}

const newer = { isNewer: true, postgres: 18, etcd: 'etcd3', ttl: 20 } as const

export const clusterSets: ClusterSet[] = [
  {
    id: 'CLUSTER',
    title: 'PostgreSQL 15 on three machines',
    isNewer: false,
    postgres: 15,
    etcd: 'etcd',
    ttl: 15,
    synchronous: 'true',
  },
  { ...newer, id: 'CLUSTER18', title: 'PostgreSQL 18 and Patroni 4 on three machines', synchronous: 'true' },
  { ...newer, id: 'QUORUM', title: 'the same, a commit waiting for any standby', synchronous: 'quorum' },
]

export const binaries = (postgres: ClusterSet['postgres']) => `/usr/lib/postgresql/${postgres}/bin`

export type Ports = { client: number; peer: number; rest: number; postgres: number }

export function etcdArguments(
  folder: string,
  node: number,
  { client, peer }: Ports,
  { peers, protocol }: { peers: string; protocol: ClusterSet['etcd'] },
): string[] {
  const [own, others, data] = [`http://127.0.0.1:${client}`, `http://127.0.0.1:${peer}`, join(folder, `etcd${node}`)]
  return `--name e${node} --data-dir ${data} --listen-client-urls ${own} --advertise-client-urls ${own}
    --listen-peer-urls ${others} --initial-advertise-peer-urls ${others} --initial-cluster ${peers}
    --initial-cluster-state new --enable-v2=${protocol === 'etcd'} --heartbeat-interval 300 --election-timeout 3000
    --logger zap`.split(/\s+/)
}

/** As docs/operations.md says. */
export function patroniSettings(
  data: string,
  node: number,
  ports: readonly Ports[],
  { postgres, etcd, ttl, synchronous }: ClusterSet,
): string {
  const own = ports[node - 1]
  if (!own) throw new Error('three nodes')
  const hosts = ports.map(({ client }) => `"127.0.0.1:${client}"`).join(', ')
  return `scope: parvis
name: node${node}
restapi: {listen: "127.0.0.1:${own.rest}", connect_address: "127.0.0.1:${own.rest}"}
${etcd}: {hosts: [${hosts}]}
bootstrap:
  dcs:
    ttl: ${ttl}
    loop_wait: 5
    retry_timeout: 5
    synchronous_mode: ${synchronous}
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
  bin_dir: ${binaries(postgres)}
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
