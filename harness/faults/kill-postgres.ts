import { readRunning } from '../../apps/server/src/db/embedded/postgres-files.ts'
import { childrenOf } from '../bench/parts/process-numbers.ts'

/** The embedded PostgreSQL of that data folder, with all its children, at once. */
export function killPostgres(folder: string): void {
  killAll(processTree(readRunning(folder)?.postgresPid ?? 0))
}

/**
 * All processes are stopped first (SIGSTOP): killing the postmaster last would let it restart a child, killing it first would
 * leave orphans writing.
 */
export function killAll(pids: readonly number[]): void {
  for (const name of ['SIGSTOP', 'SIGKILL'] as const) for (const pid of pids) send(pid, name)
}

/** A process and its children; none of one that is not there. */
export function processTree(parent: number): number[] {
  return parent > 0 ? [parent, ...childrenOf(parent)] : []
}

/** Sends the signal, unless the process is gone already. */
export function send(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name)
  } catch {
    // The process has already ended.
  }
}
