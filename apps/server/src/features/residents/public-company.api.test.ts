import { testApp } from '@parvis/harness/server/test-app'
import { editForm, settingsOf, updateCompany } from '@parvis/harness/town/companies'
import { newOwner, newPerson, type Owner, type Person } from '@parvis/harness/town/people'
import { beforeAll, describe, expect, test } from 'vitest'
import { run } from '../../db/database.ts'
import { GatewayFailure } from '../../gateways/gateway-failure.ts'

const special = '7b0e6f3a-5c1d-4e2f-9a8b-0c1d2e3f4a5b'
const server = testApp({ SPECIAL_COMPANY_IDS: special })
let shop: Owner
let julie: Person

beforeAll(async () => {
  shop = await newOwner(server, { zipCode: '92300', name: 'Le Bar du Marché', category: 'bar' })
  julie = await newPerson(server, { firstName: 'Julie' })
})

const get = (path: string, token?: string) => server.call('GET', path, token ? { token } : {})
const profile = async (companyId: string, token?: string) =>
  (await get(`/v1/app/companies/${companyId}`, token)).data as Record<string, unknown>

describe('C-057 the public profile', () => {
  test('shows what residents may know, with the French label, without a session', async () => {
    expect(await profile(shop.companyId)).toMatchObject({
      companyId: shop.companyId,
      name: 'Le Bar du Marché',
      type: 'commerce',
      category: 'bar',
      categoryLabel: 'Bar',
      address: '12 rue de Paris',
      phoneNumber: '+33145678901',
      followersCount: 0,
      isFollowed: false,
      cacActive: false,
      instants: [],
    })
  })

  test('AMB-132 hides plan, registry number and identity', async () => {
    const keys = Object.keys(await profile(shop.companyId))
    for (const secret of ['siren', 'subscription', 'identityStatus', 'isSpecial', 'membership'])
      expect(keys).not.toContain(secret)
  })

  test('AMB-55 a bar is associative for an association', async () => {
    const club = await newOwner(server, { type: 'association', category: 'bar' })
    expect((await profile(club.companyId)).categoryLabel).toBe('Bar associatif')
  })

  test('exists once the profile is completed only; an unknown or malformed id is 404', async () => {
    const empty = await newOwner(server, { category: null, zipCode: '92300' })
    for (const id of [empty.companyId, special, 'abc'])
      expect((await get(`/v1/app/companies/${id}`)).error?.code).toBe('NOT_FOUND')
    const listed = (await get('/v1/app/companies?zip=92300')).data as { companyId: string }[]
    expect(listed.map(({ companyId }) => companyId)).toEqual([shop.companyId])
  })

  test('is listed by zip; a wrong or missing zip is 400', async () => {
    expect((await get('/v1/app/companies?zip=29200')).data).toEqual([])
    for (const query of ['', '?zip=', '?zip=7500', '?zip=99000', '?zip=abcde'])
      expect((await get(`/v1/app/companies${query}`)).error?.code).toBe('VALIDATION')
  })

  test('says whether the reader follows, and ignores a wrong session', async () => {
    await server.client.answer('PUT /v1/app/companies/:id/follow', {
      params: { id: shop.companyId },
      token: julie.token,
    })
    expect(await profile(shop.companyId, julie.token)).toMatchObject({ isFollowed: true, followersCount: 1 })
    expect(await profile(shop.companyId, shop.token)).toMatchObject({ isFollowed: false, followersCount: 1 })
    expect(await profile(shop.companyId, 'nobody')).toMatchObject({ isFollowed: false })
    expect((await get('/v1/app/companies?zip=92300', julie.token)).data).toMatchObject([{ isFollowed: true }])
  })
})

test('X-013 AMB-71 a configured company is marked and gains nothing', async () => {
  const owner = await newOwner(server)
  const before = await settingsOf(server, owner)
  expect(before).toMatchObject({ isSpecial: false })
  await run(server.db)`delete from company_members where company_id = ${owner.companyId}`
  await run(server.db)`update companies set id = ${special} where id = ${owner.companyId}`
  await run(server.db)`insert into company_members (company_id, user_id) values (${special}, ${owner.userId})`
  const after = await settingsOf(server, { ...owner, companyId: special })
  expect(after).toEqual({ ...before, companyId: special, isSpecial: true })
})

