import { testApp } from '@parvis/harness/server/test-app'
import { superAdmin } from '@parvis/harness/sql/people'
import { editForm, hours, picture, settingsOf, updateCompany } from '@parvis/harness/town/companies'
import { newOwner, newPerson, type Owner } from '@parvis/harness/town/people'
import { beforeAll, describe, expect, test } from 'vitest'
import { rowsOf } from '../../db/database.ts'

const server = testApp()
let shop: Owner

beforeAll(async () => {
  shop = await newOwner(server)
})

const update = (form: Parameters<typeof updateCompany>[2], owner = shop) => updateCompany(server, owner, form)
const list = (...entries: object[]) => JSON.stringify(entries.map((entry) => ({ ...hours[0], ...entry })))
const openHours = async (owner = shop) => (await settingsOf(server, owner)).openHours

describe('E-077 AMB-51 the list of hours', () => {
  test('replaces the stored one: known ids stay, the others are new, missing ones go', async () => {
    await update({ openingHours: list({}, { startTime: '19:00', endTime: '23:59' }, { daytype: 'all_sundays' }) })
    const [first, second, third] = await openHours()
    await update({
      openingHours: list({ id: third?.id, startTime: '10:00' }, { daytype: 'all_mondays' }, { id: String(first?.id) }),
    })
    const after = await openHours()
    expect(after.map(({ id }) => id)).toEqual([third?.id, expect.any(Number), first?.id])
    expect(after[0]).toMatchObject({ startTime: '10:00', type: 'mondays_to_fridays' })
    expect(after.map(({ id }) => id)).not.toContain(second?.id)
  })

  test('E-072 keeps a pause, and reads an absent state as open', async () => {
    const silent = { daytype: 'all_saturdays', startTime: '09:00', endTime: '12:00' }
    await update({
      openingHours: JSON.stringify([{ ...hours[0], enabled: false }, { ...hours[0], enabled: '0' }, silent]),
    })
    expect((await openHours()).map(({ enabled }) => enabled)).toEqual([false, false, true])
  })

  test('E-068 E-069 hours that overlap, repeat or touch midnight are kept as they are; past midnight is two lines', async () => {
    const entry = { daytype: 'all_fridays', startTime: '18:00', endTime: '23:59' }
    const night = [
      entry,
      entry,
      { ...entry, startTime: '12:00', endTime: '19:00' },
      { ...entry, daytype: 'all_saturdays', startTime: '00:00', endTime: '02:00' },
    ]
    expect((await update({ openingHours: list(...night) })).status).toBe(200)
    const written = (await openHours()).map(({ type, startTime, endTime }) => ({ daytype: type, startTime, endTime }))
    expect(written).toEqual(night)
    for (const endTime of ['24:00', '02:00']) {
      const { error } = await update({ openingHours: list({ ...entry, endTime }) })
      expect(error?.fields).toEqual({ openingHours: 'opening hours error' })
    }
  })

  test('T06 an id of another company makes a new entry and touches nothing of the other', async () => {
    const other = await newOwner(server)
    await update({ openingHours: list({}, { daytype: 'all_sundays' }) }, other)
    const theirs = await openHours(other)
    await update({ openingHours: list({ id: theirs[0]?.id }, { id: theirs[1]?.id }) })
    expect(await openHours(other)).toEqual(theirs)
    for (const { id } of await openHours()) expect(theirs.map((entry) => entry.id)).not.toContain(id)
  })

  test('the same id twice names one entry, the second is new', async () => {
    await update({ openingHours: list({}) })
    const [known] = await openHours()
    await update({ openingHours: list({ id: known?.id }, { id: known?.id, daytype: 'all_sundays' }) })
    const ids = (await openHours()).map(({ id }) => id)
    expect(ids[0]).toBe(known?.id)
    expect(new Set(ids).size).toBe(2)
  })

  test('T19 ten people saving at once never mix their lists', async () => {
    const days = ['all_mondays', 'all_tuesdays', 'all_wednesdays', 'all_thursdays', 'all_fridays']
    const known = (await openHours()).map(({ id }) => id)
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, at) => {
        const entry = { daytype: days[at % 5], startTime: `${10 + at}:00`, endTime: `${10 + at}:30` }
        return update({ openingHours: list({ ...entry, id: known[0] }, entry, entry) })
      }),
    )
    expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200))
    const after = await openHours()
    expect(after).toHaveLength(3)
    expect(new Set(after.map(({ type, startTime }) => `${type} ${startTime}`)).size).toBe(1)
  })
})

