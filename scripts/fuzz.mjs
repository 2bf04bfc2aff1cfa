import { resolve } from 'node:path'
import { runVitest } from './parts/run-vitest.mjs'
import { ensureInstalled } from './steps/ensure-installed.mjs'
import { ensureNode } from './steps/ensure-node.mjs'
import { misuse, readArguments } from './steps/read-arguments.mjs'

const usage = `
Usage: npm run fuzz [-- --requests 200000] [--seed 1] [--over-http] [--journal <file>]

Calls drawn from the contracts, on a server and a database of their own: none may fail by 5xx, hang, answer otherwise than
its contract says, or stop a job or a periodic task of the years that follow (docs/spec/trust.md, G01). The tests do 1,200 of
seed 1; here, 200,000 of any. Says what it drew, so that it can be drawn again: batch n of 500 calls has the seed + n.

With --over-http the server runs in a process of its own, one body in eight has its full size, the calls of /v1/site are
drawn too, and another person calls meanwhile: says how many answers were 5xx and how long that person waited (p99.9).
With --journal each batch is a line of that file: stopped and started again, it goes on behind the last one, and sums them all.
`
const given = readArguments(usage, { requests: 'value', seed: 'value', 'over-http': 'flag', journal: 'value' })
const { requests = '200000', seed = String(Math.floor(Math.random() * 1e9)) } = given
if (!(Number(requests) >= 1) || !Number.isInteger(Number(seed))) misuse(usage, 'Both are whole numbers.')

ensureInstalled()
await ensureNode()
process.stdout.write(`${requests} calls of seed ${seed}\n`)
const overHttp = given['over-http'] === 'yes'
const settings = {
  FUZZ_REQUESTS: requests,
  FUZZ_SEED: seed,
  ...(overHttp && { FUZZ_OVER_HTTP: '1' }),
  ...(given.journal && { FUZZ_JOURNAL: resolve(given.journal) }),
}
const { passed, failed } = await runVitest({ name: 'fuzz', filters: ['fuzz.api'], settings })
process.stdout.write(`${passed} passed, ${failed} failed\n`)
process.exit(passed === 0 || failed > 0 ? 1 : 0)
