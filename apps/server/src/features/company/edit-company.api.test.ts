import { testApp } from '@parvis/harness/server/test-app'
import { editForm, hours, settingsOf, updateCompany } from '@parvis/harness/town/companies'
import { newOwner, newPerson, type Owner } from '@parvis/harness/town/people'
import { beforeAll, describe, expect, test } from 'vitest'
import { run } from '../../db/database.ts'

const server = testApp()
let shop: Owner

beforeAll(async () => {
  shop = await newOwner(server, { membership: 'premium' })
  expect((await updateCompany(server, shop, editForm())).status).toBe(200)
})

const update = (form: Parameters<typeof updateCompany>[2]) => updateCompany(server, shop, form)
const hoursOf = (entry: object) => JSON.stringify([{ ...hours[0], ...entry }])

test('C-014 E-076 a whole form is saved and answered as the settings', async () => {
  const { data } = await update(editForm({ companyId: shop.companyId.toUpperCase(), name: '  Chez​ Paulette ' }))
  expect(data).toMatchObject({
    companyId: shop.companyId,
    name: 'Chez Paulette',
    type: 'commerce',
    category: 'boulangerie',
    address: '12 rue de Paris',
    city: 'Clichy',
    zipCode: '92110',
    latitude: 48.9045,
    longitude: 2.3064,
    description: '<p>Du pain cuit sur place, tous les jours.</p>',
    email: 'contact@fournil.fr',
    phoneNumber: '+33145678901',
    website: 'https://www.fournil.fr',
    openHours: [
      { id: expect.any(Number), type: 'mondays_to_fridays', startTime: '09:00', endTime: '18:00', enabled: true },
    ],
  })
  expect(await settingsOf(server, shop)).toEqual(data)
})

describe('E-029 E-030 E-031 E-033 E-034 E-035 E-037 E-062 C-018 a required field that is emptied', () => {
  test.each([
    ['E-030', 'name'],
    ['E-031', 'category'],
    ['E-033', 'address'],
    ['E-034', 'city'],
    ['E-035', 'zipCode'],
    ['E-037', 'description'],
  ])('%s refuses an empty %s', async (_id, field) => {
    const { status, error } = await update(editForm({ [field]: '  ' }))
    expect([status, error?.code, error?.fields]).toEqual([404, 'data_format_error', { [field]: 'required_data_error' }])
  })

  test('E-032 refuses a profile without a picture, stored or sent', async () => {
    const owner = await newOwner(server)
    await run(server.db)`update companies set profile_picture = null where id = ${owner.companyId}`
    const { error } = await updateCompany(server, owner, editForm())
    expect(error?.fields).toEqual({ profileImage: 'required_data_error' })
  })

  test('E-036 E-066 refuses an emptied list of hours', async () => {
    expect((await update(editForm({ openingHours: '[]' }))).error?.fields).toEqual({
      openingHours: 'opening hours error',
    })
  })

  test('C-017 E-029 api.md 8.1 leaves every absent key as it is', async () => {
    const before = await settingsOf(server, shop)
    // Its address follows its name (residents.md W-009).
    const kept = { ...before, publicUrl: expect.any(String) }
    expect((await update({})).data).toEqual(kept)
    const { data } = await update({ name: 'Le Fournil' })
    expect(data).toEqual({ ...kept, name: 'Le Fournil' })
  })
})

