import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, chownSync, existsSync, mkdirSync, openSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { createDatabase } from '../apps/server/src/db/database.ts'
import { freePort } from '../apps/server/src/db/embedded/free-port.ts'
import { postgresAccount, runAs } from '../apps/server/src/db/embedded/postgres-binaries.ts'
import { processTree, send } from '../harness/faults/kill-postgres.ts'
import { until } from '../harness/faults/until.ts'
import { createServingRoles } from '../harness/sql/control.ts'
import { temporaryFolder } from '../harness/temporary-folder.ts'
import { etcdArguments, haproxySettings, type Ports, password, patroniSettings } from './cluster-settings.ts'

const site = new URL('../docs/operations/haproxy-postgresql.cfg', import.meta.url)
const loopMilliseconds = 5_000
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
  /** Number of the leading node; 0 when none leads. */
  leader(): Promise<number>
  syncStandby(): Promise<number>
  switchover(): Promise<void>
  /** Changes a setting that all nodes share, and waits until they have read it. */
  configure(setting: string): Promise<void>
  restart(node: number): void
  [Symbol.asyncDispose](): Promise<void>
}

const nodes = [1, 2, 3]
/** The folder of a cluster, its ports, and the processes begun for it. */
class Machines {
  readonly temporary = temporaryFolder('broken-parvis')
  readonly folder = this.temporary.path
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
    configure: async (setting) => {
      await control(machines, ['edit-config', '--force', '-s', setting])
      await pause(2 * loopMilliseconds)
    },
    switchover: async () => {
      const [from, to] = [`node${await leader()}`, `node${await syncStandby()}`]
      await control(machines, ['switchover', '--master', from, '--candidate', to, '--force'])
    },
    restart: (node) => machines.beginPatroni(node),
    [Symbol.asyncDispose]: async () => {
      process.off('exit', endNow)
      endNow()
      const isGone = (node: number) => !existsSync(`/proc/${machines.postmaster(node)}`)
      await until('the cluster ended', 10_000, async () => nodes.every(isGone))
      machines.temporary[Symbol.dispose]()
    },
  }
}

async function control({ data, asPostgres }: Machines, args: readonly string[]): Promise<void> {
  const all = ['-c', join(data, 'patroni1.yml'), ...args]
  await once(spawn(patronictl, all, { ...asPostgres, stdio: 'ignore' }), 'exit')
}

/** `loose`: a common configuration, which polls Patroni rarely and keeps connections open after a change of leader. */
function beginHaproxy(machines: Machines, name: 'fenced' | 'loose', port: number): void {
  const file = join(machines.folder, `haproxy-${name}.cfg`)
  const text = haproxySettings(readFileSync(site, 'utf8'), { port, ports: machines.ports })
  const loose = text.replace(/default-server .*/, 'default-server inter 3s fall 3 rise 2')
  writeFileSync(file, name === 'fenced' ? text : loose)
  execFileSync('haproxy', ['-c', '-f', file], { stdio: 'pipe' })
  machines.begin(`haproxy-${name}`, 'haproxy', ['-db', '-f', file])
}

async function createRoles(url: string): Promise<void> {
  await using db = createDatabase({ url, size: 1 })
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
}
