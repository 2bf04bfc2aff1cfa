import { performance } from 'node:perf_hooks'
import { getHeapSpaceStatistics, getHeapStatistics, setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import type { FastifyBaseLogger } from 'fastify'

/** Milliseconds over which the process must have worked less than that share of the time. */
const idleWindow = 500
const idleShare = 0.2

/**
 * Heap of a process that people use already, ten thousand streams for one: collecting it would stop all calls for 200 ms. The start
 * alone leaves 70 to 85 MB, its garbage counted.
 */
const usedHeapBytes = 112 * 1024 * 1024

/**
 * Collects all garbage once, when the process is first idle. Loading modules grows V8's young generation to 32 MB and more, and
 * only a collection of last resort shrinks it; that one pauses the process for a tenth of a second (decision 0106).
 */
export function collectOnceIdle(log: FastifyBaseLogger): void {
  let last = performance.eventLoopUtilization()
  const timer = setInterval(() => {
    const { utilization } = performance.eventLoopUtilization(last)
    last = performance.eventLoopUtilization()
    if (utilization > idleShare) return
    clearInterval(timer)
    if (getHeapStatistics().used_heap_size > usedHeapBytes) return
    const before = youngMegabytes()
    setFlagsFromString('--expose-gc')
    const collect = runInNewContext('gc') as NodeJS.GCFunction
    collect({ type: 'major', execution: 'sync', flavor: 'last-resort' })
    log.debug({ before, after: youngMegabytes() }, 'young generation shrunk, MB')
  }, idleWindow).unref()
}

function youngMegabytes(): number {
  const young = getHeapSpaceStatistics().find(({ space_name: name }) => name === 'new_space')
  return Math.round((young?.physical_space_size ?? 0) / 1e6)
}
