import type { AddressInfo } from 'node:net'
import { startSilentProxy } from '@parvis/harness/faults/silent-proxy'
import { untilTestEnds } from '@parvis/harness/server/lifetimes'
import { testApp } from '@parvis/harness/server/test-app'
import { foundCell } from '@parvis/harness/sql/found'
import { addMember } from '@parvis/harness/sql/people'
import { conversationCalls } from '@parvis/harness/town/conversations'
import { newOwner, newPerson, type Person } from '@parvis/harness/town/people'
import { newResident } from '@parvis/harness/town/site-visitors'
import Fastify from 'fastify'
import { beforeAll, expect, test, vi } from 'vitest'
import { buildApp } from '../../app.ts'
import { columnOf, run } from '../../db/database.ts'
import { LiveHub } from '../../db/live-hub.ts'
import { SiteEvents } from '../site/residents/site-events.ts'
import { EventStreams } from './event-streams.ts'

const server = testApp()
const { block, follow, newConversation, open, post, say } = conversationCalls(server)
let address = ''

beforeAll(async () => {
  await server.app.listen({ port: 0, host: '127.0.0.1' })
  address = `http://127.0.0.1:${(server.app.server.address() as AddressInfo).port}`
})

/** An open stream of a person: what it received so far. */
function openStream({ token }: Person) {
  return listenTo(`${address}/v1/events`, { authorization: `Bearer ${token}` })
}

async function listenTo(url: string, headers: Record<string, string> = {}) {
  const stopping = new AbortController()
  untilTestEnds(new DisposableStack()).defer(() => stopping.abort())
  const response = await fetch(url, { headers, signal: stopping.signal })
  const received = { text: '', ended: false }
  void read(response, received)
  // A stream that has no session may be ended by a beat before it was ever ready.
  await vi.waitFor(() => expect(received.ended || received.text.includes('event: ready')).toBe(true))
  return { response, received, hears: (part: string) => vi.waitFor(() => expect(received.text).toContain(part)) }
}

async function read({ body }: Response, received: { text: string; ended: boolean }): Promise<void> {
  const decoder = new TextDecoder()
  try {
    for await (const chunk of body ?? []) received.text += decoder.decode(chunk, { stream: true })
    received.ended = true
  } catch (error) {
    received.text += `: closed ${String(error)}`
  }
}

const changed = (topic: string, id: string | number) => JSON.stringify({ topic, id })

test('M-018 the stream says ready at once, then what changed, ids only', async () => {
  const [company, resident] = [await newOwner(server), await newResident(server, { firstName: 'Julie' })]
  const ours = await openStream(company)
  const theirs = await openStream(await newOwner(server))
  expect(ours.response.headers.get('content-type')).toContain('text/event-stream')
  const uuid = await open(resident, company, 'Confidentiel kangourou')
  await ours.hears(`event: changed\ndata: ${changed('discussion', uuid)}`)
  await block(resident, uuid)
  await vi.waitFor(() => expect(ours.received.text.split(uuid)).toHaveLength(3))
  for (const secret of ['kangourou', 'Julie', resident.phone]) expect(ours.received.text).not.toContain(secret)
  expect(theirs.received.text).not.toContain(uuid)
})

