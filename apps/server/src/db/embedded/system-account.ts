import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { CannotStart } from '../cannot-start.ts'

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
  const cwd = process.platform === 'win32' ? process.cwd() : '/'
  return account ? { cwd, uid: account.uid, gid: account.gid } : { cwd }
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
