import { execFile } from 'node:child_process'
import { chownSync, existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { CannotStart } from '../../cannot-start.ts'
import { type PostgresBinaries, runAs, type SystemAccount } from './postgres-binaries.ts'

/** One PostgreSQL cluster on disk: where it is, with which binaries and as whom it runs. A disposable one need not survive a power cut. */
export type Cluster = {
  folder: string
  binaries: PostgresBinaries
  account: SystemAccount | undefined
  disposable?: boolean
}

export const superuser = 'postgres'

const run = promisify(execFile)

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
  mkdirSync(draft, { recursive: true, mode: 0o700 })
  writeFileSync(passwordFile, superuserPassword, { mode: 0o600 })
  if (account) for (const path of [draft, passwordFile]) chownSync(path, account.uid, account.gid)
  try {
    const options = ['-D', draft, '-U', superuser, `--pwfile=${passwordFile}`, ...clusterOptions(binaries)]
    if (cluster.disposable) options.push('--no-sync')
    await run(join(binaries.folder, 'initdb'), options, runAs(account))
    renameSync(draft, folder)
  } catch (error) {
    throw new CannotStart(`PostgreSQL n’a pas pu créer sa base dans ${folder} : ${lastLine(String(error))}`)
  } finally {
    rmSync(passwordFile, { force: true })
  }
}

/** Stops whatever PostgreSQL runs on this cluster, ours or one left by a killed launcher. Nothing running is fine. */
export async function stopCluster(cluster: Cluster): Promise<void> {
  const options = ['stop', '-D', cluster.folder, '-m', 'fast', '-w', '-t', '30']
  await run(join(cluster.binaries.folder, 'pg_ctl'), options, runAs(cluster.account)).catch(() => undefined)
}

export const lastLine = (output: string): string => output.trim().split('\n').at(-1) ?? ''

// "builtin" knows upper and lower case of every alphabet and depends on no system library; it came with PostgreSQL 17.
function clusterOptions({ major }: PostgresBinaries): string[] {
  const always = ['--auth=scram-sha-256', '--encoding=UTF8', '--lc-messages=C']
  if (major < 17) return [...always, '--locale=C.UTF-8']
  return [...always, '--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C']
}
