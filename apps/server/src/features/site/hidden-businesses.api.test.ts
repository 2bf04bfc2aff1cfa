import { testApp } from '@parvis/harness/server/test-app'
import { foundCell } from '@parvis/harness/sql/found'
import { fixedTime, instantCalls } from '@parvis/harness/town/instants'
import type { Owner } from '@parvis/harness/town/people'
import { newSiteShop, sitePages } from '@parvis/harness/town/site-visitors'
import { signIn } from '@parvis/harness/town/town-client'
import { expect, test, vi } from 'vitest'
import { rowsOf, run } from '../../db/database.ts'
import { notifyLive } from '../../db/notify.queries.ts'

const server = testApp()
const open = sitePages(server)
const { newInstant } = instantCalls(server)

const soon = new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 10)
const pages = ['', '/annuaire', '/agenda', `/agenda/${soon}`, '/affiche', '/agenda.ics', '/flux.xml']
/** The pages of the town that name this business, or its event. */
const naming = async (name: string) => {
  const read = await Promise.all(pages.map(async (page) => [page, (await open(`/clichy-92110${page}`)).html] as const))
  return read.filter(([, html]) => html.includes(name) || html.includes('Veillée')).map(([page]) => page)
}
const eachPage = expect.arrayContaining(pages)
const suspend = (owner: Owner) =>
  rowsOf(server.db)`
    update companies set suspended_at = ${new Date()}, suspension_reason = 'Fraude'
    where companies.id = ${owner.companyId}`

test('W-016 W-104 P1 a suspended business is on no page and in no feed of its town', async () => {
  const shop = await newSiteShop(server, { name: 'Les Voisins', type: 'association' })
  await newInstant(shop, { title: 'Veillée' }, [fixedTime(soon)])
  expect(await naming('Les Voisins')).toEqual(eachPage)
  await suspend(shop)
  await notifyLive(server.db, { topic: 'company', id: shop.companyId }, [`company:${shop.companyId}`])
  await vi.waitFor(async () => expect(await naming('Les Voisins')).toEqual([]), { timeout: 2_000 })
})

test('W-016 W-120 P1 P9 a business whose last owner asked to be erased leaves each page and feed at once, and is back when they sign in', async () => {
  const shop = await newSiteShop(server, { name: 'Les Partants', type: 'association' })
  await newInstant(shop, { title: 'Veillée' }, [fixedTime(soon)])
  expect(await naming('Les Partants')).toEqual(eachPage)
  await server.client.call('DELETE /v1/account', { token: shop.token })
  await vi.waitFor(async () => expect(await naming('Les Partants')).toEqual([]), { timeout: 2_000 })
  await signIn(server.client, shop.phone)
  await vi.waitFor(async () => expect(await naming('Les Partants')).toEqual(eachPage), { timeout: 2_000 })
})

test('W-016 P1 a business of two owners is shown while one of them stays, though both ask at once', async () => {
  const [shop, other] = [await newSiteShop(server, { name: 'À deux' }), await newSiteShop(server)]
  await run(server.db)`insert into company_members (company_id, user_id) values (${shop.companyId}, ${other.userId})`
  const leave = ({ token }: Owner) => server.client.call('DELETE /v1/account', { token })
  const isShown = async () =>
    await foundCell<boolean>(server.db)`
      select companies.is_shown from companies where companies.id = ${shop.companyId}`
  await leave(shop)
  expect(await isShown()).toBe(true)
  shop.token = await signIn(server.client, shop.phone)
  const asked = await Promise.allSettled([shop, other].map(leave))
  // The last one of a team is refused until another is named; of two at once one stays.
  expect(asked.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect(await isShown()).toBe(true)
})
