import { testApp } from '@parvis/harness/server/test-app'
import { newSiteShop, newVisitor, residentHost, residentOrigin, siteCalls } from '@parvis/harness/town/site-visitors'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { rowsOf, run } from '../../db/database.ts'
import type { Audience } from '../../db/live-hub.ts'
import { sql } from '../../db/sql.ts'
import { drawingTurns, PageMemory, PagesBusy } from './hosts/page-memory.ts'

const server = testApp()
const { call, follow, write } = siteCalls(server)
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

const open = (url: string) =>
  server.app.inject({ method: 'GET', url, headers: { host: residentHost, accept: 'text/html' } })
const form = { 'content-type': 'application/x-www-form-urlencoded', accept: 'text/html,*/*;q=0.8' }

/** Refuses every new connection of the server's role and ends the open ones. */
async function sendDatabaseAway(isAway: boolean): Promise<void> {
  const name = sql.identifier(
    (await rowsOf<{ name: string }>(server.ownerDb)`select current_database() as name`)[0]?.name ?? '',
  )
  await run(server.ownerDb)`alter database ${name} connection limit ${sql.literal(isAway ? 0 : -1)}`
  if (isAway)
    await run(server.ownerDb)`
      select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and usename <> current_user`
}

/** A page that is drawn before the notice of its change is heard is not kept: a resident's act is told to both sides. */
async function untilTold(company: Audience): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  onTestFinished(
    server.deps.live.observe((_, to) => {
      if (to.includes(company) && to.some((audience) => audience.startsWith('user:'))) resolve()
    }),
  )
  await promise
  await run(server.db)`select 1`
}

test('W-055 W-124 15.29 the database away: an old page is still served, acts and other pages answer 503 with Retry-After, what was typed stays', async () => {
  const shop = await newSiteShop(server, { name: 'Fournil du soir' })
  const who = newVisitor()
  const isToldOfFollow = untilTold(`company:${shop.companyId}`)
  await follow(who, shop.companyId)
  const { data } = await write(who, shop.companyId, 'Avant la panne')
  await isToldOfFollow
  const path = '/clichy-92110/fournil-du-soir'
  expect((await open(path)).statusCode).toBe(200)
  const real = performance.now.bind(performance)
  vi.spyOn(performance, 'now').mockImplementation(() => real() + 40_000)
  await using back = new AsyncDisposableStack()
  back.defer(() => sendDatabaseAway(false))
  await sendDatabaseAway(true)
  const stale = await open(path)
  expect([stale.statusCode, stale.body.includes('Fournil du soir')]).toEqual([200, true])
  const unknown = await open('/clichy-92110/annuaire?q=pain')
  expect([unknown.statusCode, unknown.headers['retry-after']]).toEqual([503, '2'])
  const asked = await call(who, 'POST', `/conversations/${data.uuid}/messages`, { json: { message: 'Bonsoir' } })
  expect([asked.status, asked.code, asked.headers['retry-after']]).toEqual([503, 'UPSTREAM_UNAVAILABLE', '2'])

  const cookie = [...who.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const url = `/v1/site/conversations/${data.uuid}/messages`
  const payload = new URLSearchParams({ message: 'Deux flans & <b>un pain</b>' }).toString()
  const headers = { host: residentHost, origin: residentOrigin, cookie, ...form }
  const sent = await server.app.inject({ method: 'POST', url, headers, payload })
  expect([sent.statusCode, sent.headers['retry-after']]).toEqual([503, '2'])
  expect(sent.body).toContain(`action="${url}"`)
  expect(sent.body).toContain('Deux flans &amp; &lt;b&gt;un pain&lt;/b&gt;</textarea>')
  await back.disposeAsync()
  await vi.waitFor(async () => expect((await open('/clichy-92110/annuaire?q=pain')).statusCode).toBe(200), 10_000)
})

test('W-048 15.29 a form refused without script comes back with what was typed', async () => {
  const shop = await newSiteShop(server)
  const typed = new URLSearchParams({ message: 'x'.repeat(5_001), firstName: 'Léa' }).toString()
  const refused = await call(newVisitor(), 'POST', `/companies/${shop.companyId}/messages`, {
    json: typed,
    headers: form,
  })
  expect(refused.status).toBe(400)
  const page = String(
    (
      await server.app.inject({
        method: 'POST',
        url: `/v1/site/companies/${shop.companyId}/messages`,
        headers: { host: residentHost, origin: residentOrigin, ...form },
        payload: typed,
      })
    ).body,
  )
  expect(page).toContain('value="Léa"')
  expect(page).toContain('x'.repeat(5_001))
  const evil = { ...form, origin: 'https://evil.example', host: residentHost }
  const url = `/v1/site/companies/${shop.companyId}/messages`
  const forged = await server.app.inject({ method: 'POST', url, headers: evil, payload: typed })
  expect([forged.statusCode, forged.body.includes('Léa')]).toEqual([403, false])
})

test('W-124 forty pages are drawn at once; a second later the old page is served, or nobody waits any more', async () => {
  vi.useFakeTimers()
  const turns = drawingTurns()
  const ends: (() => void)[] = []
  let drawing = 0
  const draw = async () => {
    drawing++
    await new Promise<void>((resolve) => ends.push(resolve))
    return 'drawn'
  }
  const all = Array.from({ length: 41 }, () => turns.run({ subject: 'a page' }, draw))
  const late = all.at(-1)?.catch((error: unknown) => error)
  await vi.advanceTimersByTimeAsync(999)
  expect(drawing).toBe(40)
  await vi.advanceTimersByTimeAsync(1)
  expect(await late).toBeInstanceOf(PagesBusy)
  const patient = turns.run({ subject: 'a page' }, draw)
  ends.shift()?.()
  await vi.advanceTimersByTimeAsync(0)
  expect(drawing).toBe(41)
  for (const end of ends) end()
  expect(await patient).toBe('drawn')

  const memory = new PageMemory()
  const answer = { status: 200, cache: '', tags: ['a'], bytes: Buffer.from('old') }
  await memory.read(
    '/a',
    async () => answer,
    () => false,
  )
  vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 31_000)
  const fresh = { ...answer, bytes: Buffer.from('new') }
  const slow = memory.read(
    '/a',
    () => new Promise((resolve) => setTimeout(() => resolve(fresh), 1_500)),
    () => false,
  )
  await vi.advanceTimersByTimeAsync(1_000)
  expect((await slow).bytes.toString()).toBe('old')
  await vi.advanceTimersByTimeAsync(500)
  expect(
    (
      await memory.read(
        '/a',
        async () => answer,
        () => false,
      )
    ).bytes.toString(),
  ).toBe('new')
})
