import { readdirSync, readFileSync } from 'node:fs'
import { readRunning } from '../../apps/server/src/db/embedded/postgres-files.ts'

/** The embedded PostgreSQL of that data folder, with all its children, at once. */
export function killPostgres(folder: string): void {
  killPostmaster(readRunning(folder)?.postgresPid ?? 0)
}

/** The postmaster last could restart a child, first could leave orphans writing: all are stopped, then killed. */
export function killPostmaster(postmaster: number): void {
  const pids = processTree(postmaster)
  for (const name of ['SIGSTOP', 'SIGKILL'] as const) for (const pid of pids) send(pid, name)
}

/** A process and its children; none of one that is not there. */
export function processTree(parent: number): number[] {
  return parent > 0 ? [parent, ...childrenOf(parent)] : []
}

function childrenOf(parent: number): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => parentOf(pid) === parent)
}

// /proc/<pid>/stat: the 2nd field after the command in parentheses is the parent.
function parentOf(pid: number): number {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])
  } catch {
    return 0
  }
}

/** Sends the signal, unless the process is gone already. */
export function send(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name)
  } catch {
    // It is gone already.
  }
}
