import { testApp } from '@parvis/harness/server/test-app'
import { newOwner, newPerson, type Owner } from '@parvis/harness/town/people'
import { expect, test } from 'vitest'

const server = testApp()
type Service = {
  id: number
  label: string
  type: string
  content: string
  rank: number
  active: boolean
  cityId: string
  serviceIcon: { id: number; tags: string; url: string }
}
type Icon = { id: number; tags: string; url: string }

const townHall = () => newOwner(server, { type: 'mairie', category: 'mairie' })
const link = { type: 'LINK', label: 'Piscine', content: 'https://www.ville.fr', iconId: '1' }
const add = (mairie: Owner, form: object = {}) =>
  server.client.answer('POST /v1/municipality/:id/service', {
    params: { id: mairie.companyId },
    token: mairie.token,
    body: { ...link, ...form },
  })
const update = (mairie: Owner, id: number | string, form: object = {}) =>
  server.client.answer('POST /v1/municipality/service/:id/update', {
    params: { id },
    token: mairie.token,
    body: { ...link, ...form },
  })
const remove = (mairie: Owner, id: number | string) =>
  server.client.answer('POST /v1/municipality/service/:id/delete', { token: mairie.token, params: { id } })
const rearrange = (mairie: Owner, couples: unknown, form: Record<string, string> = {}) =>
  server.client.answer('POST /v1/municipality/:id/service/rearrange', {
    params: { id: mairie.companyId },
    token: mairie.token,
    as: 'form',
    body: { idRankCouples: typeof couples === 'string' ? couples : JSON.stringify(couples), ...form },
  })
const list = async (mairie: Owner) => {
  const { status, data } = await server.client.answer('GET /v1/municipality/:id/service', {
    params: { id: mairie.companyId },
    token: mairie.token,
  })
  expect(status).toBe(200)
  return data as Service[]
}
const ranked = (data: unknown) => (data as Service[]).map(({ rank, label }) => `${rank} ${label}`)

async function town(...labels: string[]): Promise<Owner & { ids: number[] }> {
  const mairie = await townHall()
  for (const label of labels) expect((await add(mairie, { label })).status).toBe(200)
  return { ...mairie, ids: (await list(mairie)).map(({ id }) => id) }
}

test('V-016 C-044 AMB-114 every signed-in person sees at least 60 icons with French tags and a public drawing', async () => {
  const { token } = await newPerson(server)
  const { data } = await server.client.answer('GET /v1/municipality/icons', { token })
  const icons = data as Icon[]
  expect(icons.length).toBeGreaterThanOrEqual(60)
  expect(icons.find((icon) => icon.tags.includes('piscine'))).toBeDefined()
  for (const { url } of icons) {
    const drawing = await server.app.inject({ url: new URL(url).pathname })
    expect([drawing.statusCode, drawing.headers['content-type']]).toEqual([200, 'image/svg+xml'])
    expect(drawing.headers['cache-control']).toContain('public')
    expect(drawing.body).toMatch(/^<svg xmlns=.*<\/svg>\n$/)
  }
  expect((await server.client.answer('GET /v1/municipality/icons')).error?.code).toBe('TOKEN_NOT_FOUND')
})

test('AMB-114 a drawing already held is not sent again, an unknown one is 404', async () => {
  const first = await server.app.inject({ url: '/v1/icons/services/swimming.svg' })
  const headers = { 'if-none-match': String(first.headers.etag) }
  const again = await server.app.inject({ url: '/v1/icons/services/swimming.svg', headers })
  expect([again.statusCode, again.body]).toEqual([304, ''])
  for (const path of ['services/none.svg', 'services/..%2ficons.json', 'services/icons.json', 'other/swimming.svg'])
    expect((await server.app.inject({ url: `/v1/icons/${path}` })).statusCode).toBe(404)
})

test('V-004 V-017 V-018 V-021 C-043 C-045 a new service goes last and has the documented shape', async () => {
  const mairie = await town('Mairie')
  const { status, data } = await add(mairie, { label: 'Médiathèque', cityId: mairie.companyId })
  expect(status).toBe(200)
  expect(data).toEqual(await list(mairie))
  expect((data as Service[])[1]).toEqual({
    id: expect.any(Number),
    label: 'Médiathèque',
    type: 'LINK',
    content: 'https://www.ville.fr',
    rank: 2,
    active: true,
    cityId: mairie.companyId,
    serviceIcon: { id: 1, tags: expect.any(String), url: expect.stringMatching(/\/v1\/icons\/services\/.*\.svg$/) },
  })
})

