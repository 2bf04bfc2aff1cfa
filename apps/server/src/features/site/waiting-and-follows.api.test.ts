import { testApp } from '@parvis/harness/server/test-app'
import { conversationCalls } from '@parvis/harness/town/conversations'
import { fixedTime, instantCalls } from '@parvis/harness/town/instants'
import { agreedAt, deskCalls, deskNow, deskTime } from '@parvis/harness/town/order-calls'
import {
  newSiteShop,
  newVisitor,
  residentOrigin,
  siteCalls,
  sitePages,
  type Visitor,
} from '@parvis/harness/town/site-visitors'
import { expect, test } from 'vitest'
import { run } from '../../db/database.ts'

const server = testApp()
const open = sitePages(server)
const visits = siteCalls(server)
const { newShop, act } = deskCalls(server)
const { newInstant } = instantCalls(server)
const { say } = conversationCalls(server)

const cookieOf = ({ cookies }: Visitor) => [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
const privately = (who: Visitor, path: string) => open(path, { cookie: cookieOf(who) })

test('W-047 an offer that is told of after it was published and seen is new once', async () => {
  const who = newVisitor()
  const shop = await newSiteShop(server)
  await visits.follow(who, shop.companyId)
  const unseen = async () => {
    const { data } = await visits.get<{ follows: { unseen: number }[] }>(who, '/me')
    return data.follows[0]?.unseen
  }
  await newInstant(shop, { title: 'Pain du dimanche' }, [fixedTime('2030-05-04')])
  expect(await unseen()).toBe(1)
  await visits.get(who, '/news')
  expect(await unseen()).toBe(0)
  // « Publier et prévenir » rings minutes after the publication.
  await run(server.db)`update instants set notified_at = app_now(), notified_date = app_now()`
  expect(await unseen()).toBe(0)
})

test('W-046 W-110 an answer that is not read and an order that waits are counted in the header of each private page', async () => {
  const shop = await newShop({}, newSiteShop)
  await server.setClock(deskNow)
  const who = newVisitor()
  const waiting = async (path: string) =>
    /class="unread"(?! hidden)[^>]*><span>(\d+)/.exec((await privately(who, path)).html)?.[1]
  const typed = { pickupDateTime: deskTime('15:00'), orderContent: 'Deux flans', firstName: 'Julie' }
  const { data: order } = await visits.post<{ id: number; discussionId: string }>(
    who,
    `/companies/${shop.companyId}/orders`,
    typed,
  )
  expect(await waiting('/reglages')).toBeUndefined()
  await act(shop, order.id, 'propose', { ...agreedAt(deskTime('16:00')), version: 1 })
  const me = await visits.get<{ unread: { messages: number; orders: number } }>(who, '/me')
  expect(me.data.unread).toMatchObject({ orders: 1 })
  expect(await waiting('/reglages')).toBe(String(me.data.unread.messages + 1))
  expect((await open('/clichy-92110', { cookie: cookieOf(who) })).html).toBe((await open('/clichy-92110')).html)
  await privately(who, `/mes-messages/${order.discussionId}`)
  expect(await waiting('/reglages')).toBe('1')
  const { data: proposed } = await visits.get<{ proposal: { id: number } }>(who, `/orders/${order.id}`)
  await visits.post(who, `/orders/${order.id}/accept`, { proposalId: proposed.proposal.id })
  expect(await waiting('/reglages')).toBeUndefined()
  await say(shop, order.discussionId, 'À tout à l’heure.')
  expect(await waiting('/mes-commandes')).toBe('1')
  await privately(who, `/mes-messages/${order.discussionId}`)
  expect(await waiting('/reglages')).toBeUndefined()
})

test('W-034 W-053 RES-07 a form without script leads to a page that says so: followed, on its page; changed in the settings, there', async () => {
  const who = newVisitor()
  const shop = await newSiteShop(server)
  const form = { accept: 'text/html', 'content-type': 'application/x-www-form-urlencoded' }
  const send = async (fields: string, referer: string) => {
    const headers = { ...form, referer }
    const answer = await visits.call(who, 'POST', `/companies/${shop.companyId}/follow`, { json: fields, headers })
    const to = String(answer.headers.location)
    return [answer.status, to, (await privately(who, new URL(to).pathname)).html] as const
  }
  const [status, to, html] = await send('follows=1&mode=digest', `${residentOrigin}/agenda`)
  expect([status, to]).toEqual([303, expect.stringMatching(/\/clichy-92110\/[\w-]+#suivi$/)])
  expect(html).toMatch(/<p id="suivi" class="why said">Vous suivez /)
  const [changed, settings, page] = await send('follows=1&mode=none', `${residentOrigin}/reglages`)
  expect([changed, settings]).toEqual([303, `${residentOrigin}/reglages#enregistre`])
  expect(page).toContain('value="none" aria-pressed="true"')
  expect((await send('follows=0', `${residentOrigin}/reglages`))[2]).toContain('aucun commerce')
})

test('W-047 news are read back page after page, those of one second too, and what is no moment is refused', async () => {
  const who = newVisitor()
  const shop = await newSiteShop(server)
  await visits.follow(who, shop.companyId)
  const id = await newInstant(shop, { title: 'Pain du dimanche' }, [fixedTime('2030-05-04')])
  // A morning on which forty are published at nine.
  await run(server.ownerDb)`
    insert into instants (company_id, kind, title, short_description, long_description, category_id, picture, address, city, zip_code,
      is_draft, is_enabled, schedule_kind, publication, created_at, published_at)
    select company_id, kind, 'Pain ' || n, short_description, long_description, category_id, picture, address, city, zip_code,
      is_draft, is_enabled, schedule_kind, publication, moment, moment
    from instants, generate_series(1, 40) n,
      lateral (select date_trunc('second', app_now()) - interval '1 hour' + n * interval '20 milliseconds' as moment) moments
    where id = ${id}`
  type News = { title: string; at: string }
  const titles: string[] = []
  for (let before = ''; ; ) {
    const { data } = await visits.get<News[]>(who, `/news${before && `?before=${encodeURIComponent(before)}`}`)
    if (data.length === 0) break
    titles.push(...data.map(({ title }) => title))
    before = data.at(-1)?.at ?? ''
  }
  expect(titles).toEqual(['Pain du dimanche', ...Array.from({ length: 40 }, (_, n) => `Pain ${40 - n}`)])
  const refused = await visits.get(who, '/news?before=hier')
  expect([refused.status, (refused.error as { fields?: object }).fields]).toEqual([400, { before: 'invalid' }])
})
