import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, chownSync, existsSync, mkdirSync, openSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { createDatabase } from '../apps/server/src/db/database.ts'
import { postgresAccount, type SystemAccount } from '../apps/server/src/db/embedded/postgres-binaries.ts'
import { freePort } from '../apps/server/src/free-port.ts'
import { startProcess } from '../harness/bench/parts/owned-process.ts'
import { processTree, send } from '../harness/faults/kill-postgres.ts'
import { isFulfilled, until } from '../harness/faults/until.ts'
import { createServingRoles } from '../harness/sql/control.ts'
import { temporaryFolder } from '../harness/temporary-folder.ts'
import {
  type ClusterSet,
  etcdArguments,
  haproxySettings,
  type Ports,
  password,
  patroniSettings,
} from './cluster-settings.ts'
import { spawning } from './debian-root.ts'

const site = new URL('../docs/operations/haproxy-postgresql.cfg', import.meta.url)
const loopMilliseconds = 5_000
const nodes = [1, 2, 3]

/** Three etcd, three Patroni with PostgreSQL and one synchronous standby, haproxy to whoever leads: all on loopback. */
export class PatroniCluster implements AsyncDisposable {
  readonly #temporary = temporaryFolder('broken-parvis')
  readonly folder = this.#temporary.path
  readonly #data = join(this.folder, 'pg')
  readonly #ports: Ports[] = []
  readonly #pids = new Map<string, number>()
  readonly #account = postgresAccount()
  readonly #set: ClusterSet
  readonly #endNow = () => {
    for (const one of [...nodes.flatMap((node) => this.machine(node)), ...this.#pids.values()]) {
      send(one, 'SIGCONT')
      send(one, 'SIGKILL')
    }
  }
  /** As the role that serves, by haproxy; `looseUrl` by one that watches rarely and leaves open connections where they are. */
  url = ''
  looseUrl = ''
  ownerUrl = ''
  superuserUrl = ''

  constructor(set: ClusterSet) {
    this.#set = set
  }