test.each([
  [{ label: ' ab ' }, 'label'],
  [{ type: 'PHONE' }, 'type'],
  [{ iconId: '' }, 'iconId'],
  [{ iconId: 'abc' }, 'iconId'],
  [{ iconId: '99999999' }, 'iconId'],
  [{ content: 'http://x' }, 'content'],
  [{ content: 'javascript:alert(1)' }, 'content'],
  [{ type: 'INTERNAL_PAGE', content: '<script>alert(1)</script>' }, 'content'],
  [{ type: 'INTERNAL_PAGE', content: '<p> </p>' }, 'content'],
  [{ cityId: '7f1e9f06-9a4e-4d8c-8a2e-0c6e2f9f3f11' }, 'cityId'],
] as const)(
  'V-010 V-011 V-012 V-013 V-014 V-015 V-021 %j is refused on add and update with the municipality message',
  async (form, field) => {
    const mairie = await town('Piscine')
    for (const answer of [await add(mairie, form), await update(mairie, mairie.ids[0] ?? 0, form)]) {
      expect([answer.status, answer.error?.code]).toEqual([400, 'VALIDATION'])
      expect(Object.keys(answer.error?.fields ?? {})).toContain(field)
      if (field !== 'cityId')
        expect(answer.error?.message).toBe('Une erreur est survenue, merci de vérifier les informations du service')
    }
    expect(ranked(await list(mairie))).toEqual(['1 Piscine'])
  },
)

test('V-014 AMB-114 X-029 a page is stored sanitised, its formatting kept', async () => {
  const mairie = await townHall()
  const content =
    '<h2>Horaires</h2><p onclick="a()">Le <strong>lundi</strong><script>x()</script> <a href="javascript:b()">non</a> <a href="https://www.ville.fr">oui</a><img src=x onerror=c()></p><iframe src="https://mal.example"></iframe>'
  const { data } = await add(mairie, { type: 'INTERNAL_PAGE', content })
  expect((data as Service[])[0]?.content).toBe(
    '<h2>Horaires</h2><p>Le <strong>lundi</strong> <a rel="noopener noreferrer nofollow ugc" target="_blank">non</a> <a href="https://www.ville.fr" rel="noopener noreferrer nofollow ugc" target="_blank">oui</a></p>',
  )
})

test('V-020 C-048 updating changes the service in its place', async () => {
  const mairie = await town('Piscine', 'Mairie')
  const form = { type: 'INTERNAL_PAGE', label: 'Stade', content: '<p>Le stade</p>', iconId: 2 }
  const { data } = await update(mairie, mairie.ids[0] ?? 0, form)
  expect(ranked(data)).toEqual(['1 Stade', '2 Mairie'])
  expect((data as Service[])[0]).toMatchObject({
    type: 'INTERNAL_PAGE',
    label: 'Stade',
    content: '<p>Le stade</p>',
    serviceIcon: { id: 2 },
  })
  expect(await list(mairie)).toEqual(data)
})

test('V-019 V-024 C-046 AMB-112 deleting closes the ranks up; unknown, deleted and malformed ids are 404', async () => {
  const mairie = await town('Aaa', 'Bbb', 'Ccc', 'Ddd')
  const [, second = 0] = mairie.ids
  expect(ranked((await remove(mairie, second)).data)).toEqual(['1 Aaa', '2 Ccc', '3 Ddd'])
  expect((await list(mairie)).map(({ active }) => active)).toEqual([true, true, true])
  expect((await remove(mairie, second)).error?.code).toBe('SERVICE_NOT_FOUND')
  expect((await update(mairie, second)).error?.code).toBe('SERVICE_NOT_FOUND')
  for (const id of ['abc', '0', '99999999999999999999']) expect((await remove(mairie, id)).status).toBe(404)
  expect(ranked((await add(mairie, { label: 'Eee' })).data)).toEqual(['1 Aaa', '2 Ccc', '3 Ddd', '4 Eee'])
})

test('V-007 C-047 rearranging gives the new order, and it lasts', async () => {
  const mairie = await town('Aaa', 'Bbb', 'Ccc')
  const [a, b, c] = mairie.ids
  const couples = [a, b, c].map((id, index) => ({ id, rank: 3 - index }))
  const { status, data } = await rearrange(mairie, couples, { mairieId: mairie.companyId })
  expect(status).toBe(200)
  expect(ranked(data)).toEqual(['1 Ccc', '2 Bbb', '3 Aaa'])
  expect(await list(mairie)).toEqual(data)
})

