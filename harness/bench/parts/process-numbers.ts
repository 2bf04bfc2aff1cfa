import { readdirSync, readFileSync } from 'node:fs'
import { readRunning } from '../../../apps/server/src/db/embedded/postgres-files.ts'

/** Memory that a process holds now, in MB (Linux). */
export function residentMegabytes(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  return Math.round(Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1] ?? 0) / 1024)
}

// /proc/<pid>/stat: fields 14 and 15 are user and system time in ticks, a hundredth of a second on every Linux we run on.
const ticksPerSecond = 100

/** Processor time that a process has used since it started, in milliseconds, to 10 ms (Linux). */
export function cpuMilliseconds(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return ((Number(fields[11]) + Number(fields[12])) * 1000) / ticksPerSecond
}

/** Processor time of the processes that the postmaster of that data folder started, in milliseconds (Linux). */
export function postgresMilliseconds(folder: string): number {
  const postmaster = readRunning(folder)?.postgresPid ?? 0
  return childrenOf(postmaster).reduce((sum, pid) => sum + cpuMilliseconds(pid), 0)
}

/** The processes that this one started and that still run (Linux). */
export function childrenOf(parent: number): number[] {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  return pids.filter((pid) => parentOf(pid) === parent).map(Number)
}

function parentOf(pid: string): number | undefined {
  try {
    return Number(/^PPid:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1])
  } catch {
    return undefined
  }
}

/** Files and connections that a process holds open now (Linux). */
export function openDescriptors(pid: number): number {
  return readdirSync(`/proc/${pid}/fd`).length
}
