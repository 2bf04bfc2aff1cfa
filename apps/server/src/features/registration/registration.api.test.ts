import { randomInt } from 'node:crypto'
import { multipart } from '@parvis/client/client'
import { testApp } from '@parvis/harness/server/test-app'
import { foundCell } from '@parvis/harness/sql/found'
import { addMember, superAdmin } from '@parvis/harness/sql/people'
import { settingsOf } from '@parvis/harness/town/companies'
import { conversationCalls } from '@parvis/harness/town/conversations'
import { buy, membershipOf } from '@parvis/harness/town/payments'
import { newOwner, newPerson } from '@parvis/harness/town/people'
import { newResident } from '@parvis/harness/town/site-visitors'
import { runQuery, transaction } from '@parvis/postgres'
import { Temporal } from 'temporal-polyfill'
import { expect, test, vi } from 'vitest'
import { hasRow, run } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import { lockCaller } from '../../http/resident-door.queries.ts'
import { takePhoneAway } from '../site/residents/join.queries.ts'

const server = testApp()

const luhn = (digits: string): number =>
  [...digits].reverse().reduce((sum, digit, at) => {
    const value = Number(digit) * (at % 2 === 0 ? 1 : 2)
    return sum + (value > 9 ? value - 9 : value)
  }, 0) % 10
function newSiren(): string {
  const start = String(randomInt(10_000_000, 100_000_000))
  return [...'0123456789'].map((digit) => start + digit).find((siren) => luhn(siren) === 0) ?? ''
}
const newSiret = () => newSiren() + String(randomInt(100_000)).padStart(5, '0')
const newRna = () => `W${randomInt(100_000_000, 1_000_000_000)}`

const lookUp = (siren: string) => server.client.answer('GET /v1/company/siren', { query: { siren } })
const register = (token: string, json: object, headers = {}) =>
  server.client.answer('POST /v1/company/subscription', { token, body: json, headers })
const ownership = async (token: string) =>
  (await server.client.answer('GET /v1/company/ownership', { token })).data as { companyId: string }[]

test('R-044 C-009 gives the name and address of a known code', async () => {
  const { data } = await lookUp('999 900 004 00014')
  expect(data).toEqual({
    name: 'Boulangerie des Lilas',
    address: '12 Rue de Paris',
    zipCode: '92110',
    city: 'Clichy',
  })
})

test('R-045 R-046 R-047 C-010 R-056 accepts a SIRET by its first nine digits only', async () => {
  for (const code of ['73282932000074', '732 829 320 00074', '35600000053008', '73282932000001'])
    expect((await lookUp(code)).data).toEqual({ name: '', address: '', zipCode: '', city: '' })
  for (const code of ['73282932100074', '7328293200007', '732829320000740', '', '00000000000000', '73282932O00074']) {
    const { status, error } = await lookUp(code)
    expect([code, status, error?.code]).toEqual([code, 400, 'INVALID_CODE'])
    expect(error?.message).toBe('Numéro RNA ou SIRET invalide')
  }
})

test('R-048 R-049 R-050 reads nine digits as a SIREN and ten characters as an RNA', async () => {
  for (const code of ['732829320', 'W751234567', 'w75A234567']) expect((await lookUp(code)).status).toBe(200)
  for (const code of ['732829321', 'X751234567', 'W75123456', 'W75123456-'])
    expect((await lookUp(code)).error?.code).toBe('INVALID_CODE')
})

test('T09 a code of several values, with a NUL or without the parameter is invalid, never a fault', async () => {
  for (const query of ['?siren=73282932000074&siren=1', '?siren=7%00', '', '?siren[]=1'])
    expect((await server.call('GET', `/v1/company/siren${query}`)).error?.code).toBe('INVALID_CODE')
})

