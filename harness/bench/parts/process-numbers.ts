import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { readRunning } from '../../../apps/server/src/db/embedded/postgres-files.ts'

/** Memory that a process holds now, in MB (Linux). */
export function residentMegabytes(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  return Math.round(Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1] ?? 0) / 1024)
}

// /proc/<pid>/stat: fields 14 and 15 are user and system time in ticks, a hundredth of a second on every Linux we run on.
const ticksPerSecond = 100

/** Processor time of the threads that a process has, in milliseconds, to the nanosecond (Linux, schedstat). */
export function cpuMilliseconds(pid: number): number {
  const tasks = `/proc/${pid}/task`
  return readdirSync(tasks).reduce((sum, task) => sum + spentBy(`${tasks}/${task}/schedstat`), 0)
}

/** A thread may end between the list and its file. */
function spentBy(file: string): number {
  try {
    return Number(readFileSync(file, 'utf8').split(' ')[0]) / 1e6
  } catch {
    return 0
  }
}

/** Fields are counted from the third on: the second, the command in parentheses, may contain spaces. */
function statFields(pid: number): string[] {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ')
}

/**
 * Memory in MB and processor time in milliseconds of a process and its children (Linux), e.g. a server with its picture decoder
 * (decision 0119). Children that ended are included.
 */
export function familyNumbers(pid: number): { megabytes: number; cpuMilliseconds: number } {
  const family = [pid, ...childrenOf(pid)]
  const sum = (numberOf: (one: number) => number) =>
    family.reduce((total, one) => total + (ifAlive(numberOf, one) ?? 0), 0)
  return { megabytes: sum(residentMegabytes), cpuMilliseconds: sum(cpuMilliseconds) + endedChildrenMilliseconds(pid) }
}

/** Fields 16 and 17: user and system time of the children that were waited for. */
function endedChildrenMilliseconds(pid: number): number {
  const fields = statFields(pid)
  return ((Number(fields[13]) + Number(fields[14])) * 1000) / ticksPerSecond
}

/** A child may end between the list of processes and its file. */
function ifAlive(numberOf: (pid: number) => number, pid: number): number | undefined {
  try {
    return numberOf(pid)
  } catch {
    return undefined
  }
}

/** Processor time of the processes that the postmaster of that data folder started, in milliseconds (Linux). */
export function postgresMilliseconds(folder: string): number {
  const postmaster = readRunning(folder)?.postgresPid ?? 0
  return childrenOf(postmaster).reduce((sum, pid) => sum + cpuMilliseconds(pid), 0)
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
