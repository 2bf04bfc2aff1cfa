import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { CannotStart } from '../../cannot-start.ts'
import { type Cluster, lastLine, stopCluster } from './cluster.ts'
import { runAs } from './postgres-binaries.ts'

/** A running PostgreSQL server process. `exited` settles when it ends, whoever ended it. */
export type Postmaster = { pid: number; exited: Promise<void> }

/**
 * Starts PostgreSQL on the cluster and waits until it accepts connections. A server left behind by a killed launcher is stopped first;
 * the remains of a killed server (stale postmaster.pid, memory still attached by its dying children) are retried for `timeoutMs`.
 */
export async function startPostmaster(cluster: Cluster, settings: string[], timeoutMs = 20_000): Promise<Postmaster> {
  const deadline = performance.now() + timeoutMs
  for (;;) {
    await stopCluster(cluster)
    const child = launch(cluster, settings)
    const ready = await waitUntilReady(cluster, child)
    if (ready) return ready
    if (performance.now() > deadline)
      throw new CannotStart(
        `PostgreSQL ne démarre pas : ${lastLine(readFileSync(logFile(cluster), 'utf8'))} (${logFile(cluster)})`,
      )
    await pause(250)
  }
}

const logFile = (cluster: Cluster): string => `${cluster.folder}.log`

const tenMegabytes = 10 * 1024 * 1024

function launch(cluster: Cluster, settings: string[]): ChildProcess {
  const path = logFile(cluster)
  const size = statSync(path, { throwIfNoEntry: false })?.size ?? 0
  const log = openSync(path, size > tenMegabytes ? 'w' : 'a', 0o600)
  const args = ['-D', cluster.folder, ...settings.flatMap((setting) => ['-c', setting])]
  // Detached: Ctrl+C in the terminal must reach Parvis alone, which stops PostgreSQL last.
  const child = spawn(join(cluster.binaries.folder, 'postgres'), args, {
    ...runAs(cluster.account),
    detached: true,
    stdio: ['ignore', log, log],
  })
  closeSync(log)
  child.unref()
  return child
}

async function waitUntilReady(cluster: Cluster, child: ChildProcess): Promise<Postmaster | undefined> {
  let ended = false
  const noted = () => {
    ended = true
  }
  const exited = once(child, 'exit').then(noted, noted)
  while (!ended) {
    if (child.pid !== undefined && isReady(cluster, child.pid)) return { pid: child.pid, exited }
    await pause(15)
  }
  return undefined
}

// The 1st line of postmaster.pid is the process, the 8th its state (src/include/utils/pidfile.h).
function isReady(cluster: Cluster, pid: number): boolean {
  try {
    const lines = readFileSync(join(cluster.folder, 'postmaster.pid'), 'utf8').split('\n')
    return Number(lines[0]) === pid && lines[7]?.trim() === 'ready'
  } catch {
    return false
  }
}