test('U-014 a removed member hears nothing more of the business within two seconds, in another process too, which refuses their next call', async () => {
  const company = await newOwner(server)
  const member = await newPerson(server)
  await addMember(server.db, company.companyId, member.userId, 'counter')
  const live = untilTestEnds(new AsyncDisposableStack()).adopt(
    new LiveHub(server.ownerUrl, { warn: () => undefined }),
    (hub) => hub.stop(),
  )
  await live.start()
  const other = untilTestEnds(new AsyncDisposableStack()).adopt(buildApp({ ...server.deps, live }), (app) =>
    app.close(),
  )
  await other.listen({ port: 0, host: '127.0.0.1' })
  const there = `http://127.0.0.1:${(other.server.address() as AddressInfo).port}`
  const streamOf = ({ token }: Person) => listenTo(`${there}/v1/events`, { authorization: `Bearer ${token}` })
  const [owners, members] = [await streamOf(company), await streamOf(member)]
  const asked = async () => {
    const uuid = await open(await newResident(server), company, 'Ouvert ?')
    await owners.hears(uuid)
    return uuid
  }
  await members.hears(await asked())
  await server.client.call('DELETE /v1/company/:id/team/:memberId', {
    token: company.token,
    params: { id: company.companyId, memberId: String(member.userId) },
  })
  const headers = { authorization: `Bearer ${member.token}` }
  const next = await other.inject({ url: `/v1/chat/discussion?companyId=${company.companyId}`, headers })
  expect(next.statusCode).toBe(403)
  await vi.waitFor(async () => expect(members.received.text).not.toContain(await asked()), { timeout: 2_000 })
})

test('M-035 a resident hears the broadcasts of a company from the moment they follow it, until they leave', async () => {
  const company = await newOwner(server, { membership: 'premium' })
  const resident = await newResident(server)
  const { received, hears } = await openStream(resident)
  const broadcast = async (message: string) => {
    const { data } = await post(company, `/v1/company/${company.companyId}/broadcast`, { message })
    return (data as { list: { id: number }[] }).list[0]?.id ?? 0
  }
  const tooEarly = await broadcast('Un')
  await follow(resident, company)
  await hears(changed('company', company.companyId))
  await vi.waitFor(async () => {
    const id = await broadcast('Deux')
    await vi.waitFor(() => expect(received.text).toContain(changed('broadcast', id)), 300)
  }, 10_000)
  await follow(resident, company, 0)
  await vi.waitFor(() => expect(received.text.split(changed('company', company.companyId))).toHaveLength(3))
  expect(received.text).not.toContain(changed('broadcast', tooEarly))
})

test('M-018 F23 when the listening connection is lost, clients are told to read everything again', async () => {
  const { company, resident, uuid } = await newConversation('Bonjour')
  const { received, hears } = await openStream(company)
  await run(server.db)`select pg_terminate_backend(pid) from pg_stat_activity
    where application_name = 'parvis-live' and datname = current_database()`
  await say(resident, uuid, 'Pendant la coupure')
  await vi.waitFor(() => expect(received.text.split('event: ready')).toHaveLength(3), 10_000)
  await say(resident, uuid, 'Après la coupure')
  await hears(changed('discussion', uuid))
})

test('F23 a listening connection whose network is silent is given up, and a gap is told once it hears again', async () => {
  await using owned = new AsyncDisposableStack()
  const proxy = owned.use(await startSilentProxy(server.deps.config.databaseUrl ?? ''))
  const hub = new LiveHub(proxy.url, { warn: () => undefined }, 50)
  owned.defer(() => hub.stop())
  await hub.start()
  const heard: unknown[] = []
  hub.subscribe(['user:1'], (one) => heard.push(one))
  expect(hub.hearing).toEqual({ isHearing: true, losses: 0 })
  proxy.silence()
  await vi.waitFor(() => expect(hub.hearing.isHearing).toBe(false), 10_000)
  proxy.heal()
  await vi.waitFor(() => expect(heard).toEqual(['gap']), 10_000)
  expect(hub.hearing.isHearing).toBe(true)
})

test('A-031 signing out, or an account that goes away, ends its streams at once (ASVS 7.4)', async () => {
  const [one, two] = [await newPerson(server), await newPerson(server)]
  const streams = [await openStream(one), await openStream(two)]
  await post(one, '/v1/authentication/logout')
  await run(server.db)`delete from users where users.id = ${two.userId}`
  await vi.waitFor(() => expect(streams.map(({ received }) => received.ended)).toEqual([true, true]))
  expect(streams.map(({ received }) => received.text.includes('session'))).toEqual([false, false])
})