describe('E-023 E-041 E-042 E-043 E-045 E-046 E-048 E-049 E-053 E-054 E-056 P-026 P-027 a field of a wrong format', () => {
  test.each([
    ['E-041', 'name', 'Ab', 'Abc', 'business_name_format_error'],
    ['E-041', 'name', 'a'.repeat(101), 'a'.repeat(100), 'business_name_format_error'],
    ['E-042', 'address', '1 rue', '12 rue', 'address_format_error'],
    ['E-043', 'city', 'Pau', 'Lyon', 'city_format_error'],
    ['E-045 E-062', 'zipCode', '7500', '75011', 'zipCode_format_error'],
    ['E-045', 'zipCode', '99123', '01000', 'zipCode_format_error'],
    ['E-045', 'zipCode', '00100', '98000', 'zipCode_format_error'],
    ['E-046', 'description', '<p>Treize signe</p>', '<p>Quatorze signe</p>', 'description_format_error'],
    ['E-046', 'description', `<p>${'a'.repeat(9_994)}</p>`, `<p>${'a'.repeat(9_993)}</p>`, 'description_format_error'],
    ['E-048 E-049', 'website', 'http://a', 'http://site.fr', 'site_format_error'],
    ['E-049', 'website', 'ftp://site.fr', 'https://www.site.fr/page', 'site_format_error'],
    ['E-053', 'email', 'a@b', 'a@b.fr', 'email_format_error'],
    ['E-054 E-038', 'phoneNumber', '12345', '0145678901', 'phone_number_error'],
    ['E-054', 'phoneNumber', '+4912345678', '0612345678', 'phone_number_error'],
    ['E-023', 'type', 'association', 'entreprise', 'type_error'],
    ['P-026', 'category', 'licorne', 'boulangerie', 'category_error'],
    ['P-027', 'category', 'citizen_life', 'boulangerie', 'category_error'],
    ['E-056', 'premium_subdomain', 'mon resto', 'mon-resto_75', 'subdomain_format_error'],
    ['E-056', 'premium_subdomain', 'café', 'CAFE', 'subdomain_format_error'],
    ['E-056 T16', 'premium_subdomain', 'www', 'w', 'subdomain_reserved'],
    ['AMB-57', 'latitude', '91', '48.8566', 'coordinates_error'],
  ])('%s %s: %.30s is refused, %.30s accepted', async (_id, field, wrong, right, key) => {
    const { status, error } = await update(editForm({ [field]: wrong }))
    expect([status, error?.code, error?.fields]).toEqual([404, 'data_format_error', { [field]: key }])
    expect(Object.keys(error ?? {})).toEqual(['code', 'message', 'fields'])
    expect(error?.message).toBeTruthy()
    expect((await update(editForm({ [field]: right }))).status).toBe(200)
  })

  test.each([
    ['E-067', { startTime: '9:0' }, "L'heure d'ouverture doit être complète, par exemple 09:00"],
    ['E-069', { startTime: '24:00' }, "L'heure d'ouverture doit être complète, par exemple 09:00"],
    [
      'E-069',
      { endTime: '12:60' },
      "L'heure de fermeture doit être complète et suivre l'ouverture d'au moins 5 minutes",
    ],
    [
      'E-068',
      { endTime: '09:04' },
      "L'heure de fermeture doit être complète et suivre l'ouverture d'au moins 5 minutes",
    ],
    [
      'E-068',
      { endTime: '08:00' },
      "L'heure de fermeture doit être complète et suivre l'ouverture d'au moins 5 minutes",
    ],
    ['P-025', { daytype: 'sundays' }, 'Veuillez choisir les jours de cet horaire'],
    ['P-025', { daytype: 'constructor' }, 'Veuillez choisir les jours de cet horaire'],
  ])('%s refuses the hours %o (E-067 E-068 E-069 P-025)', async (_id, entry, message) => {
    const { status, error } = await update(editForm({ openingHours: hoursOf(entry) }))
    expect([status, error?.fields, error?.message]).toEqual([404, { openingHours: 'opening hours error' }, message])
  })

  test('E-028 AMB-139 every wrong field is named in the order of the rules, with the first one’s sentence', async () => {
    const { error } = await update(
      editForm({ phoneNumber: '1', email: 'a@b', zipCode: '7500', name: 'Ab', openingHours: 'no list', city: '' }),
    )
    expect(Object.entries(error?.fields ?? {})).toEqual([
      ['city', 'required_data_error'],
      ['name', 'business_name_format_error'],
      ['zipCode', 'zipCode_format_error'],
      ['email', 'email_format_error'],
      ['phoneNumber', 'phone_number_error'],
      ['openingHours', 'opening hours error'],
    ])
    expect(error?.message).toBe('Veuillez remplir tous les champs')
  })

  test('AMB-45 an emptied e-mail has a wrong format', async () => {
    expect((await update(editForm({ email: '' }))).error?.fields).toEqual({ email: 'email_format_error' })
  })

  test('api.md 8.9 refuses a body that names another company', async () => {
    for (const companyId of ['7b0e6f3a-5c1d-4e2f-9a8b-0c1d2e3f4a5b', 'abc'])
      expect((await update(editForm({ companyId }))).error).toMatchObject({ code: 'data_format_error' })
  })
})

test('E-052 C-017 api.md 8.18 an emptied website, phone or subdomain is cleared', async () => {
  expect((await update(editForm({ premium_subdomain: 'fournil' }))).data).toMatchObject({ premiumSubdomain: 'fournil' })
  const { data } = await update(editForm({ website: '', phoneNumber: '', premium_subdomain: '' }))
  expect(data).toMatchObject({ website: null, phoneNumber: null, premiumSubdomain: null })
})

test('E-023 AMB-56 a commerce becomes an entreprise and back, an association nothing else', async () => {
  for (const type of ['entreprise', 'commerce']) expect((await update({ type })).data).toMatchObject({ type })
  const club = await newOwner(server, { type: 'association', category: 'sport' })
  const { error } = await updateCompany(server, club, { type: 'commerce', category: 'boulangerie' })
  expect(error?.fields).toMatchObject({ type: 'type_error' })
})

test.each([
  ['commerce', 'boulangerie'],
  ['entreprise', 'boulangerie'],
  ['association', 'sport'],
  ['mairie', 'mairie'],
] as const)(
  'X-009 who owns a %s changes it; nothing else is asked of them, and no role can be sent',
  async (type, category) => {
    const owner = await newOwner(server, { type, category })
    const { status, data } = await updateCompany(server, owner, { name: 'Nouveau nom', role: 'resident' })
    expect([status, data]).toMatchObject([200, { name: 'Nouveau nom', type }])
    await run(server.db)`delete from company_members where company_id = ${owner.companyId}`
    expect((await updateCompany(server, owner, { name: 'Encore', role: 'owner' })).error?.code).toBe('FORBIDDEN')
  },
)

test('P-025 each of the thirteen days is kept', async () => {
  const { dayTypes } = await import('@parvis/domain/company/opening-hours')
  const list = dayTypes.map((daytype) => ({ ...hours[0], daytype }))
  await update({ openingHours: JSON.stringify(list) })
  expect((await settingsOf(server, shop)).openHours.map(({ type }) => type)).toEqual([...dayTypes])
})

test('X-010 C-002 only its owner changes a company, an unknown one and another’s look alike', async () => {
  const stranger = await newPerson(server)
  const unknown = { token: stranger.token, companyId: '7b0e6f3a-5c1d-4e2f-9a8b-0c1d2e3f4a5b' }
  const before = await settingsOf(server, shop)
  const answers = [
    await updateCompany(server, { ...stranger, companyId: shop.companyId }, editForm()),
    await updateCompany(server, unknown, editForm()),
  ]
  for (const { status, error } of answers) expect([status, error?.code]).toEqual([403, 'FORBIDDEN'])
  expect(answers[0]?.error).toEqual(answers[1]?.error)
  expect((await updateCompany(server, { ...shop, companyId: 'abc' }, editForm())).status).toBe(404)
  expect(await settingsOf(server, shop)).toEqual(before)
})