describe('C-052 addresses', () => {
  test('suggestions hold all that a form needs', async () => {
    const { data } = await get('/v1/geo/suggest?q=12%20rue%20de%20Paris&zip=92110', julie.token)
    expect((data as object[]).length).toBeGreaterThan(0)
    expect((data as object[])[0]).toEqual({
      label: expect.any(String),
      address: expect.any(String),
      city: 'Clichy',
      zipCode: '92110',
      latitude: expect.any(Number),
      longitude: expect.any(Number),
    })
    const paris = await get('/v1/geo/suggest?q=64%20rue%20Oberkampf%2075011', julie.token)
    expect((paris.data as object[])[0]).toMatchObject({ address: '64 Rue Oberkampf', city: 'Paris', zipCode: '75011' })
    for (const query of ['', '?q=ab', `?q=${'a'.repeat(201)}`])
      expect((await get(`/v1/geo/suggest${query}`, julie.token)).status).toBe(400)
  })

  test('E-063 E-064 coordinates need a street, a city and five characters of zip; the first result has the location', async () => {
    const { data } = await get(
      '/v1/geo/geocode?address=12 rue de Paris&city=Clichy&zip=92110&language=fr&region=fr',
      julie.token,
    )
    const { results } = data as { results: { location: { lat: number; lng: number } }[] }
    expect(results[0]?.location.lat).toBeCloseTo(48.9, 1)
    expect(results[0]?.location.lng).toBeCloseTo(2.3, 1)
    const paris = await get('/v1/geo/geocode?address=64 rue Oberkampf&city=Paris&zip=75011', julie.token)
    expect(paris.data).toEqual({ results: [{ location: { lat: 48.8652, lng: 2.3776 } }] })
    for (const query of ['?city=Clichy&zip=92110', '?address=a&zip=92110', '?address=a&city=b&zip=9211'])
      expect((await get(`/v1/geo/geocode${query}`, julie.token)).error?.code).toBe('VALIDATION')
    expect((await get('/v1/geo/geocode?address=a&city=b&zip=92110')).status).toBe(401)
  })

  test('AMB-57 a silent service is 503, and a save goes on without a pin', async () => {
    const { geocoder } = server.deps.gateways
    const silent = () => Promise.reject(new GatewayFailure('unavailable', 'silence'))
    using replaced = new DisposableStack()
    replaced.defer(() => Object.assign(server.deps.gateways, { geocoder }))
    server.deps.gateways.geocoder = { suggest: silent, geocode: silent }
    for (const path of ['suggest?q=rue de Paris', 'geocode?address=12 rue&city=Clichy&zip=92110']) {
      const { status, error, headers } = await get(`/v1/geo/${path}`, julie.token)
      expect([status, error?.code]).toEqual([503, 'UPSTREAM_UNAVAILABLE'])
      expect(headers['retry-after']).toBeTruthy()
    }
    const { data } = await updateCompany(
      server,
      shop,
      editForm({ category: 'bar', address: '99 rue Neuve', latitude: undefined, longitude: undefined }),
    )
    expect(data).toMatchObject({ address: '99 rue Neuve', latitude: null, longitude: null })
  })

  test('an absent position is looked up for a new address, and kept for the same one', async () => {
    const { data: placed } = await updateCompany(server, shop, {
      address: '12 rue de Paris',
      city: 'Clichy',
      zipCode: '92110',
    })
    const { latitude, longitude } = placed as { latitude: number; longitude: number }
    expect(latitude).toBeCloseTo(48.9, 1)
    await updateCompany(server, shop, { latitude: '48.5', longitude: '2.5' })
    expect((await updateCompany(server, shop, { name: 'Toujours là' })).data).toMatchObject({ latitude: 48.5 })
    expect((await updateCompany(server, shop, { latitude: '', longitude: '' })).data).toMatchObject({
      latitude,
      longitude,
    })
  })
})

test('the activity of the registry suggests a category', async () => {
  const { token } = await newPerson(server)
  const { data } = await server.client.answer('POST /v1/company/subscription', {
    token,
    body: { type: 'commerce', siren: '99990000400014' },
  })
  const suggested = await get(`/v1/company/${data}/suggested-categories`, token)
  expect(suggested.data).toMatchObject({ category: 'boulangerie' })
  expect((await get(`/v1/company/${shop.companyId}/suggested-categories`, shop.token)).data).toEqual({
    category: null,
    candidates: [],
  })
})