test('A-031 C-002 no stream without a session', async () => {
  expect((await server.client.answer('GET /v1/events')).error?.code).toBe('TOKEN_NOT_FOUND')
  expect((await server.client.answer('GET /v1/events', { token: 'inconnu' })).error?.code).toBe('SESSION_UNKNOWN')
})

test('T03 F22 one beat looks after every stream: it says still here, ends those whose session is gone, hears new follows', async () => {
  const [company, resident] = [await newOwner(server, { membership: 'premium' }), await newPerson(server)]
  const sessionId = await foundCell<number>(server.db)`
    select sessions.id from sessions where sessions.user_id = ${resident.userId}`
  await using app = Fastify({ forceCloseConnections: true })
  using owned = new DisposableStack()
  const streams = owned.adopt(new EventStreams(server.deps, 30), (all) => all.close())
  for (const [path, session] of [['/mine', sessionId] as const, ['/gone', sessionId + 1_000_000] as const]) {
    app.get(path, async (_request, reply) => await streams.open({ userId: resident.userId, sessionId: session }, reply))
  }
  const base = await app.listen({ port: 0, host: '127.0.0.1' })
  const [mine, gone] = [await listenTo(`${base}/mine`), await listenTo(`${base}/gone`)]
  await vi.waitFor(() => expect(gone.received.ended).toBe(true))
  await mine.hears(': still here\n\n: still here')
  await run(server.db)`
    insert into follows (user_id, company_id, after_broadcast) values (${resident.userId}, ${company.companyId}, 0)`
  await vi.waitFor(async () => {
    await post(company, `/v1/company/${company.companyId}/broadcast`, { message: 'Bonjour' })
    expect(mine.received.text).toContain('"topic":"broadcast"')
  })
  expect(mine.received.ended).toBe(false)
})

test('W-068 T03 the stream of a retired device of a resident ends with the next beat, another device’s goes on', async () => {
  const { userId } = await newPerson(server)
  const devices = await columnOf<number>(server.db)`
    insert into resident_devices (user_id, secret_hash, name)
    select ${userId}, sha256(n::text::bytea), 'Chrome' from generate_series(1, 2) as n returning id`
  await using app = Fastify({ forceCloseConnections: true })
  using owned = new DisposableStack()
  const streams = owned.adopt(new SiteEvents(server.deps, 30), (all) => all.close())
  for (const [n, deviceId] of devices.entries())
    app.get(`/${n}`, async (_request, reply) => await streams.open({ userId, deviceId }, reply))
  const base = await app.listen({ port: 0, host: '127.0.0.1' })
  const [kept, retired] = [await listenTo(`${base}/0`), await listenTo(`${base}/1`)]
  await retired.hears(': still here')
  await run(server.db)`delete from resident_devices where id = ${devices[1]}`
  await vi.waitFor(() => expect(retired.received.ended).toBe(true))
  await kept.hears(': still here\n\n: still here')
  expect(kept.received.ended).toBe(false)
})

test('F11 a session has twenty streams: of 25 asked for at once five are refused with 429, another session has its own', async () => {
  const [one, other] = [await newOwner(server), await newPerson(server)]
  const ask = async ({ token }: Person) => {
    const stopping = new AbortController()
    untilTestEnds(new DisposableStack()).defer(() => stopping.abort())
    const headers = { authorization: `Bearer ${token}` }
    return await fetch(`${address}/v1/events`, { headers, signal: stopping.signal })
  }
  const answers = await Promise.all(Array.from({ length: 25 }, () => ask(one)))
  const refused = answers.filter(({ status }) => status === 429)
  expect([answers.filter(({ status }) => status === 200).length, refused.length]).toEqual([20, 5])
  expect(refused[0]?.headers.get('retry-after')).toBe('60')
  expect((await ask(other)).status).toBe(200)
})
