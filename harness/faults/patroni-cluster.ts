import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createDatabase } from '../../apps/server/src/db/database.ts'
import { freePort } from '../../apps/server/src/db/embedded/free-port.ts'
import { postgresAccount, runAs } from '../../apps/server/src/db/embedded/system-account.ts'
import { createServingRoles } from '../sql/control.ts'
import { processTree, send } from './kill-postgres.ts'
import { missesProgram } from './start-proxy.ts'
import { until } from './until.ts'

const binaries = '/usr/lib/postgresql/15/bin'
const site = new URL('../../docs/operations/haproxy-postgresql.cfg', import.meta.url)
const password = 'cluster'

/** Three etcd, three Patroni with PostgreSQL 15 and one synchronous standby, haproxy to whoever leads: all on loopback. */
export type PatroniCluster = {
  folder: string
  /** As the role that serves, by haproxy; `looseUrl` by one that watches rarely and leaves open connections where they are. */
  url: string
  looseUrl: string
  ownerUrl: string
  superuserUrl: string
  /** Patroni with PostgreSQL of that node, all their processes. */
  machine(node: number): number[]
  postgres(node: number): number[]
  etcds(): number[]
  /** 0 when none leads. */
  leader(): Promise<number>
  syncStandby(): Promise<number>
  switchover(): Promise<void>
  restart(node: number): void
  [Symbol.asyncDispose](): Promise<void>
}

/** Why no cluster can be set up here, when none can. */
export function missesCluster(): string | undefined {
  if (!existsSync(join(binaries, 'postgres'))) return 'PostgreSQL 15 is not installed (apt-get install postgresql-15)'
  return (
    missesProgram('etcd', 'etcd-server', '--version') ??
    missesProgram('patroni', 'patroni python3-etcd', '--version') ??
    missesProgram('haproxy', 'haproxy')
  )
}

type Ports = { client: number; peer: number; rest: number; postgres: number }
const nodes = [1, 2, 3]