  async start(): Promise<void> {
    process.once('exit', this.#endNow)
    chmodSync(this.folder, 0o755)
    mkdirSync(this.#data, { mode: 0o700 })
    if (this.#account) chownSync(this.#data, this.#account.uid, this.#account.gid)
    for (const _ of nodes) {
      const [client, peer, rest, postgres] = [await freePort(), await freePort(), await freePort(), await freePort()]
      this.#ports.push({ client, peer, rest, postgres })
    }
    const peers = this.#ports.map(({ peer }, n) => `e${n + 1}=http://127.0.0.1:${peer}`).join(',')
    for (const [n, one] of this.#ports.entries())
      this.#begin(`etcd${n + 1}`, [
        'etcd',
        ...etcdArguments(this.folder, n + 1, one, { peers, protocol: this.#set.etcd }),
      ])
    for (const node of nodes) {
      writeFileSync(this.#settings(node), patroniSettings(this.#data, node, this.#ports, this.#set), { mode: 0o644 })
      this.restart(node)
    }
    await until('a leader with a synchronous standby', 120_000, () => this.isWhole(), 500)
    const [port, loosePort] = [await this.#beginHaproxy('fenced'), await this.#beginHaproxy('loose')]
    const as = (role: string, database = 'parvis', at = port) =>
      `postgres://${role}:${password}@127.0.0.1:${at}/${database}`
    this.url = as('parvis_server')
    this.looseUrl = as('parvis_server', 'parvis', loosePort)
    this.ownerUrl = as('parvis')
    this.superuserUrl = as('postgres')
    await using db = createDatabase({ url: as('postgres', 'postgres'), size: 1 })
    const isMade = () => isFulfilled(() => createServingRoles(db, password))
    await until('the leader is reached through haproxy', 20_000, isMade, 500)
  }

  #settings(node: number): string {
    return join(this.#data, `patroni${node}.yml`)
  }

  #spawning(command: readonly string[], account?: SystemAccount) {
    const { program, args, options } = spawning(this.#set.isNewer, account, command)
    return { program, args, options: { ...options, env: { ...process.env, HOME: this.#data } } }
  }

  #begin(name: string, command: readonly string[], account?: SystemAccount): void {
    const log = openSync(join(this.folder, `${name}.log`), 'a')
    const { program, args, options } = this.#spawning(command, account)
    this.#pids.set(name, startProcess(program, args, { stdio: ['ignore', log, log], ...options }).pid)
  }

  /** Starts Patroni of that node, which starts PostgreSQL. */
  restart(node: number): void {
    this.#begin(`patroni${node}`, ['patroni', this.#settings(node)], this.#account)
  }

  /** `loose`: a common configuration, which polls Patroni rarely and keeps connections open after a change of leader. */
  async #beginHaproxy(name: 'fenced' | 'loose'): Promise<number> {
    const file = join(this.folder, `haproxy-${name}.cfg`)
    const port = await freePort()
    const text = haproxySettings(readFileSync(site, 'utf8'), { port, ports: this.#ports })
    const loose = text.replace(/default-server .*/, 'default-server inter 3s fall 3 rise 2')
    writeFileSync(file, name === 'fenced' ? text : loose)
    const check = this.#spawning(['haproxy', '-c', '-f', file])
    execFileSync(check.program, check.args, { stdio: 'pipe' })
    this.#begin(`haproxy-${name}`, ['haproxy', '-db', '-f', file])
    return port
  }

  #postmaster(node: number): number {
    const file = join(this.#data, `node${node}`, 'postmaster.pid')
    return existsSync(file) ? Number(readFileSync(file, 'utf8').split('\n')[0]) : 0
  }

  postgres(node: number): number[] {
    return processTree(this.#postmaster(node))
  }

  /** Patroni with PostgreSQL of that node, all their processes. */
  machine(node: number): number[] {
    return [...new Set([...processTree(this.#pids.get(`patroni${node}`) ?? 0), ...this.postgres(node)])]
  }

  etcds(): number[] {
    return nodes.map((node) => this.#pids.get(`etcd${node}`) ?? 0)
  }

  /** Number of the leading node; 0 when none leads. */
  leader(): Promise<number> {
    return this.#find('/primary')
  }

  syncStandby(): Promise<number> {
    return this.#find(this.#set.synchronous === 'quorum' ? '/quorum' : '/synchronous')
  }

  async isWhole(): Promise<boolean> {
    return (await this.leader()) > 0 && (await this.syncStandby()) > 0
  }

  /** The node whose Patroni answers 200 there; 0 when none does. */
  async #find(path: string): Promise<number> {
    for (const [n, { rest }] of this.#ports.entries()) {
      const asked = fetch(`http://127.0.0.1:${rest}${path}`, { signal: AbortSignal.timeout(1_000) })
      if ((await asked.catch(() => undefined))?.status === 200) return n + 1
    }
    return 0
  }

  async switchover(): Promise<void> {
    const [from, to] = [`node${await this.leader()}`, `node${await this.syncStandby()}`]
    await this.#control(['switchover', '--leader', from, '--candidate', to, '--force'])
  }

  /** Changes a setting that all nodes share, and waits until they have read it. */
  async configure(setting: string): Promise<void> {
    await this.#control(['edit-config', '--force', '-s', setting])
    await pause(2 * loopMilliseconds)
  }

  async #control(args: readonly string[]): Promise<void> {
    const asked = ['patronictl', '-c', this.#settings(1), ...args]
    const { program, args: all, options } = this.#spawning(asked, this.#account)
    await once(spawn(program, all, { ...options, stdio: 'ignore' }), 'exit')
  }

  async [Symbol.asyncDispose](): Promise<void> {
    process.off('exit', this.#endNow)
    this.#endNow()
    const isGone = (node: number) => !existsSync(`/proc/${this.#postmaster(node)}`)
    await until('the cluster ended', 10_000, async () => nodes.every(isGone))
    this.#temporary[Symbol.dispose]()
  }
}