test('C-012 C-011 R-112 AMB-30 the caller owns what was registered, on the free plan whatever was asked', async () => {
  const { token } = await newPerson(server)
  expect(await ownership(token)).toEqual([])
  const sent = { type: 'commerce', siren: '999 900 012 00017', membership: 'premium' }
  const about = { originalProspectEmail: 'fleurs@mairie.fr', device_id: 'WEB_APP', app_version: 'x.0.17' }
  const { data } = await server.client.answer('POST /v1/company/subscription', {
    token,
    ...multipart({ ...sent, ...about }),
  })
  expect(data).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  expect(await ownership(token)).toEqual([
    {
      companyId: data,
      name: 'Fleurs de la Mairie',
      type: 'commerce',
      category: null,
      role: 'owner',
      until: null,
      city: 'Clichy',
      picture: null,
    },
  ])
  const settings = await settingsOf(server, { token, companyId: String(data) })
  expect(settings).toMatchObject({
    companyId: data,
    name: 'Fleurs de la Mairie',
    address: '4 Place des Martyrs',
    siren: '99990001200017',
    category: null,
    identityStatus: 'missing',
  })
  expect(settings.subscription).toMatchObject({ membership: 'freemium', allowedInstant: 3, hasSubdomain: false })
})

test('C-010 C-013 R-055 AMB-29 a registered code is used, however it is written', async () => {
  const rna = 'W75A234568'
  const { token } = await newPerson(server)
  expect((await register(token, { type: 'association', siren: rna.toLowerCase() })).status).toBe(200)
  for (const code of [rna, 'w75a 234 568']) {
    const { status, error } = await lookUp(code)
    expect([status, error?.code]).toEqual([409, 'CODE_ALREADY_USED'])
    expect(error?.message).toBe('Ce numéro RNA ou SIREN/SIRET est déjà utilisé')
    const other = await newPerson(server)
    expect((await register(other.token, { type: 'association', siren: code })).error?.code).toBe('CODE_ALREADY_USED')
    expect(await ownership(other.token)).toEqual([])
  }
})

test('C-013 T19 of ten simultaneous registrations of one code exactly one wins', async () => {
  const people = await Promise.all(Array.from({ length: 10 }, () => newPerson(server)))
  const siren = newSiret()
  const answers = await Promise.all(people.map(({ token }) => register(token, { type: 'commerce', siren })))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(answers.filter(({ error }) => error?.code === 'CODE_ALREADY_USED')).toHaveLength(9)
  expect((await Promise.all(people.map(({ token }) => ownership(token)))).flat()).toHaveLength(1)
})

test('AMB-28 T19 of ten simultaneous registrations by one person exactly one wins', async () => {
  const { token } = await newPerson(server)
  const answers = await Promise.all(
    Array.from({ length: 10 }, () => register(token, { type: 'commerce', siren: newSiret() })),
  )
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(answers.filter(({ error }) => error?.code === 'ALREADY_OWNER')).toHaveLength(9)
  expect(await ownership(token)).toHaveLength(1)
})

test('AMB-28 lists several ownerships oldest first', async () => {
  const first = await newOwner(server, { name: 'Première' })
  const second = await newOwner(server, { name: 'Seconde' })
  await run(server.db)`
    insert into company_members (company_id, user_id) values (${second.companyId}, ${first.userId})`
  const ids = (await ownership(first.token)).map(({ companyId }) => companyId)
  expect(ids).toEqual([first.companyId, second.companyId])
})

test('AMB-28 A-026 GET /v1/start answers in one call what session, ownership, settings of the oldest and configuration answer apart', async () => {
  const [both, other, nobody] = [await newOwner(server), await newOwner(server), await newPerson(server)]
  await run(server.db)`insert into company_members (company_id, user_id) values (${other.companyId}, ${both.userId})`
  const { client } = server
  for (const { token } of [both, nobody]) {
    const owned = await client.call('GET /v1/company/ownership', { token })
    const companyId = owned[0]?.companyId
    expect(await client.call('GET /v1/start', { token })).toEqual({
      session: await client.call('GET /v1/authentication/session', { token }),
      ownership: owned,
      company: companyId
        ? await client.call('GET /v1/company/settings/:companyId', { token, params: { companyId } })
        : null,
      configuration: await client.call('GET /v1/configuration'),
    })
  }
  expect((await ownership(both.token)).map(({ companyId }) => companyId)).toEqual([both.companyId, other.companyId])
  expect((await client.answer('GET /v1/start')).status).toBe(401)
})

