import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { availableParallelism, cpus, loadavg, totalmem } from 'node:os'
import { fileURLToPath } from 'node:url'
import { buildPortal, buildServer, buildSite } from '../../scripts/steps/build-apps.mjs'
import { misuse, readArguments } from '../../scripts/steps/read-arguments.mjs'
import { benchCalls } from './bench-calls.ts'
import { benchLighthouse, benchSiteLighthouse } from './lighthouse.ts'
import { weighPortal } from './portal-bytes.ts'
import { type Section, writeMeasured } from './section.ts'
import { benchStart } from './start-up.ts'

const usage = `
Usage: npm run bench -- [--only SECTION,…] [--call WORDS] [--quick]

Measures the product on this machine and writes harness/bench/RESULTS.md. Exits 1 on an overrun or a failure.

Sections: calls (what people call, against a bare handler, with wrk: apt-get install wrk; six minutes), portal (bytes),
start; by name only: lighthouse, site-lighthouse (Lighthouse is installed at its first use).

  --only    only these sections; the others stay in the file as they were measured
  --call    of the calls, those whose names hold one of these words; writes no file
  --quick   one short round; writes no file
`

const given = readArguments(usage, { only: 'value', call: 'value', quick: 'flag' })
const quick = { companies: 100, rounds: 1, seconds: 1 }
const whole = { companies: 200, rounds: 2, seconds: 2 }
const sections: Record<string, () => Section | Promise<Section>> = {
  calls: () => benchCalls({ ...(given.quick ? quick : whole), only: given.call }),
  portal: weighPortal,
  start: () => benchStart(given.quick ? 1 : 5),
  lighthouse: () => benchLighthouse(3),
  'site-lighthouse': () => benchSiteLighthouse(3),
}
const asked = given.only?.split(',') ?? (given.call ? ['calls'] : ['calls', 'portal', 'start'])
const unknown = asked.filter((name) => !sections[name])
if (unknown.length > 0) misuse(usage, `Unknown section: ${unknown.join(', ')}`)

buildServer()
if (asked.some((name) => name !== 'calls')) buildPortal()
buildSite()
const results = fileURLToPath(new URL('RESULTS.md', import.meta.url))
const reports = new Map<string, string>()
let isBeyond = false
for (const name of asked) {
  reports.set(name, await measure(name))
  console.log(reports.get(name))
  if (!given.quick && !given.call) writeFileSync(results, writeReport())
}
process.exit(isBeyond ? 1 : 0)

async function measure(name: string): Promise<string> {
  const began = performance.now()
  const load = loadavg()[0]?.toFixed(1)
  try {
    const section = (await sections[name]?.()) as Section
    isBeyond ||= section.overruns.length > 0
    const seconds = ((performance.now() - began) / 1000).toFixed(0)
    const machine = `${cpus()[0]?.model ?? 'unknown processor'}, ${availableParallelism()} cores, ${Math.round(totalmem() / 1e9)} GB, Node ${process.version}`
    const when = `${new Date().toISOString().slice(0, 16).replace('T', ' ')} UTC, ${machine}; load ${load} before, ${seconds} s.`
    return writeMeasured(section, when)
  } catch (error) {
    isBeyond = true
    console.error(error)
    return `## ${name}\n\nFailed: ${String(error).split('\n')[0]}`
  }
}

/** Replaces the sections measured now in the file of results. */
function writeReport(): string {
  const parts = (existsSync(results) ? readFileSync(results, 'utf8') : '').split(/<!-- ([a-z-]+) -->\n/)
  const stored = (name: string) => parts[parts.indexOf(name) + 1]?.trim()
  const all = Object.keys(sections).flatMap((name) => {
    const report = reports.get(name) ?? (parts.includes(name) ? stored(name) : undefined)
    return report ? [`<!-- ${name} -->\n${report}\n`] : []
  })
  return ['# Measured\n\nWritten by `npm run bench`: change it by running it again.\n', ...all].join('\n')
}