test('C-047 V-021 AMB-112 an order that is not whole, or of another town hall, changes nothing', async () => {
  const mairie = await town('Aaa', 'Bbb', 'Ccc')
  const other = await town('Voisin')
  const [a, b, c] = mairie.ids
  const bad = [
    [],
    [
      [a, 1],
      [b, 2],
    ],
    [
      [a, 1],
      [b, 1],
      [c, 2],
    ],
    [
      [a, 0],
      [b, 1],
      [c, 2],
    ],
    [
      [a, 1],
      [b, 2],
      [c, 4],
    ],
    [
      [a, 1],
      [a, 2],
      [c, 3],
    ],
    [
      [a, 1],
      [b, 2],
      [other.ids[0], 3],
    ],
  ] as const
  for (const couples of bad) {
    const { status, error } = await rearrange(
      mairie,
      couples.map(([id, rank]) => ({ id, rank })),
    )
    expect([status, error?.code]).toEqual([400, 'BAD_RANKS'])
  }
  for (const text of ['', 'abc', '{}', 'null', '[1,2,3]', '[{"id":'])
    expect((await rearrange(mairie, text)).status).toBe(400)
  const whole = [a, b, c].map((id, index) => ({ id, rank: index + 1 }))
  expect((await rearrange(mairie, whole, { mairieId: other.companyId })).error?.code).toBe('VALIDATION')
  expect(ranked(await list(mairie))).toEqual(['1 Aaa', '2 Bbb', '3 Ccc'])
})

test('AMB-112 V-004 ranks stay 1 to n under simultaneous adds, deletions and rearrangements', async () => {
  const mairie = await town('Aaa', 'Bbb', 'Ccc', 'Ddd')
  const whole = mairie.ids.map((id, index) => ({ id, rank: 4 - index }))
  const answers = await Promise.all([
    ...Array.from({ length: 6 }, (_, n) => add(mairie, { label: `Service ${n}` })),
    ...mairie.ids.slice(0, 2).map((id) => remove(mairie, id)),
    rearrange(mairie, whole),
  ])
  expect(answers.slice(0, 8).map(({ status }) => status)).toEqual(Array(8).fill(200))
  expect((await list(mairie)).map(({ rank }) => rank)).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
})

test('V-001 V-023 only the owner of that very town hall reads or changes its services', async () => {
  const mairie = await town('Piscine')
  const shop = await newOwner(server)
  const neighbour = await townHall()
  for (const { token } of [shop, neighbour, await newPerson(server)]) {
    const intruder = { ...mairie, token }
    for (const answer of [
      await server.client.answer('GET /v1/municipality/:id/service', { params: { id: mairie.companyId }, token }),
      await add(intruder),
      await rearrange(intruder, []),
    ])
      expect([answer.status, answer.error?.code]).toEqual([403, 'FORBIDDEN'])
    for (const answer of [await update(intruder, mairie.ids[0] ?? 0), await remove(intruder, mairie.ids[0] ?? 0)])
      expect([answer.status, answer.error?.code]).toEqual([404, 'SERVICE_NOT_FOUND'])
  }
  expect((await add(shop)).error?.code).toBe('FORBIDDEN')
  expect(ranked(await list(mairie))).toEqual(['1 Piscine'])
})

test('C-057 V-024 residents read town halls and their active services without a session', async () => {
  const mairie = await newOwner(server, { type: 'mairie', category: 'mairie', zipCode: '29200' })
  await add(mairie, { label: 'Piscine' })
  const [, closed] = (await add(mairie, { label: 'Fermée' })).data as Service[]
  await remove(mairie, closed?.id ?? 0)
  const found = await server.client.answer('GET /v1/app/municipalities', { query: { zip: '29200' } })
  expect(found.data).toMatchObject([{ id: mairie.companyId, zipCode: '29200' }])
  const services = await server.client.answer('GET /v1/app/municipalities/:id/services', {
    params: { id: mairie.companyId },
  })
  expect(ranked(services.data)).toEqual(['1 Piscine'])
  const { companyId } = await newOwner(server)
  expect(
    (await server.client.answer('GET /v1/app/municipalities/:id/services', { params: { id: companyId } })).status,
  ).toBe(404)
  expect((await server.client.answer('GET /v1/app/municipalities', { query: { zip: 'abc' } })).error?.code).toBe(
    'VALIDATION',
  )
})
