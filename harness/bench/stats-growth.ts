import { fillPeople, makeSuperAdmin } from '../sql/fill-people.ts'
import { insertPeople } from '../sql/seed.ts'
import { medianTime } from './parts/load.ts'
import type { Testbed } from './parts/testbed.ts'
import type { Section } from './section.ts'

const budget = 1.3
const calls = 100
const rounds = 6
const zipCode = '92110'
const paths = { statistics: `/v1/stats?zipCode=${zipCode}`, 'CSV export': `/v1/stats/export?zipCode=${zipCode}` }

/** The statistics of one town as its people grow in number: the page must not cost more (T-004, T-008). */
export async function benchStats(testbed: Testbed, sizes: readonly number[]): Promise<Section> {
  const [admin] = await insertPeople(testbed.db, 1)
  if (!admin) throw new Error('a person was inserted')
  await makeSuperAdmin(testbed.db, admin.userId)
  await using server = await testbed.start({ PROCESS_ROLE: 'api' })
  const times: Record<string, number[]> = {}
  let stored = 0
  for (const size of sizes) {
    await fillPeople(testbed.db, zipCode, size - stored)
    stored = size
    for (const [name, path] of Object.entries(paths)) {
      const best = await bestMedian(server.base, path, admin.token)
      times[name] = [...(times[name] ?? []), best]
    }
  }
  return report(times, sizes)
}

/** The best of some rounds: others use this machine too, and only ever make a call slower. */
async function bestMedian(base: string, path: string, token: string): Promise<number> {
  const medians: number[] = []
  for (let round = 0; round < rounds; round++) medians.push(await medianTime(base, path, token, calls))
  return Math.min(...medians)
}

function report(times: Record<string, number[]>, sizes: readonly number[]): Section {
  const overruns: string[] = []
  const rows = Object.entries(times).map(([name, medians]) => {
    const ratio = (medians.at(-1) ?? 0) / (medians[0] ?? 1)
    if (ratio > budget) overruns.push(`${name}: ${ratio.toFixed(2)} times as long with more people, ${budget} allowed`)
    return [name, ...medians.map((time) => time.toFixed(2)), ratio.toFixed(2)]
  })
  return {
    title: `Statistics of a town as its people grow (median ms of ${calls}, best of ${rounds} rounds; budget ${budget}x)`,
    headings: ['call', ...sizes.map((size) => `${size.toLocaleString('en')} people`), 'ratio'],
    rows,
    overruns,
  }
}