test.each([
  ['commerce', newRna, ['siren']],
  ['association', newSiren, ['siren']],
  ['licorne', (): string => '12', ['type', 'siren']],
  ['__proto__', newSiret, ['type']],
  ['toString', newSiret, ['type']],
] as const)(
  'C-012 AMB-16 AMB-139 refuses the type %s with a number that is not its own',
  async (type, code, fields) => {
    const { token } = await newPerson(server)
    const { status, error } = await register(token, { type, siren: code() })
    expect([status, error?.code, Object.keys(error?.fields ?? {})]).toEqual([400, 'VALIDATION', fields])
  },
)

test('T07 ignores what a client may not set, and drops a prospect e-mail that is none', async () => {
  const { token } = await newPerson(server)
  const answer = await register(token, {
    type: 'commerce',
    siren: newSiret(),
    originalProspectEmail: { nested: true },
    id: 'x',
    ownerId: 1,
    identityStatus: 'verified',
    followersCount: 99,
    isSpecial: true,
  })
  expect(answer.status).toBe(200)
  expect(await settingsOf(server, { token, companyId: String(answer.data) })).toMatchObject({
    followersCount: 0,
    identityStatus: 'missing',
    isSpecial: false,
  })
})

test('AMB-146 a repeated key registers once and answers the same', async () => {
  const { token } = await newPerson(server)
  const body = { type: 'commerce', siren: newSiret() }
  const key = { 'idempotency-key': 'one-registration' }
  const answers = await Promise.all(Array.from({ length: 3 }, () => register(token, body, key)))
  const ids = new Set(answers.filter(({ status }) => status === 200).map(({ data }) => data))
  expect(ids.size).toBe(1)
  expect((await register(token, body, key)).data).toBe([...ids][0])
  expect(await ownership(token)).toHaveLength(1)
})

test('R-058 AMB-20 AMB-148 posts a searched code once to the chat, even a used or wrong one', async () => {
  const siret = newSiret()
  const wrong = `${siret.slice(0, 8)}${(Number(siret[8]) + 1) % 10}${siret.slice(9)}`
  for (const code of [siret, siret, wrong]) await lookUp(code)
  const posts = async () =>
    ((await server.client.answer('GET /v1/dev/outbox', { query: { kind: 'webhook' } })).data as { text: string }[]).map(
      ({ text }) => text,
    )
  await vi.waitFor(async () => expect((await posts()).filter((text) => text.includes(wrong))).toHaveLength(1))
  await vi.waitFor(async () => expect((await posts()).filter((text) => text.includes(siret))).toHaveLength(1))
})

test('R-113 C-020 AMB-22 lists Paris by district, then Île-de-France by name, for an hour', async () => {
  const { data, headers } = await server.client.answer('GET /v1/syntheticProAccount/cities')
  const cities = data as { name: string; zip: string }[]
  expect(cities[0]).toEqual({ name: 'Paris 1er', zip: '75001' })
  expect(cities[19]).toEqual({ name: 'Paris 20e', zip: '75020' })
  expect(cities).toContainEqual({ name: 'Clichy', zip: '92110' })
  const names = cities.slice(20).map(({ name }) => name)
  expect(names).toEqual([...names].sort(new Intl.Collator('fr').compare))
  expect(headers['cache-control']).toContain('max-age=3600')
})

test('AMB-23 names the communes of a zip', async () => {
  expect((await server.client.answer('GET /v1/geo/cities', { query: { zip: '92110' } })).data).toEqual(['Clichy'])
  expect((await server.client.answer('GET /v1/geo/cities', { query: { zip: '00000' } })).data).toEqual([])
  expect((await server.client.answer('GET /v1/geo/cities', { query: { zip: '9211' } })).error?.fields).toEqual({
    zip: 'zipCode_format_error',
  })
})

