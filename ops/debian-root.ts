import { execFileSync } from 'node:child_process'
import { existsSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { fileURLToPath } from 'node:url'
import { runAs, type SystemAccount } from '../apps/server/src/db/embedded/postgres-binaries.ts'
import { missesProgram } from './start-proxy.ts'

const root = fileURLToPath(new URL('../.cache/debian-forky', import.meta.url))
const packages = 'postgresql-18,patroni,python3-etcd,etcd-server,haproxy,pgbouncer'

/** The folder with the programs of a newer Debian: made by mmdebstrap the first time, which takes minutes. */
function makeNewerDebian(): string {
  if (existsSync(root)) return root
  const draft = `${root}.draft`
  rmSync(draft, { recursive: true, force: true })
  // The mirror of a testing release may be past its date; what it signed is checked all the same.
  const options = ['Acquire::Check-Valid-Until "false"', 'APT::Install-Recommends "false"']
  const settings = options.map((one) => `--aptopt=${one}`)
  execFileSync('mmdebstrap', ['--variant=apt', `--include=${packages}`, ...settings, 'forky', draft], { stdio: 'pipe' })
  renameSync(draft, root)
  return root
}

export const missesNewerDebian = () => missesProgram('mmdebstrap', 'mmdebstrap', '--version')

/**
 * How to spawn that command as that account: this machine's program, or a newer Debian's by chroot. That one has this machine's
 * processes, devices, accounts and temporary files, and its process id is the one spawned; only root can start it.
 */
export function spawning(isNewer: boolean, account: SystemAccount | undefined, command: readonly string[]) {
  const [program = '', ...args] = command
  if (!isNewer) return { program, args, options: runAs(account) }
  const shared = ['/proc', '/dev', tmpdir(), '/etc/passwd', '/etc/group'].join(' ')
  const script = `for one in ${shared}; do mount --rbind $one $0$one; done; as=$1; shift; exec chroot --userspec=$as $0 "$@"`
  const as = account ? `${account.uid}:${account.gid}` : '0:0'
  return { program: 'unshare', args: ['--mount', 'sh', '-ec', script, makeNewerDebian(), as, ...command], options: {} }
}
