import { businessTypes } from '@parvis/domain/kernel/business-type'
import { expect, test } from 'vitest'
import { testApp } from '../server/test-app.ts'
import { countTables } from '../sql/control.ts'
import { loadTown } from './load-town.ts'
import type { LoadedTown } from './town-talk.ts'

const server = testApp()

/** What the town fills. */
const tables =
  'companies opening_hours instants instant_times follows devices discussions messages broadcasts orders ' +
  'municipal_services subscriptions'

test('the town has at least twelve businesses of four types in two places, their pictures answer, and loading it twice changes nothing', async () => {
  const town = await load()
  const settings = await Promise.all(town.businesses.map(({ companyId, token }) => readSettings(companyId, token)))
  expect(settings.length).toBeGreaterThanOrEqual(12)
  expect(new Set(settings.map(({ type }) => type))).toEqual(new Set(businessTypes))
  expect(new Set(settings.map(({ city, zipCode }) => `${city} ${zipCode}`))).toEqual(
    new Set(['Clichy 92110', 'Paris 75011']),
  )
  for (const { openHours, description, followersCount, category } of settings)
    expect([openHours.length > 0, description !== '', followersCount > 0, category !== null]).not.toContain(false)

  const pictures = settings.flatMap(({ profileImage, coverImage }) => [profileImage, coverImage])
  const instants = (await Promise.all(town.businesses.map(readInstants))).flat()
  pictures.push(...instants.map(({ instantInformation }) => instantInformation.pictureUrl))
  expect(new Set(pictures).size).toBe(pictures.length)
  for (const url of pictures) {
    const { status, headers } = await server.call('GET', new URL(url ?? '').pathname)
    expect([status, headers['content-type']]).toEqual([200, 'image/jpeg'])
  }

  const before = await countTables(server.db, tables.split(' '))
  await load()
  expect(await countTables(server.db, tables.split(' '))).toEqual(before)
  expect(Math.min(...Object.values(before))).toBeGreaterThan(0)
}, 120_000)

test('the baker to the town hall keep the phones that people know', async () => {
  const { businesses } = await load()
  expect(businesses.slice(0, 6).map(({ phone, name }) => `${phone} ${name}`)).toEqual([
    '+33600000001 Boulangerie des Lilas',
    '+33600000002 Fleurs de la Mairie',
    '+33600000003 Le Bar du Parvis',
    '+33600000004 Plomberie Seine Nord',
    '+33600000005 Les Jardins partagés de Clichy',
    '+33600000006 Mairie de Clichy',
  ])
}, 120_000)

const readSettings = (companyId: string, token: string) =>
  server.client.call('GET /v1/company/settings/:companyId', { params: { companyId }, token })

const readInstants = ({ companyId, token }: LoadedTown['businesses'][number]) =>
  server.client.call('GET /v1/instants/company/:companyId', { params: { companyId }, token })

const load = (): Promise<LoadedTown> => loadTown(server.client, () => undefined)
