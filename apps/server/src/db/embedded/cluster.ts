import { spawn } from 'node:child_process'
import { chmodSync, chownSync, existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { CannotStart } from '../unavailable.ts'
import { executable, type PostgresBinaries, runAs, type SystemAccount } from './postgres-binaries.ts'

/** One PostgreSQL cluster on disk: where it is, with which binaries and as whom it runs. A disposable one need not survive a power cut. */
export type Cluster = {
  folder: string
  binaries: PostgresBinaries
  account: SystemAccount | undefined
  disposable?: boolean
}

export const superuser = 'postgres'

/**
 * Creates the cluster when it does not exist yet: UTF8, scram passwords, and an order of texts that no operating system upgrade changes.
 * Made aside then renamed, so that an interrupted creation leaves nothing that looks like a cluster.
 */
export async function createCluster(cluster: Cluster, superuserPassword: string): Promise<void> {
  const { folder, binaries, account } = cluster
  if (existsSync(join(folder, 'PG_VERSION'))) return
  const draft = `${folder}.new`
  const passwordFile = `${folder}.password`
  rmSync(draft, { recursive: true, force: true })
  ownedFolder(draft, account)
  writeFileSync(passwordFile, superuserPassword, { mode: 0o600 })
  if (account) chownSync(passwordFile, account.uid, account.gid)
  try {
    const options = [
      '-D',
      draft,
      '-U',
      superuser,
      `--pwfile=${passwordFile}`,
      '--auth=scram-sha-256',
      '--encoding=UTF8',
    ]
    const initdb = await run(
      join(binaries.folder, executable('initdb')),
      [...options, ...localeOptions(binaries), ...(cluster.disposable ? ['--no-sync'] : [])],
      runAs(account),
    )
    if (initdb.code !== 0)
      throw new CannotStart(`PostgreSQL n’a pas pu créer sa base dans ${folder} : ${lastLine(initdb.output)}`)
    renameSync(draft, folder)
  } finally {
    rmSync(passwordFile, { force: true })
  }
}

/** Stops whatever PostgreSQL runs on this cluster, ours or one left by a killed launcher. Nothing running is fine. */
export async function stopCluster(cluster: Cluster): Promise<void> {
  const pgCtl = join(cluster.binaries.folder, executable('pg_ctl'))
  await run(pgCtl, ['stop', '-D', cluster.folder, '-m', 'fast', '-w', '-t', '30'], runAs(cluster.account))
}

export function lastLine(output: string): string {
  return output.trim().split('\n').at(-1) ?? ''
}

function ownedFolder(folder: string, account: SystemAccount | undefined): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  chmodSync(folder, 0o700)
  if (account) chownSync(folder, account.uid, account.gid)
}

// "builtin" knows upper and lower case of every alphabet and depends on no system library; it came with PostgreSQL 17.
function localeOptions({ major }: PostgresBinaries): string[] {
  const messages = '--lc-messages=C'
  if (major < 17) return ['--locale=C.UTF-8', messages]
  return ['--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C', messages]
}

/** Runs a command to its end; never throws: a command that cannot start has code -1 and the reason as output. */
function run(
  command: string,
  args: string[],
  options: { cwd: string; uid?: number; gid?: number },
): Promise<{ code: number; output: string }> {
  return new Promise((resolve) => {
    const child = spawn(command, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] })
    const pieces: Buffer[] = []
    const output = () => Buffer.concat(pieces).toString('utf8')
    child.stdout.on('data', (piece: Buffer) => pieces.push(piece))
    child.stderr.on('data', (piece: Buffer) => pieces.push(piece))
    child.on('error', (error) => resolve({ code: -1, output: error.message }))
    child.on('close', (code) => resolve({ code: code ?? -1, output: output() }))
  })
}
