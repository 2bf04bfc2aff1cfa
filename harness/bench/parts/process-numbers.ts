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

/** Memory in MB of a process and its children (Linux), e.g. a server with its picture decoder (decision 0119). */
export function familyMegabytes(pid: number): number {
  return [pid, ...childrenOf(pid)].reduce((sum, one) => sum + (ifAlive(residentMegabytes, one) ?? 0), 0)
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
