import { setTimeout as pause } from 'node:timers/promises'
import { call } from './http-client.ts'
import { percentileOf } from './load.ts'

/**
 * Latency probe: one call after the other, from a process that does nothing else. `node probe.ts BASE PATH TOKEN SECONDS` prints
 * it. The first calls are not counted: this process compiles its client, and the server opens a connection and prepares the
 * statement, 15 to 40 ms that no other call causes.
 */
export type Probed = { calls: number; p99: number; max: number }

const [base = '', path = '', token = '', seconds = '0'] = process.argv.slice(2)
const uncounted = 20
for (let n = 0; n < uncounted; n++) await call(base, 'GET', path, { token })
const times: number[] = []
const end = performance.now() + Number(seconds) * 1_000
while (performance.now() < end) {
  times.push((await call(base, 'GET', path, { token })).milliseconds)
  await pause(10)
}
times.sort((one, other) => one - other)
console.log(
  JSON.stringify({ calls: times.length, p99: percentileOf(times, 0.99), max: times.at(-1) ?? 0 } satisfies Probed),
)