describe('X-029 T08 the description', () => {
  const saved = async (description: string) => {
    const { status } = await update({ description })
    expect(status).toBe(200)
    return String((await settingsOf(server, shop)).description)
  }

  test('E-080 keeps the marks of the editor', async () => {
    const rich = '<h3>Notre pain</h3><p>Du <strong>bon</strong> <em>pain</em> <u>chaud</u></p><ul><li>Seigle</li></ul>'
    expect(await saved(rich)).toBe(rich)
  })

  test.each([
    '<script>alert(1)</script>',
    '<style>body{display:none}</style>',
    '<img src=x onerror=alert(1)>',
    '<svg onload=alert(1)></svg>',
    '<iframe src="javascript:alert(1)"></iframe>',
    '<p onclick="alert(1)" style="position:fixed" class="x" id="y">a</p>',
    '<a href="javascript:alert(1)">a</a>',
    '<a href=" java\tscript:alert(1)">a</a>',
    '<a href="data:text/html,<script>alert(1)</script>">a</a>',
    '<a href="//evil.example">a</a>',
    '<math><mi xlink:href="javascript:alert(1)">a</mi></math>',
    '<form action="https://evil.example"><input name="a"></form>',
    '<!--><script>alert(1)</script>-->',
    '<p><scr<script>ipt>alert(1)</scr</script>ipt></p>',
  ])('drops what runs, loads or positions: %s', async (attack) => {
    const html = await saved(`<p>Du pain cuit sur place.</p>${attack}`)
    expect(html).toContain('Du pain cuit sur place.')
    expect(html).not.toMatch(
      /<(script|style|img|svg|iframe|math|form|input)|on\w+=|style=|class=|javascript:|data:|"\/\//i,
    )
  })

  test('opens links apart, without a referrer', async () => {
    const html = await saved('<p>Notre <a href="https://www.site.fr" target="_top" rel="opener">site complet</a></p>')
    expect(html).toBe(
      '<p>Notre <a href="https://www.site.fr" rel="noopener noreferrer nofollow ugc" target="_blank">site complet</a></p>',
    )
  })

  test('reads a hundred nested levels and 10,000 brackets in a moment', async () => {
    const nested = `${'<ul><li>'.repeat(100)}Du pain cuit sur place${'</li></ul>'.repeat(100)}`
    const start = performance.now()
    expect(await saved(nested)).toBe(nested)
    const hostile = `${'<div onclick="a()"><style>p{}</style>'.repeat(100)}<p>Du pain cuit sur place</p>${'</div>'.repeat(100)}`
    expect(await saved(hostile)).toBe('<p>Du pain cuit sur place</p>')
    expect(await saved(`Du pain cuit sur place ${'<'.repeat(2_000)}`)).toContain('Du pain cuit')
    expect(performance.now() - start).toBeLessThan(2_000)
  })

  test('AMB-42 what is dropped is not counted', async () => {
    const { error } = await update({ description: '<p>Pain</p><script>quatorze signes et plus</script>' })
    expect(error?.fields).toEqual({ description: 'description_format_error' })
  })
})

describe('X-018 AMB-61 what the plan does not give', () => {
  const premium = { premium_subdomain: 'a b', cacActive: 'oui', cacDescription: 'x', cacReferences: '[{"rank":9}]' }

  test('is ignored, wrong values and broken files included, and the rest is saved', async () => {
    const { status, data } = await update({
      ...editForm(premium),
      name: 'Sans offre',
      'cacImages[]': new Blob(['no picture']),
    })
    expect(status).toBe(200)
    expect(data).toMatchObject({ name: 'Sans offre', premiumSubdomain: null, cacActive: false, cacImagesPath: [] })
  })

  test('api.md 8.13 an association has a subdomain and no click-and-collect', async () => {
    const club = await newOwner(server, { type: 'association', category: 'sport', membership: 'digital' })
    const { data } = await update({ premium_subdomain: 'Club-Sportif', cacActive: '1' }, club)
    expect(data).toMatchObject({ premiumSubdomain: 'club-sportif', cacActive: false })
    expect((await settingsOf(server, club)).subscription).toMatchObject({
      hasSubdomain: true,
      hasClickAndCollect: false,
    })
  })

  test('is hidden after a downgrade, kept, and back with the plan', async () => {
    const owner = await newOwner(server, { membership: 'premium' })
    const form = {
      premium_subdomain: 'chez-paulette',
      cacActive: '1',
      cacDescription: 'Commandez avant midi.',
      cacReferences: '[{"rank":2,"action":"UPDATE"}]',
      'cacImages[]': await picture(800, 1000),
    }
    const rich = (await update(form, owner)).data
    expect(rich).toMatchObject({ premiumSubdomain: 'chez-paulette', cacActive: true, cacImagesPath: [{ rank: 2 }] })
    const plan = (membership: 'freemium' | 'premium') =>
      rowsOf(server.db)`update companies set membership = ${membership} where id = ${owner.companyId}`
    await plan('freemium')
    expect(await settingsOf(server, owner)).toMatchObject({ premiumSubdomain: null, cacActive: false })
    expect((await update({ premium_subdomain: '', cacActive: '0' }, owner)).status).toBe(200)
    await plan('premium')
    expect(await settingsOf(server, owner)).toEqual(rich)
  })
})

