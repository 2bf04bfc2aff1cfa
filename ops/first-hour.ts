import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { freePort } from '../apps/server/src/free-port.ts'
import { tryCall } from '../harness/bench/parts/http-client.ts'
import { startProcess } from '../harness/bench/parts/owned-process.ts'
import { openTestbed, type Testbed } from '../harness/bench/parts/testbed.ts'
import { judgeStatuses } from '../harness/faults/answers.ts'
import { type Check, type Fault, holds, planted } from '../harness/faults/fault.ts'
import { until } from '../harness/faults/until.ts'
import { temporaryFolder } from '../harness/temporary-folder.ts'
import { ImageStore, missesImages, withEnvironment } from './image.ts'

const documents = new URL('../docs/', import.meta.url)
const unitText = (name: string) => readFileSync(new URL(`operations/${name}.service`, documents), 'utf8')

/** The first hour of docs/operations.md by the letter, on a bare Debian: a page, work and a copy come of it. */
export const firstHour: Fault = {
  id: 'HOUR',
  title: 'an operator’s first hour on a bare Debian',
  isLong: true,
  misses: missesImages,
  run: async () => {
    using folder = temporaryFolder('broken-parvis-hour')
    // A database that no other key has sealed anything in.
    await using testbed = await openTestbed('production')
    const machine = new Machine(folder.path, testbed)
    machine.followThePage()
    const port = String(await freePort())
    const units = execFileSync('systemd-analyze', ['security', '--offline=true', '--no-pager', ...machine.units()], {
      encoding: 'utf8',
    })
    const exposures = [...units.matchAll(/exposure level for \S+ ([\d.]+)/g)].map(([, level]) => Number(level))
    const answers = await machine.readPage(port)
    const copied = machine.backUp()
    machine.run('root', {}, 'mv apps/site/dist /tmp/site')
    const unbuilt = await machine.readPage(port)
    return {
      done: `${machine.commands.length} lines of the page`,
      checks: [
        answers,
        holds(`a copy on the pruned release: ${copied}`, copied === 'whole'),
        holds(`systemd-analyze security: ${exposures.join(', ')}, at most 3`, Math.max(...exposures) <= 3),
      ],
      controls: [planted('a release without the residents’ site', [unbuilt])],
    }
  },
}

/** A bare Debian in a root of its own, with the release in /opt/parvis; `systemctl` is ours, and starts nothing. */
class Machine {
  readonly #store: ImageStore
  readonly #folder: string
  readonly #name: string
  readonly #settings: string
  readonly commands: string[]

  constructor(folder: string, { url, ownerUrl }: Testbed) {
    this.#folder = folder
    this.#store = new ImageStore(folder)
    const page = readFileSync(new URL('operations.md', documents), 'utf8').split('## The first hour')[1] ?? ''
    this.commands = (/```\n([\s\S]*?)```/.exec(page)?.[1] ?? '').trim().split('\n')
    // What an operator fills in: passwords, and providers that are never called here.
    this.#settings = `sed -i -e 's#^DATABASE_URL=.*#DATABASE_URL=${url}#' -e 's#^MIGRATION_DATABASE_URL=.*#MIGRATION_DATABASE_URL=${ownerUrl}#' -e 's/^\\(OVH_[A-Z_]*\\)=$/\\1=x/' /etc/parvis/environment`
    const source = this.#store.layOut()
    this.#store.makeBase('openssl', 'ca-certificates')
    this.#name = this.#store.buildah('from', 'localhost/base')
    this.#store.buildah('add', this.#name, source, '/opt/parvis')
  }

  followThePage(): void {
    // StateDirectory of the units is made by systemd.
    const ours = ['set -e', 'systemctl() { install -d -m 0755 -o parvis -g parvis /var/lib/parvis; }']
    const script = [...ours, ...this.commands].join('\n')
    this.run('root', {}, script.replace('# then fill it in', `&& ${this.#settings}`))
  }

  /** The documented units, as they stand on the machine. */
  units(): string[] {
    return ['parvis-api@', 'parvis-worker', 'parvis-backup'].map((name) => {
      const path = join(this.#folder, `${name.replace('@', '@3001')}.service`)
      writeFileSync(path, unitText(name))
      return path
    })
  }

  /** Starts the unit of calls, asks whether it is ready and for a page of the residents' site. */
  async readPage(port: string): Promise<Check> {
    const { env, command } = this.#unit('parvis-api@')
    const inside = this.#inside('parvis', { ...env, PORT: port }, command)
    await using running = startProcess('buildah', inside, { end: 'SIGTERM' })
    const ask = (path: string, host: string) => tryCall(`http://127.0.0.1:${port}`, 'GET', path, { headers: { host } })
    const isReady = async () => (await ask('/v1/health/ready', 'pro.exemple.fr')).status === 200 || !running.isAlive()
    await until('the unit', 90_000, isReady, 500)
    const answers = [await ask('/login', 'pro.exemple.fr'), await ask('/clichy-92110', 'parvis.exemple.fr')]
    return judgeStatuses('the portal and the residents’ site', answers, [200])
  }

  /** The nightly unit's own command. */
  backUp(): string {
    const { env, command } = this.#unit('parvis-backup')
    const copied = `${command} && ls /var/lib/parvis/backups/*/manifest.json >/dev/null && echo whole`
    return this.run('parvis', env, copied).split('\n').at(-1) ?? ''
  }

  /** Its environment, as systemd reads it, and the command that it starts. */
  #unit(name: string) {
    const text = unitText(name)
    const file = this.run('root', {}, 'cat /etc/parvis/environment')
    const own = [...text.matchAll(/^Environment="?(.*?)"?$/gm)].flatMap(([, line = '']) =>
      line.startsWith('NODE_OPTIONS') ? [line] : line.split(' '),
    )
    const pairs = [...file.split('\n'), ...own].filter((line) => /^\w+=/.test(line))
    const env = Object.fromEntries(pairs.map((line) => [line.split('=')[0] ?? '', line.slice(line.indexOf('=') + 1)]))
    return { env, command: (/^ExecStart=(.*)$/m.exec(text)?.[1] ?? '').replaceAll('%%', '%') }
  }

  run(user: string, env: Record<string, string>, script: string): string {
    return execFileSync('buildah', this.#inside(user, env, script), { encoding: 'utf8', stdio: 'pipe' }).trim()
  }

  #inside(user: string, env: Record<string, string>, script: string): string[] {
    const as = ['run', '--isolation', 'chroot', '--user', user, '--workingdir', '/opt/parvis', ...withEnvironment(env)]
    return [...this.#store.options(), ...as, this.#name, '--', 'bash', '-c', script]
  }
}
