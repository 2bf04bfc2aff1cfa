import { spawn } from 'node:child_process'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fillConversation, fillInstants } from '../sql/fill-reads.ts'
import { recordQueries } from '../sql/record.ts'
import { insertThreads } from '../sql/seed.ts'
import type { BareCall } from './parts/bare-server.ts'
import { call, callOk } from './parts/http-client.ts'
import { startInProcess } from './parts/in-process.ts'
import { type Load, load } from './parts/load.ts'
import { freePort } from './parts/server-process.ts'
import type { BenchWorld } from './parts/world.ts'
import type { Section } from './section.ts'

export type Read = { name: string; path: string; token: string }

const budget = 2
const turnsTaken = 3
/** Calls before anything is counted: V8 has compiled what it will, and its compiler's time is not a call's. */
const warmUp = 2_000

/** The calls that every screen makes, of a business with 100 instants and a conversation of 200 messages. */
export async function prepareReads(world: BenchWorld): Promise<Read[]> {
  const { owner, threads } = await insertThreads(world.db, 50)
  const [thread] = threads
  if (!thread) throw new Error('a conversation was inserted')
  const { companyId, discussionId } = thread
  const instantId = await fillInstants(world.db, companyId, 100)
  const lastId = await fillConversation(world.db, discussionId, 200)
  const { token } = owner
  const messages = `/v1/discussions/${discussionId}/messages`
  // As the portal asks: the town of the company, from now.
  const agenda = new URLSearchParams({ date: new Date().toISOString(), cityCodes: '[92110]' })
  return [
    { name: 'settings', path: `/v1/company/settings/${companyId}`, token },
    { name: '100 instants of a company', path: `/v1/instants/company/${companyId}`, token },
    { name: 'one instant', path: `/v1/instants/${instantId}`, token },
    { name: 'calendar', path: `/v1/instants/calendar?${agenda}`, token },
    { name: 'empty message poll', path: `${messages}?selection_way=after&message_id=${lastId}`, token },
    { name: 'page of 30 messages', path: messages, token },
  ]
}

/** Processor time of the server per call, against a bare handler that sends the same SQL (design.md, section 11). */
export async function benchReads(world: BenchWorld, reads: readonly Read[], count: number): Promise<Section> {
  const bare = await startBare(world, reads)
  const server = await world.start({ PROCESS_ROLE: 'api' })
  const rows: string[][] = []
  const overruns: string[] = []
  try {
    for (const { name, path, token } of reads) {
      const { ours, theirs, ratio } = await compare(server, bare, path, token, count)
      if (ratio > budget) overruns.push(`${name}: ${ratio.toFixed(2)} times the bare handler's CPU, ${budget} allowed`)
      rows.push([name, ...numbers(ours), ...numbers(theirs), ratio.toFixed(2)])
    }
  } finally {
    await server.signal('SIGKILL')
    bare.stop()
  }
  return {
    title: `Reads against a bare node:http + pg handler sending the same SQL (${count} calls, 8 connections; budget ${budget}x CPU)`,
    headings: ['call', 'calls/s', 'CPU ms', 'bare calls/s', 'bare CPU ms', 'CPU ratio'],
    rows,
    overruns,
  }
}

type Server = { base: string; pid: number }

/** In turns, so that what else the machine does weighs on both; the turn in the middle by its ratio speaks for all. */
async function compare(server: Server, bare: Server, path: string, token: string, count: number) {
  await load(server.base, server.pid, path, token, warmUp)
  await load(bare.base, bare.pid, path, token, warmUp)
  const turns: { ours: Load; theirs: Load; ratio: number }[] = []
  for (let turn = 0; turn < turnsTaken; turn++) {
    const ours = await load(server.base, server.pid, path, token, count)
    const theirs = await load(bare.base, bare.pid, path, token, count)
    turns.push({ ours, theirs, ratio: ours.cpuPerCall / theirs.cpuPerCall })
  }
  const middle = turns.sort((a, b) => a.ratio - b.ratio)[Math.floor(turns.length / 2)]
  if (!middle) throw new Error('at least one turn is taken')
  return middle
}

const numbers = ({ perSecond, cpuPerCall }: Load) => [perSecond.toFixed(0), cpuPerCall.toFixed(3)]

async function startBare(world: BenchWorld, reads: readonly Read[]) {
  const calls = await recordCalls(world, reads)
  const file = join(world.folder, 'bare.json')
  writeFileSync(file, JSON.stringify({ url: world.url, calls }))
  const port = await freePort()
  const script = join(import.meta.dirname, 'parts', 'bare-server.ts')
  const child = spawn(process.execPath, [script, file, String(port)], { stdio: ['ignore', 'ignore', 'inherit'] })
  const base = `http://127.0.0.1:${port}`
  while (!(await call(base, 'GET', '/ready').catch(() => undefined)))
    await new Promise((resolve) => setTimeout(resolve, 20))
  const stop = () => {
    child.kill('SIGKILL')
    rmSync(file)
  }
  return { base, pid: child.pid ?? 0, stop }
}

/** The statements that each call sends and what it answers, noted in this very process. */
async function recordCalls(world: BenchWorld, reads: readonly Read[]): Promise<BareCall[]> {
  const server = await startInProcess(world)
  const calls: BareCall[] = []
  try {
    for (const { path, token } of reads) {
      let answer: unknown
      const read = async () => {
        answer = { data: await callOk(server.base, 'GET', path, { token }) }
      }
      await read()
      const queries = await recordQueries(read)
      calls.push({ path, answer, queries: queries.map(({ text, values }) => ({ text, values: [...values] })) })
    }
  } finally {
    await server.stop()
  }
  return calls
}
