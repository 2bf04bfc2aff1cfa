import { fillAgenda } from '../sql/fill-agenda.ts'
import { fillConversation, fillInstants, fillMessages } from '../sql/fill-reads.ts'
import { insertThreads } from '../sql/seed.ts'
import { medianTime } from './parts/load.ts'
import type { ServerProcess } from './parts/server-process.ts'
import type { Testbed } from './parts/testbed.ts'
import type { Section } from './section.ts'

const budget = 1.3
const calls = 100

type Read = { name: string; path: string; token: string }

/** Latency of the same calls as other companies' data grows, which must not change it. */
export async function benchGrowth(testbed: Testbed, sizes: readonly Size[]): Promise<Section> {
  const { reads, discussionId } = await prepareReads(testbed)
  await using server = await testbed.start({ PROCESS_ROLE: 'api' })
  const measured: Map<string, number>[] = []
  let stored: Size = { instants: 0, messages: 0 }
  for (const size of sizes) {
    await fillAgenda(testbed.db, size.instants - stored.instants, stored.instants === 0)
    await fillMessages(testbed.db, size.messages - stored.messages, discussionId)
    stored = size
    measured.push(await measure(server, reads))
  }
  return report(reads, sizes, measured)
}

export type Size = { instants: number; messages: number }

function report(reads: readonly Read[], sizes: readonly Size[], measured: readonly Map<string, number>[]): Section {
  const overruns: string[] = []
  const rows = reads.map(({ name }) => {
    const times = measured.map((times) => times.get(name) ?? 0)
    const ratio = (times.at(-1) ?? 0) / (times[0] ?? 1)
    if (ratio > budget) overruns.push(`${name}: ${ratio.toFixed(2)} times as long with more data, ${budget} allowed`)
    return [name, ...times.map((time) => time.toFixed(2)), ratio.toFixed(2)]
  })
  const columns = sizes.map(({ instants, messages }) => `${short(instants)} instants, ${short(messages)} messages`)
  return {
    title: `The same calls as data grows (median ms of ${calls}, best of 3 rounds; budget ${budget}x)`,
    headings: ['call', ...columns, 'ratio'],
    rows,
    overruns,
  }
}

/** The minimum of three rounds: other load of the machine only adds to it. */
async function measure(server: ServerProcess, reads: readonly Read[]): Promise<Map<string, number>> {
  const best = new Map<string, number>()
  for (let round = 0; round < 3; round++) {
    for (const { name, path, token } of reads) {
      const median = await medianTime(server.base, path, token, calls)
      best.set(name, Math.min(median, best.get(name) ?? Number.POSITIVE_INFINITY))
    }
  }
  return best
}

function short(count: number): string {
  return count.toLocaleString('en')
}

/** The calls that every screen makes, of a business with 100 instants and a conversation of 200 messages. */
async function prepareReads(testbed: Testbed): Promise<{ reads: Read[]; discussionId: string }> {
  const { owner, threads } = await insertThreads(testbed.db, 50)
  const [thread] = threads
  if (!thread) throw new Error('a conversation was inserted')
  const { companyId, discussionId } = thread
  const instantId = await fillInstants(testbed.db, companyId, 100)
  const lastId = await fillConversation(testbed.db, discussionId, 200)
  const { token } = owner
  const messages = `/v1/discussions/${discussionId}/messages`
  // As the portal asks: the town of the company, from now.
  const agenda = new URLSearchParams({ date: new Date().toISOString(), cityCodes: '[92110]' })
  const reads = [
    { name: 'settings', path: `/v1/company/settings/${companyId}`, token },
    { name: '100 instants of a company', path: `/v1/instants/company/${companyId}`, token },
    { name: 'one instant', path: `/v1/instants/${instantId}`, token },
    { name: 'calendar', path: `/v1/instants/calendar?${agenda}`, token },
    { name: 'empty message poll', path: `${messages}?selection_way=after&message_id=${lastId}`, token },
    { name: 'page of 30 messages', path: messages, token },
  ]
  return { reads, discussionId }
}