export async function startPatroniCluster(): Promise<PatroniCluster> {
  const folder = mkdtempSync(join(tmpdir(), 'broken-parvis-'))
  chmodSync(folder, 0o755)
  const account = postgresAccount()
  const data = join(folder, 'pg')
  mkdirSync(data, { mode: 0o700 })
  if (account) chownSync(data, account.uid, account.gid)
  const ports: Ports[] = []
  for (const _ of nodes)
    ports.push({
      client: await freePort(),
      peer: await freePort(),
      rest: await freePort(),
      postgres: await freePort(),
    })
  const children = new Map<string, ChildProcess>()
  const begin = (name: string, program: string, args: string[], as = {}) => {
    const log = openSync(join(folder, `${name}.log`), 'a')
    children.set(name, spawn(program, args, { stdio: ['ignore', log, log], ...as }))
  }
  const asPostgres = { ...runAs(account), env: { ...process.env, HOME: data } }
  const restart = (node: number) => begin(`patroni${node}`, 'patroni', [join(data, `patroni${node}.yml`)], asPostgres)
  const pid = (name: string) => children.get(name)?.pid ?? 0
  const postmaster = (node: number) => {
    const file = join(data, `node${node}`, 'postmaster.pid')
    return existsSync(file) ? Number(readFileSync(file, 'utf8').split('\n')[0]) : 0
  }
  const postgres = (node: number) => processTree(postmaster(node))
  const machine = (node: number) => [...new Set([...processTree(pid(`patroni${node}`)), ...postgres(node)])]
  const endNow = () => {
    for (const one of [...nodes.flatMap(machine), ...[...children.keys()].map(pid)]) {
      send(one, 'SIGCONT')
      send(one, 'SIGKILL')
    }
  }
  process.once('exit', endNow)

  const peers = ports.map(({ peer }, n) => `e${n + 1}=http://127.0.0.1:${peer}`).join(',')
  for (const [n, one] of ports.entries()) begin(`etcd${n + 1}`, 'etcd', etcdArguments(folder, n + 1, one, peers))
  for (const node of nodes) {
    writeFileSync(join(data, `patroni${node}.yml`), patroniSettings(data, node, ports), { mode: 0o644 })
    restart(node)
  }
  const status = async (node: number, path: string) =>
    (
      await fetch(`http://127.0.0.1:${ports[node - 1]?.rest}${path}`, { signal: AbortSignal.timeout(1_000) }).catch(
        () => undefined,
      )
    )?.status
  const find = async (path: string) => {
    for (const node of nodes) if ((await status(node, path)) === 200) return node
    return 0
  }
  const leader = () => find('/primary')
  const syncStandby = () => find('/synchronous')
  await until(
    'a leader with a synchronous standby',
    120_000,
    async () => (await leader()) > 0 && (await syncStandby()) > 0,
    500,
  )

  const [port, loosePort] = [await freePort(), await freePort()]
  for (const [name, proxy] of [['fenced', { port, ports }] as const, ['loose', { port: loosePort, ports }] as const]) {
    const file = join(folder, `haproxy-${name}.cfg`)
    const text = haproxySettings(readFileSync(site, 'utf8'), proxy)
    writeFileSync(
      file,
      name === 'fenced' ? text : text.replace(/default-server .*/, 'default-server inter 3s fall 3 rise 2'),
    )
    execFileSync('haproxy', ['-c', '-f', file], { stdio: 'pipe' })
    begin(`haproxy-${name}`, 'haproxy', ['-db', '-f', file])
  }
  const as = (role: string, database = 'parvis', at = port) =>
    `postgres://${role}:${password}@127.0.0.1:${at}/${database}`
  await createRoles(as('postgres', 'postgres'))
  return {
    folder,
    url: as('parvis_server'),
    looseUrl: as('parvis_server', 'parvis', loosePort),
    ownerUrl: as('parvis'),
    superuserUrl: as('postgres'),
    machine,
    postgres,
    etcds: () => nodes.map((node) => pid(`etcd${node}`)),
    leader,
    syncStandby,
    switchover: async () => {
      const [from, to] = [await leader(), await syncStandby()]
      const args = ['-c', join(data, 'patroni1.yml'), 'switchover', '--master', `node${from}`]
      const child = spawn('patronictl', [...args, '--candidate', `node${to}`, '--force'], {
        ...asPostgres,
        stdio: 'ignore',
      })
      await once(child, 'exit')
    },
    restart,
    [Symbol.asyncDispose]: async () => {
      process.off('exit', endNow)
      endNow()
      await until('the cluster ended', 10_000, async () =>
        nodes.every((node) => !existsSync(`/proc/${postmaster(node)}`)),
      )
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function createRoles(url: string): Promise<void> {
  const db = createDatabase({ url, size: 1 })
  try {
    await until(
      'the leader is reached through haproxy',
      20_000,
      () =>
        createServingRoles(db, password).then(
          () => true,
          () => false,
        ),
      500,
    )
  } finally {
    await db.destroy()
  }
}

function etcdArguments(folder: string, node: number, { client, peer }: Ports, peers: string): string[] {
  const [own, others] = [`http://127.0.0.1:${client}`, `http://127.0.0.1:${peer}`]
  return [
    ...['--name', `e${node}`, '--data-dir', join(folder, `etcd${node}-data`)],
    ...['--listen-client-urls', own, '--advertise-client-urls', own],
    ...['--listen-peer-urls', others, '--initial-advertise-peer-urls', others],
    ...['--initial-cluster', peers, '--initial-cluster-state', 'new', '--enable-v2=true'],
    ...['--heartbeat-interval', '300', '--election-timeout', '3000', '--logger', 'zap'],
  ]
}

/**
 * As docs/operations.md says. The v2 protocol of etcd: Patroni 3.0.2 (Debian 12) overwrites the key of its successor with v3,
 * and loses what that one acknowledged.
 */
function patroniSettings(data: string, node: number, ports: readonly Ports[]): string {
  const own = ports[node - 1]
  if (!own) throw new Error('three nodes')
  const hosts = ports.map(({ client }) => `"127.0.0.1:${client}"`).join(', ')
  return `scope: parvis
name: node${node}
restapi: {listen: "127.0.0.1:${own.rest}", connect_address: "127.0.0.1:${own.rest}"}
etcd: {hosts: [${hosts}]}
bootstrap:
  dcs:
    ttl: 20
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

/** Only what belongs to a machine is changed: addresses and ports. */
function haproxySettings(text: string, { port, ports }: { port: number; ports: readonly Ports[] }): string {
  let own = text.replaceAll('127.0.0.1:5000', `127.0.0.1:${port}`)
  for (const [n, { postgres, rest }] of ports.entries())
    own = own.replace(
      `10.0.0.${n + 1}:5432 maxconn 300 check port 8008`,
      `127.0.0.1:${postgres} maxconn 120 check port ${rest}`,
    )
  return own
}