test('F13 a type that the registry contradicts is registered, in the words of the journal and at the team’s desk', async () => {
  const { userId: teamId, token: team } = await newPerson(server)
  await superAdmin(server.db, teamId)
  // A bakery that declares itself a town hall, a town hall, and a number that the registry does not know.
  const declared = [
    ['mairie', '99990004600015', true, '5499'],
    ['mairie', '21920024300017', false, '7210'],
    ['association', newSiret(), false, null],
  ] as const
  for (const [type, siren, contradicts, legalCategory] of declared) {
    const { token } = await newPerson(server)
    const { data: companyId } = await register(token, { type, siren })
    await run(server.db)`update companies set identity_status = 'pending' where companies.id = ${String(companyId)}`
    const listed = await server.client.call('GET /v1/operator/identities', { token: team })
    const shown = listed.find((one) => one.companyId === companyId)
    expect(shown, type).toMatchObject({ contradictsType: contradicts, legalCategory })
    const details = await foundCell<Record<string, unknown>>(server.db)`
      select audit_log.details from audit_log
      where audit_log.object = ${`company:${String(companyId)}`} and audit_log.action = 'company.register'`
    expect(details).toEqual(contradicts ? { type, legalCategory } : {})
  }
})

const teamOf = async ({ token, companyId: id }: { token: string; companyId: string }) =>
  (await server.client.call('GET /v1/company/:id/team', { token, params: { id } })).members

test('U-002 U-037 U-043 registering makes an owner from that day; a second one is asked for; who works elsewhere owns none yet', async () => {
  const person = await newPerson(server)
  const elsewhere = await newOwner(server, { name: 'Chez l’autre' })
  await addMember(server.db, elsewhere.companyId, person.userId, 'counter')
  const body = () => ({ type: 'commerce', siren: newSiret() })
  const first = (await register(person.token, body())).data as string
  expect((await register(person.token, body())).error?.code).toBe('ALREADY_OWNER')
  const second = (await register(person.token, { ...body(), another: '1' })).data as string
  const rows = await server.client.call('GET /v1/company/ownership', { token: person.token })
  expect(rows).toMatchObject([
    { companyId: first, role: 'owner', until: null, picture: null },
    { companyId: second, role: 'owner', until: null },
    { companyId: elsewhere.companyId, role: 'counter', until: null },
  ])
  const since = Temporal.Now.zonedDateTimeISO('Europe/Paris').toPlainDate().toString()
  expect(await teamOf({ ...person, companyId: first })).toMatchObject([{ id: person.userId, role: 'owner', since }])
})

test('U-045 twenty owned at most: of ten additions at once beside nineteen one is made', async () => {
  const person = await newPerson(server)
  const add = () => register(person.token, { type: 'commerce', siren: newSiret(), another: '1' })
  for (let count = 0; count < 19; count++) expect((await add()).status).toBe(200)
  const answers = await Promise.all(Array.from({ length: 10 }, add))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(new Set(answers.map(({ error }) => error?.code))).toEqual(new Set([undefined, 'TOO_MANY_ESTABLISHMENTS']))
  expect(await ownership(person.token)).toHaveLength(20)
})

test('U-036 U-048 what waits in each of one’s businesses; each has its own plan, and pays for itself', async () => {
  const owner = await newOwner(server)
  const second = (await register(owner.token, { type: 'commerce', siren: newSiret(), another: '1' })).data as string
  await run(server.db)`update companies set category = 'boulangerie', zip_code = '92110', completed_at = app_now()
    where id = ${second}`
  await conversationCalls(server).open(await newResident(server), { ...owner, companyId: second })
  expect(await server.client.call('GET /v1/company/waiting', { token: owner.token })).toEqual([
    { companyId: owner.companyId, messages: 0, orders: 0 },
    { companyId: second, messages: 1, orders: 0 },
  ])
  await buy(server, owner)
  expect([await membershipOf(server, owner), await membershipOf(server, { ...owner, companyId: second })]).toEqual([
    'premium',
    'freemium',
  ])
})

test('C-012 W-063 a business is registered by nobody whose phone was taken away meanwhile', async () => {
  const { token, userId } = await newPerson(server)
  const waiting = sql`
    select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  const [registered] = await transaction(server.db, async (tx) => {
    await lockCaller(tx, userId)
    const begun = register(token, { type: 'commerce', siren: newSiret() })
    await vi.waitFor(async () => expect(await runQuery(server.db, waiting)).toHaveLength(1), { timeout: 5_000 })
    await takePhoneAway(tx, userId)
    return [begun]
  })
  expect(await registered).toMatchObject({ status: 401, error: { code: 'SESSION_UNKNOWN' } })
  expect(await hasRow(server.db)`select from company_members where company_members.user_id = ${userId}`).toBe(false)
})
