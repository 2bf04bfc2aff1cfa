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
import { until } from './until.ts'

const binaries = '/usr/lib/postgresql/15/bin'
const site = new URL('../../docs/operations/haproxy-postgresql.cfg', import.meta.url)
const password = 'cluster'
const patronictl = '/usr/bin/patronictl'

/** Three etcd, three Patroni with PostgreSQL 15 and one synchronous standby, haproxy to whoever leads: all on loopback. */
export type PatroniCluster = {
  folder: string
  /** As the role that serves, by haproxy; `looseUrl` by one that watches rarely and leaves open connections where they are. */
  url: string
  looseUrl: string
  ownerUrl: string
  superuserUrl: string
  /** Patroni with PostgreSQL of that node, all their processes. */
  machine: (node: number) => number[]
  postgres: (node: number) => number[]
  etcds: () => number[]
  /** 0 when none leads. */
  leader(): Promise<number>
  syncStandby(): Promise<number>
  switchover(): Promise<void>
  restart(node: number): void
  [Symbol.asyncDispose](): Promise<void>
}

type Ports = { client: number; peer: number; rest: number; postgres: number }
const nodes = [1, 2, 3]
/** The folder of a cluster, its ports, and the processes begun for it. */
class Machines {
  readonly folder = mkdtempSync(join(tmpdir(), 'broken-parvis-'))
  readonly data = join(this.folder, 'pg')
  readonly ports: Ports[] = []
  readonly #children = new Map<string, ChildProcess>()
  readonly #account = postgresAccount()

  async layOut(): Promise<void> {
    chmodSync(this.folder, 0o755)
    mkdirSync(this.data, { mode: 0o700 })
    if (this.#account) chownSync(this.data, this.#account.uid, this.#account.gid)
    for (const _ of nodes) {
      const [client, peer, rest, postgres] = [await freePort(), await freePort(), await freePort(), await freePort()]
      this.ports.push({ client, peer, rest, postgres })
    }
  }

  begin(name: string, program: string, args: string[], as = {}): void {
    const log = openSync(join(this.folder, `${name}.log`), 'a')
    this.#children.set(name, spawn(program, args, { stdio: ['ignore', log, log], ...as }))
  }

  get asPostgres() {
    return { ...runAs(this.#account), env: { ...process.env, HOME: this.data } }
  }

  beginPatroni(node: number): void {
    this.begin(`patroni${node}`, 'patroni', [join(this.data, `patroni${node}.yml`)], this.asPostgres)
  }

  pid(name: string): number {
    return this.#children.get(name)?.pid ?? 0
  }

  postmaster(node: number): number {
    const file = join(this.data, `node${node}`, 'postmaster.pid')
    return existsSync(file) ? Number(readFileSync(file, 'utf8').split('\n')[0]) : 0
  }

  machine(node: number): number[] {
    return [...new Set([...processTree(this.pid(`patroni${node}`)), ...processTree(this.postmaster(node))])]
  }

  endNow(): void {
    const begun = [...this.#children.keys()].map((name) => this.pid(name))
    for (const one of [...nodes.flatMap((node) => this.machine(node)), ...begun]) {
      send(one, 'SIGCONT')
      send(one, 'SIGKILL')
    }
  }

  /** The node whose Patroni answers 200 there; 0 when none does. */
  async find(path: string): Promise<number> {
    for (const [n, { rest }] of this.ports.entries()) {
      const asked = fetch(`http://127.0.0.1:${rest}${path}`, { signal: AbortSignal.timeout(1_000) })
      if ((await asked.catch(() => undefined))?.status === 200) return n + 1
    }
    return 0
  }
}

export async function startPatroniCluster(): Promise<PatroniCluster> {
  const machines = new Machines()
  await machines.layOut()
  const { folder, data, ports } = machines
  const endNow = () => machines.endNow()
  process.once('exit', endNow)
  const peers = ports.map(({ peer }, n) => `e${n + 1}=http://127.0.0.1:${peer}`).join(',')
  for (const [n, one] of ports.entries())
    machines.begin(`etcd${n + 1}`, 'etcd', etcdArguments(folder, n + 1, one, peers))
  for (const node of nodes) {
    writeFileSync(join(data, `patroni${node}.yml`), patroniSettings(data, node, ports), { mode: 0o644 })
    machines.beginPatroni(node)
  }
  const [leader, syncStandby] = [() => machines.find('/primary'), () => machines.find('/synchronous')]
  const isWhole = async () => (await leader()) > 0 && (await syncStandby()) > 0
  await until('a leader with a synchronous standby', 120_000, isWhole, 500)
  const [port, loosePort] = [await freePort(), await freePort()]
  beginHaproxy(machines, 'fenced', port)
  beginHaproxy(machines, 'loose', loosePort)
  const as = (role: string, database = 'parvis', at = port) =>
    `postgres://${role}:${password}@127.0.0.1:${at}/${database}`
  await createRoles(as('postgres', 'postgres'))
  return {
    folder,
    url: as('parvis_server'),
    looseUrl: as('parvis_server', 'parvis', loosePort),
    ownerUrl: as('parvis'),
    superuserUrl: as('postgres'),
    machine: (node) => machines.machine(node),
    postgres: (node) => processTree(machines.postmaster(node)),
    etcds: () => nodes.map((node) => machines.pid(`etcd${node}`)),
    leader,
    syncStandby,
    switchover: async () => await switchOver(machines, await leader(), await syncStandby()),
    restart: (node) => machines.beginPatroni(node),
    [Symbol.asyncDispose]: async () => {
      process.off('exit', endNow)
      endNow()
      const isGone = (node: number) => !existsSync(`/proc/${machines.postmaster(node)}`)
      await until('the cluster ended', 10_000, async () => nodes.every(isGone))
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function switchOver({ data, asPostgres }: Machines, from: number, to: number): Promise<void> {
  const args = ['-c', join(data, 'patroni1.yml'), 'switchover', '--master', `node${from}`, '--candidate', `node${to}`]
  await once(spawn(patronictl, [...args, '--force'], { ...asPostgres, stdio: 'ignore' }), 'exit')
}

/** `loose` is how many examples watch Patroni: rarely, and leaving open connections where they are. */
function beginHaproxy(machines: Machines, name: 'fenced' | 'loose', port: number): void {
  const file = join(machines.folder, `haproxy-${name}.cfg`)
  const text = haproxySettings(readFileSync(site, 'utf8'), { port, ports: machines.ports })
  const loose = text.replace(/default-server .*/, 'default-server inter 3s fall 3 rise 2')
  writeFileSync(file, name === 'fenced' ? text : loose)
  execFileSync('haproxy', ['-c', '-f', file], { stdio: 'pipe' })
  machines.begin(`haproxy-${name}`, 'haproxy', ['-db', '-f', file])
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

/** Only addresses and ports are changed. */
function haproxySettings(text: string, { port, ports }: { port: number; ports: readonly Ports[] }): string {
  let own = text.replaceAll('127.0.0.1:5000', `127.0.0.1:${port}`)
  for (const [n, { postgres, rest }] of ports.entries())
    own = own.replace(
      `10.0.0.${n + 1}:5432 maxconn 300 check port 8008`,
      `127.0.0.1:${postgres} maxconn 120 check port ${rest}`,
    )
  return own
}