describe('AMB-53 T19 a subdomain', () => {
  test('belongs to one company, whatever its case, and is stored in lower case', async () => {
    const [one, two] = [
      await newOwner(server, { membership: 'premium' }),
      await newOwner(server, { membership: 'digital' }),
    ]
    expect((await update({ premium_subdomain: 'Le-Fournil' }, one)).data).toMatchObject({
      premiumSubdomain: 'le-fournil',
    })
    expect((await update({ premium_subdomain: 'LE-FOURNIL' }, one)).status).toBe(200)
    const { status, error } = await update({ premium_subdomain: 'le-FOURNIL', name: 'Autre nom' }, two)
    expect([status, error?.code, error?.message]).toEqual([409, 'SUBDOMAIN_TAKEN', 'Ce sous-domaine est déjà pris'])
    expect((await settingsOf(server, two)).name).not.toBe('Autre nom')
  })

  test('is won by exactly one of eight simultaneous companies', async () => {
    const owners = await Promise.all(Array.from({ length: 8 }, () => newOwner(server, { membership: 'premium' })))
    const answers = await Promise.all(owners.map((owner) => update({ premium_subdomain: 'une-seule' }, owner)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ error }) => error?.code === 'SUBDOMAIN_TAKEN')).toHaveLength(7)
  })
})

describe('T07 T09 hostile values', () => {
  const post = (json: unknown, type = 'application/json') =>
    server.app.inject({
      method: 'POST',
      url: `/v1/company/${shop.companyId}/update-settings-and-openingHours`,
      headers: { authorization: `Bearer ${shop.token}`, 'content-type': type },
      payload: typeof json === 'string' ? json : JSON.stringify(json),
    })

  const fields = Object.keys(editForm())
  test.each(fields)('never a fault, whatever %s is', async (field) => {
    const hostile = ['a\u0000b', '\ud800', 'x'.repeat(100_000), ['a', 'b'], { $gt: '' }, 1e308, true, null, -0]
    for (const value of hostile) {
      const { statusCode } = await post({ [field]: value })
      expect([200, 404]).toContain(statusCode)
    }
  })

  test('refuses prototype keys and keeps unknown ones out', async () => {
    expect((await post('{"__proto__":{"name":"x"}}')).statusCode).toBe(400)
    const before = await settingsOf(server, shop)
    const more = {
      membership: 'premium',
      followersCount: 9,
      identityStatus: 'verified',
      siren: '1',
      isSpecial: true,
      id: 'x',
    }
    expect((await post(more)).statusCode).toBe(200)
    expect(await settingsOf(server, shop)).toEqual(before)
  })

  test('C-001 refuses another content type', async () => {
    expect((await post('name=x', 'text/plain')).statusCode).toBe(415)
  })

  test('refuses more than 200 entries and entries that are none', async () => {
    for (const openingHours of [Array(201).fill(hours[0]), [null], [[]], ['x'], [{}]]) {
      const reply = await post({ openingHours })
      expect(reply.json().error.fields).toEqual({ openingHours: 'opening hours error' })
    }
  })
})

test('AMB-146 the same save with the same key is done once', async () => {
  const key = { 'idempotency-key': 'save-once' }
  const form = editForm({ name: 'Une fois', coverImage: await picture(1200, 600) })
  const first = await updateCompany(server, shop, form, key)
  expect(first.status).toBe(200)
  expect((await updateCompany(server, shop, form, key)).data).toEqual(first.data)
  expect((await updateCompany(server, shop, editForm(), key)).error?.code).toBe('IDEMPOTENCY_MISMATCH')
})

test('C-019 P-023 P-024 settings have exactly the documented keys, for the owner and a super admin', async () => {
  const owner = await newOwner(server)
  expect(Object.keys(await settingsOf(server, owner)).sort()).toEqual([
    'address',
    'cacActive',
    'cacDescription',
    'cacImagesPath',
    'category',
    'categoryLabel',
    'city',
    'companyId',
    'coverImage',
    'customDomain',
    'description',
    'email',
    'followersCount',
    'hoursVersion',
    'identityStatus',
    'isSpecial',
    'latitude',
    'longitude',
    'name',
    'openHours',
    'phoneNumber',
    'premiumSubdomain',
    'profileImage',
    'publicUrl',
    'siren',
    'siteUrl',
    'subscription',
    'suspension',
    'type',
    'website',
    'zipCode',
  ])
  expect((await settingsOf(server, owner)).subscription).toEqual({
    membership: 'freemium',
    allowedInstant: 3,
    allowedConversation: 3,
    allowedNotificationPerInstant: 1,
    allowedBroadcast: 1,
    hasSubdomain: false,
    hasClickAndCollect: false,
  })
  const operator = await newPerson(server)
  const read = () =>
    server.client.answer('GET /v1/company/settings/:companyId', {
      params: { companyId: owner.companyId },
      token: operator.token,
    })
  expect((await read()).error?.code).toBe('FORBIDDEN')
  await superAdmin(server.db, operator.userId)
  expect((await read()).data).toEqual(await settingsOf(server, owner))
  expect((await updateCompany(server, { ...owner, token: operator.token }, editForm())).status).toBe(403)
})
