import { untilFileEnds } from '@parvis/harness/server/lifetimes'
import { testApp } from '@parvis/harness/server/test-app'
import { superAdmin } from '@parvis/harness/sql/people'
import { editForm, updateCompany } from '@parvis/harness/town/companies'
import { conversationCalls } from '@parvis/harness/town/conversations'
import { instantCalls, recurrentTime } from '@parvis/harness/town/instants'
import { newPerson } from '@parvis/harness/town/people'
import { newSiteShop, residentHost } from '@parvis/harness/town/site-visitors'
import type { FastifyInstance } from 'fastify'
import { beforeAll, expect, test, vi } from 'vitest'
import { buildApp } from '../../app.ts'
import { LiveHub } from '../../db/live-hub.ts'

const server = testApp()
const { post } = conversationCalls(server)
const owned = untilFileEnds(new AsyncDisposableStack())
let other: { app: FastifyInstance; live: LiveHub }

/** Another process of the same service: its own memory of pages, its own ear to the database. */
beforeAll(async () => {
  const live = owned.adopt(new LiveHub(server.ownerUrl, { warn: () => undefined }), (hub) => hub.stop())
  await live.start()
  const app = owned.adopt(buildApp({ ...server.deps, live }), (built) => built.close())
  await app.ready()
  other = { app, live }
})

const read = async (app: FastifyInstance, url: string) =>
  await app.inject({ method: 'GET', url, headers: { host: residentHost } })

/** How long the other process still shows what was, in milliseconds. */
async function untilSeen(url: string, isNew: (page: { body: string; statusCode: number }) => boolean): Promise<number> {
  const began = performance.now()
  await vi.waitFor(async () => expect(isNew(await read(other.app, url))).toBe(true), { timeout: 2_000, interval: 20 })
  return performance.now() - began
}

test('W-016 W-104 W-120 an edit, an instant, its pause and a suspension are on the pages of another process within two seconds', async () => {
  const shop = await newSiteShop(server, { name: 'Fournil des deux' })
  const [fiche, town] = ['/clichy-92110/fournil-des-deux', '/clichy-92110/agenda']
  for (const url of [fiche, town, fiche, town]) expect((await read(other.app, url)).statusCode).toBe(200)

  const form = editForm({ name: 'Fournil des deux', description: '<p>Du seigle le jeudi.</p>' })
  expect((await updateCompany(server, shop, form)).status).toBe(200)
  expect(await untilSeen(fiche, ({ body }) => body.includes('Du seigle le jeudi.'))).toBeLessThan(2_000)

  const calls = instantCalls(server)
  const id = await calls.newInstant(shop, { title: 'Fournée du soir' }, [recurrentTime()])
  expect(await untilSeen(fiche, ({ body }) => body.includes('Fournée du soir'))).toBeLessThan(2_000)
  expect(await untilSeen(town, ({ body }) => body.includes('Fournée du soir'))).toBeLessThan(2_000)

  await server.client.call('DELETE /v1/instants/:id', { token: shop.token, params: { id } })
  expect(await untilSeen(fiche, ({ body }) => !body.includes('Fournée du soir'))).toBeLessThan(2_000)

  const team = await newPerson(server)
  await superAdmin(server.db, team.userId)
  const body = { on: true, reason: 'Contrefaçon signalée.' }
  await post(team, `/v1/operator/companies/${shop.companyId}/suspend`, body)
  expect(await untilSeen(fiche, ({ statusCode }) => statusCode === 404)).toBeLessThan(2_000)
  const { body: said, headers } = await read(other.app, fiche)
  expect([said.includes('Cette page n’est pas disponible.'), said.includes('Contrefaçon')]).toEqual([true, false])
  expect(headers['x-robots-tag']).toBe('noindex')
})
