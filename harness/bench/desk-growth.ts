import { fillDesk, fillEndedOrders } from '../sql/fill-orders.ts'
import { insertCommerce } from '../sql/seed.ts'
import { medianTime } from './parts/load.ts'
import type { Testbed } from './parts/testbed.ts'
import type { Section } from './section.ts'

const budgets = { ratio: 1.3, milliseconds: 3 }
const calls = 100
const rounds = 5
const shops = 100
/** A day of thirty orders. */
const live = 30
const views = ['day', 'coming', 'todo', 'past'] as const

/** The desk of one shop of a hundred as the orders behind them grow in number (time-and-orders.md, section 11). */
export async function benchDesk(testbed: Testbed, sizes: readonly number[]): Promise<Section> {
  const prepared = await prepareDesk(testbed)
  const times: Record<string, number[]> = {}
  let stored = 0
  for (const size of sizes) {
    await fillEndedOrders(testbed.db, prepared.companyIds, stored, size)
    stored = size
    for (const [view, median] of await timeViews(testbed, prepared)) times[view] = [...(times[view] ?? []), median]
  }
  return report(times, sizes)
}

/** A hundred shops, the first of which has a day of orders. */
async function prepareDesk({ db }: Testbed): Promise<{ companyIds: string[]; token: string }> {
  const shopped: Awaited<ReturnType<typeof insertCommerce>>[] = []
  // One after the other: each phone number is derived from those before.
  for (let shop = 0; shop < shops; shop++) shopped.push(await insertCommerce(db))
  const [first] = shopped
  if (!first) throw new Error('shops were inserted')
  await fillDesk(db, first.companyId, live)
  return { companyIds: shopped.map(({ companyId }) => companyId), token: first.owner.token }
}

/** The minimum of some rounds: other load of the machine only adds to it. */
async function timeViews(testbed: Testbed, { companyIds, token }: { companyIds: string[]; token: string }) {
  await using server = await testbed.start({ PROCESS_ROLE: 'api' })
  const timed: [string, number][] = []
  for (const view of views) {
    const medians: number[] = []
    for (let round = 0; round < rounds; round++)
      medians.push(await medianTime(server.base, `/v1/company/${companyIds[0]}/orders?view=${view}`, token, calls))
    timed.push([view, Math.min(...medians)])
  }
  return timed
}

function report(times: Record<string, number[]>, sizes: readonly number[]): Section {
  const overruns: string[] = []
  const rows = Object.entries(times).map(([view, medians]) => {
    const last = medians.at(-1) ?? 0
    const ratio = last / (medians[0] ?? 1)
    if (ratio > budgets.ratio)
      overruns.push(`desk, ${view}: ${ratio.toFixed(2)} times as long, ${budgets.ratio} allowed`)
    if (view !== 'past' && last > budgets.milliseconds)
      overruns.push(`desk, ${view}: ${last.toFixed(2)} ms, ${budgets.milliseconds} allowed`)
    return [view, ...medians.map((time) => time.toFixed(2)), ratio.toFixed(2)]
  })
  return {
    title: `The desk of a shop, ${live} orders of the day, as the orders of ${shops} shops grow (median ms of ${calls}, best of ${rounds} rounds; budgets ${budgets.ratio}x, ${budgets.milliseconds} ms; « past » is a page of 100)`,
    headings: ['view', ...sizes.map((size) => `${size.toLocaleString('en')} orders`), 'ratio'],
    rows,
    overruns,
  }
}
