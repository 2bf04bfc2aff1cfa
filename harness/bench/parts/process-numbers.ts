import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { readRunning } from '../../../apps/server/src/db/embedded/postgres-files.ts'

/** Memory that a process holds now, in MB (Linux). */
export function residentMegabytes(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  return Math.round(Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1] ?? 0) / 1024)
}

/** Processor time of the threads that a process has, in milliseconds, to the nanosecond (Linux, schedstat). */
export function cpuMilliseconds(pid: number): number {
  const tasks = `/proc/${pid}/task`
  return readdirSync(tasks).reduce((sum, task) => sum + unlessEnded(spentBy, `${tasks}/${task}/schedstat`), 0)
}

const spentBy = (file: string): number => Number(readFileSync(file, 'utf8').split(' ')[0]) / 1e6

/** A process or a thread may end between the list and its file: it counts for nothing. */
function unlessEnded<T>(numberOf: (of: T) => number, of: T): number {
  try {
    return numberOf(of)
  } catch {
    return 0
  }
}

/** Memory in MB of a process and its children (Linux), e.g. a server with its picture decoder (decision 0119). */
export function familyMegabytes(pid: number): number {
  return [pid, ...childrenOf(pid)].reduce((sum, one) => sum + unlessEnded(residentMegabytes, one), 0)
}

/**
 * Processor time of the processes that the postmaster of that data folder started, in milliseconds (Linux). Those that ended are
 * included: without a backend or an autovacuum worker that just ended, a call would cost less than nothing.
 */
export function postgresMilliseconds(folder: string): number {
  const postmaster = readRunning(folder)?.postgresPid ?? 0
  const running = childrenOf(postmaster).reduce((sum, pid) => sum + unlessEnded(cpuMilliseconds, pid), 0)
  return running + unlessEnded(endedChildrenMilliseconds, postmaster)
}

// /proc/<pid>/stat counts in hundredths of a second on every Linux we run on.
const ticksPerSecond = 100

/** Fields 16 and 17: user and system time of the children that were waited for. Fields are counted behind the command's parenthesis. */
function endedChildrenMilliseconds(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return ((Number(fields[13]) + Number(fields[14])) * 1_000) / ticksPerSecond
}

/** The processes that this one started and that still run (Linux); none of one that is not there. */
export function childrenOf(parent: number): number[] {
  const tasks = `/proc/${parent}/task`
  if (!existsSync(tasks)) return []
  const pids = readdirSync(tasks).map((task) => readFileSync(`${tasks}/${task}/children`, 'utf8'))
  return pids.join(' ').split(' ').filter(Boolean).map(Number)
}

/** Files and connections that a process holds open now (Linux). */
export function openDescriptors(pid: number): number {
  return readdirSync(`/proc/${pid}/fd`).length
}
