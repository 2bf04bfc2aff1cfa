import { setTimeout as pause } from 'node:timers/promises'
import { testApp } from '@parvis/harness/server/test-app'
import { newSession } from '@parvis/harness/sql/people'
import { editForm, updateCompany } from '@parvis/harness/town/companies'
import { fixedTime, instantCalls } from '@parvis/harness/town/instants'
import { newOwner, type Owner } from '@parvis/harness/town/people'
import { runQuery, transaction } from '@parvis/postgres'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { columnOf, createDatabase, rowOf, rowsOf, run } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import { runOperator } from '../../operator/run-operator.ts'
import { changeMembership } from '../subscription/index.ts'
import { decideDomain, domainTask } from './check-domain.ts'
import { KnownDomains } from './known-domains.ts'

const server = testApp()
type Answer = {
  state: string
  domain: string | null
  shown: string | null
  records: { type: string; name: string; value: string }[]
  reason: string | null
}
let shops = 0
const plain = (text: string) => text.replaceAll('\u00a0', ' ')

/** A completed shop of the plan ADVANCED. */
async function newShop(membership: 'digital' | 'premium' = 'digital', name = `Fournil ${++shops}`): Promise<Owner> {
  const owner = await newOwner(server)
  await updateCompany(server, owner, editForm({ name }))
  await run(server.db)`update companies set membership = ${membership} where companies.id = ${owner.companyId}`
  return owner
}

const call = (method: string, { companyId, token }: Owner, rest = '', json?: object) =>
  server.call(method, `/v1/company/${companyId}/domain${rest}`, { token, ...(json && { json }) })
const claim = async (owner: Owner, domain: string) => await call('PUT', owner, '', { domain })
const check = async (owner: Owner) => await call('POST', owner, '/check', {})
const standing = async (owner: Owner) => (await call('GET', owner)).data as Answer
const record = (name: string, txt: string[], silent = false) =>
  server.client.answer('PUT /v1/dev/dns', { body: { name: `_parvis.${name}`, txt, addresses: [], silent } })
const proofOf = ({ data }: { data?: unknown }) => (data as Answer).records[0]?.value ?? ''
const open = (host: string, url = '/') => server.app.inject({ url, headers: { host, accept: 'text/html' } })
const allowed = async (domain: string, headers: Record<string, string> = {}) =>
  (await server.app.inject({ url: `/v1/internal/domain-allowed?domain=${domain}`, headers })).statusCode

/** Claims and proves. */
async function prove(owner: Owner, domain: string): Promise<void> {
  await record(domain.replace(/^www\./, ''), [proofOf(await claim(owner, domain))])
  expect((await check(owner)).data).toMatchObject({ state: 'served', domain })
}

test('W-131 W-132 of two refreshes of a name the older answer is not the last word, however late it comes', async () => {
  const owner = await newShop()
  await prove(owner, 'deux-lectures.fr')
  await using db = createDatabase({ url: server.deps.config.databaseUrl ?? '', size: 3 })
  const known = new KnownDomains({ ...server.deps, db })
  expect((await known.find('deux-lectures.fr'))?.kind).toBe('owned')
  // The second statement of the first refresh, which reads the name, is answered late.
  const [asked, answered] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const borrow = db.pool.borrow.bind(db.pool)
  let statements = 0
  db.pool.borrow = async () => {
    const connection = await borrow()
    const ask = connection.ask.bind(connection)
    const isLate = ++statements === 2
    connection.ask = async (statement) => {
      const rows = await ask(statement)
      if (isLate) {
        asked.resolve()
        await answered.promise
      }
      return rows
    }
    return connection
  }
  const first = known.refresh([owner.companyId])
  await asked.promise
  await call('DELETE', owner)
  const second = known.refresh([owner.companyId])
  await Promise.race([second, pause(1_000)])
  answered.resolve()
  await Promise.all([first, second])
  expect((await known.find('deux-lectures.fr'))?.kind).toBe('ended')
})

test('W-127 S11 a name that the team refuses while it is claimed is nobody’s: the claim waits for the decision', async () => {
  const owner = await newShop()
  let claiming: ReturnType<typeof claim> | undefined
  await transaction(server.db, async (tx) => {
    await decideDomain(tx, 'refuse-en-meme-temps.fr', { on: false, reason: 'Marque déposée', by: 'operator' })
    claiming = claim(owner, 'refuse-en-meme-temps.fr')
    const waits = sql`select from pg_locks where locktype = 'advisory' and not granted`
    await Promise.race([
      claiming,
      vi.waitFor(async () => expect(await runQuery(server.db, waits)).toHaveLength(1), 5_000),
    ])
  })
  expect((await claiming)?.error?.fields).toEqual({ domain: 'domain_reserved' })
  expect((await standing(owner)).state).toBe('none')
})

beforeEach(async () => await server.setClock('2027-03-02T10:00:00+01:00'))

test('W-127 W-133 a name is refused with its reason: no name, a public suffix, ours, a town’s, another script', async () => {
  const owner = await newShop()
  const refused = async (domain: string) => (await claim(owner, domain)).error?.fields?.domain
  for (const domain of ['127.0.0.1', 'a.fr:80', 'a.fr/page', 'раураl.com', '-a.fr', 'http://a.fr'])
    expect([domain, await refused(domain)]).toEqual([domain, 'domain_format_error'])
  for (const domain of [
    'fr',
    'co.uk',
    'github.io',
    'a.parvis.site',
    'x.parvis.localhost',
    'clichy.fr',
    'www.mairie-x.fr',
  ])
    expect([domain, await refused(domain)]).toEqual([domain, 'domain_reserved'])
  expect((await claim(owner, 'É.fr')).data).toMatchObject({ domain: 'xn--9ca.fr', shown: 'é.fr', state: 'to_prove' })
  const premium = await newShop('premium')
  expect((await claim(premium, 'lilas.fr')).error?.code).toBe('DOMAIN_NOT_ALLOWED')
})

test('W-128 W-130 W-131 W-012 proven, the name is the premium site: no cookie, no form, its twin leads to it', async () => {
  const owner = await newShop('digital', 'Maison Ramier')
  await run(server.db)`update companies set subdomain = 'ramier' where companies.id = ${owner.companyId}`
  const claimed = await claim(owner, 'www.ramier-pains.fr')
  expect((claimed.data as Answer).records).toEqual([
    { type: 'TXT', name: '_parvis.ramier-pains.fr', value: expect.stringMatching(/^parvis-domaine=[0-9a-f]{32}$/) },
    { type: 'CNAME', name: 'www.ramier-pains.fr', value: 'parvis.localhost' },
  ])
  expect((await check(owner)).data).toMatchObject({ state: 'to_prove' })
  expect([(await open('www.ramier-pains.fr')).statusCode, await allowed('ramier-pains.fr')]).toEqual([421, 404])
  await record('ramier-pains.fr', ['autre', proofOf(claimed)])
  await check(owner)
  const page = await open('www.ramier-pains.fr')
  expect([page.statusCode, page.headers['set-cookie']]).toEqual([200, undefined])
  expect(page.body).toContain('<link rel="canonical" href="http://www.ramier-pains.fr:3000/"/>')
  expect(page.body).not.toContain('<form')
  expect((await open('ramier-pains.fr', '/agenda.ics')).headers.location).toBe(
    'http://www.ramier-pains.fr:3000/agenda.ics',
  )
  const subdomain = await open('ramier.parvis.localhost')
  expect([subdomain.statusCode, subdomain.headers.location, subdomain.headers['cache-control']]).toEqual([
    302,
    'http://www.ramier-pains.fr:3000/',
    'no-store',
  ])
  expect((await open('ramier.parvis.localhost', '/flux.xml')).headers.location).toBe(
    'http://www.ramier-pains.fr:3000/flux.xml',
  )
  expect(
    await Promise.all(['ramier-pains.fr', 'www.ramier-pains.fr', 'autre.fr', '', '..'].map((one) => allowed(one))),
  ).toEqual([200, 200, 404, 404, 404])
  expect(await allowed('ramier-pains.fr', { 'x-forwarded-for': '203.0.113.7' })).toBe(404)
  const settings = await server.client.answer('GET /v1/company/settings/:companyId', {
    params: { companyId: owner.companyId },
    token: owner.token,
  })
  expect(settings.data).toMatchObject({
    publicUrl: 'http://parvis.localhost:3000/clichy-92110/maison-ramier',
    siteUrl: 'http://ramier.parvis.localhost:3000',
    customDomain: { domain: 'www.ramier-pains.fr', state: 'served' },
  })
})

test('W-086 W-012 W-016 under a domain of its own a business is in its own sitemap alone, and no instant of another is under that name', async () => {
  const [owner, other] = [await newShop('digital', 'Maison Merle'), await newShop('digital', 'Maison Pinson')]
  await run(server.db)`update companies set identity_status = 'verified'`
  await prove(owner, 'merle-pains.fr')
  const { newInstant } = instantCalls(server)
  const id = await newInstant(owner, { title: 'Brioche' }, [fixedTime('2027-03-09')])
  const theirs = await newInstant(other, { title: 'Tartelette' }, [fixedTime('2027-03-09')])
  const listed = async (host: string, path: string) =>
    [...(await open(host, path)).body.matchAll(/<loc>([^<]*)/g)].map(([, address = '']) => address)
  const home = 'http://merle-pains.fr:3000'
  expect(await listed('merle-pains.fr', '/sitemap.xml')).toEqual([`${home}/`, `${home}/brioche-${id}`])
  const town = await listed('parvis.localhost:3000', '/sitemaps/clichy-92110.xml')
  expect(town).toContain(`http://parvis.localhost:3000/clichy-92110/maison-pinson/tartelette-${theirs}`)
  expect(town.filter((address) => address.includes('merle'))).toEqual([])
  expect((await open('merle-pains.fr', `/brioche-${id}`)).statusCode).toBe(200)
  const another = await open('merle-pains.fr', `/tartelette-${theirs}`)
  expect([another.statusCode, another.body.includes('Tartelette')]).toEqual([404, false])
  const gone = await open('merle-pains.fr', '/brioche-999999999')
  expect([gone.statusCode, gone.body.includes('Maison Merle')]).toEqual([404, true])
})

describe('one name, one business', () => {
  test('W-129 20 proofs at once of the same name: one holds it, the others read that it is taken', async () => {
    const owners = await Promise.all(Array.from({ length: 6 }, () => newShop()))
    const claims = await Promise.all(owners.map((owner) => claim(owner, 'meme-nom.fr')))
    await record('meme-nom.fr', claims.map(proofOf))
    const answers = await Promise.all([...owners, ...owners, ...owners].map(check))
    const winners = await Promise.all(owners.map(standing))
    expect(winners.filter(({ state }) => state === 'served')).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(15)
    expect(new Set(answers.flatMap(({ error }) => error?.code ?? []))).toEqual(new Set(['DOMAIN_TAKEN']))
  })

  test('W-128 W-129 a claim of a name that is taken waits for its next reading like any other: fifty of them would hold up all', async () => {
    const [holder, late] = [await newShop(), await newShop()]
    await prove(holder, 'deja-pris.fr')
    const proofs = [(await standing(holder)).records[0]?.value ?? '', proofOf(await claim(late, 'deja-pris.fr'))]
    await record('deja-pris.fr', proofs)
    await domainTask.run(server.deps)
    const due = await columnOf<string>(server.db)`
      select name from custom_domains where name = 'deja-pris.fr' and next_reading_at <= app_now()`
    expect(due).toEqual([])
    expect((await standing(late)).state).toBe('to_prove')
  })

  test('W-129 a name that was sold: the buyer’s proof wins, the former token proves nothing any more', async () => {
    const [seller, buyer] = [await newShop(), await newShop()]
    await prove(seller, 'vendu.fr')
    const former = (await standing(seller)).records[0]?.value ?? ''
    await record('vendu.fr', [proofOf(await claim(buyer, 'vendu.fr'))])
    expect((await check(buyer)).data).toMatchObject({ state: 'served' })
    expect(await standing(seller)).toMatchObject({ state: 'stopped', records: [] })
    await record('vendu.fr', [former])
    const again = await claim(seller, 'vendu.fr')
    expect(proofOf(again)).not.toBe(former)
    expect((await check(seller)).data).toMatchObject({ state: 'to_prove' })
  })
})

test('W-133 the operator stops a name for everybody, and gives leave for one that reads like a town’s', async () => {
  const [owner, other] = [await newShop(), await newShop()]
  await prove(owner, 'arrete.fr')
  const decide = (name: string, on: boolean) =>
    transaction(server.db, (tx) => decideDomain(tx, name, { on, reason: 'plainte reçue', by: 'operator' }))
  await decide('arrete.fr', false)
  expect(await standing(owner)).toMatchObject({ state: 'stopped', reason: 'Notre équipe a arrêté ce domaine.' })
  expect((await claim(other, 'arrete.fr')).error?.fields?.domain).toBe('domain_reserved')
  await decide('arrete.fr', true)
  await decide('levallois-perret.fr', true)
  expect((await claim(other, 'arrete.fr')).data).toMatchObject({ state: 'to_prove' })
  expect((await claim(other, 'levallois-perret.fr')).data).toMatchObject({ state: 'to_prove' })
})

test('W-133 the operator’s command lists the names and stops one as it is typed, accents and www. included; what is no name is said', async () => {
  const operator = (...args: string[]) =>
    runOperator(
      () => ({
        db: createDatabase({ url: server.deps.config.databaseUrl ?? '', size: 2 }),
        openDocuments: async () => server.deps.gateways.sealedBlobs,
        openFiles: async () => server.deps.gateways.blobs,
        openEvidence: () => server.deps.config,
      }),
      ['domain', ...args],
    )
  const owner = await newShop()
  await claim(owner, 'crêperie-dété.fr')
  const { domain } = await standing(owner)
  expect((await operator()).find((line) => line.includes(`${domain} `))).toMatch(/^to_prove .* Fournil \d+$/)
  await operator('www.Crêperie-dété.fr', 'off', 'Marque déposée')
  expect(await standing(owner)).toMatchObject({ state: 'stopped', reason: 'Notre équipe a arrêté ce domaine.' })
  await operator('crêperie-dété.fr', 'on', 'Marque cédée')
  expect((await claim(owner, 'crêperie-dété.fr')).data).toMatchObject({ state: 'to_prove' })
  await expect(operator('crêperie dété', 'off', 'Marque déposée')).rejects.toThrow('n’est pas un nom de domaine')
})

test('W-127 the same name claimed again changes nothing, and a business without one has nothing to check', async () => {
  const owner = await newShop()
  expect((await check(owner)).status).toBe(404)
  const first = await claim(owner, 'deux-fois.fr')
  expect((await claim(owner, 'deux-fois.fr')).data).toEqual(first.data)
})

test('W-127 W-132 a claim is read every ten minutes for three days, hourly for fourteen, then it lapses', async () => {
  const owner = await newShop()
  await claim(owner, 'oubliee.fr')
  const nextAfter = async (wall: string) => {
    await server.setClock(wall)
    await domainTask.run(server.deps)
    return await rowOf(server.db)`
      select state, extract(epoch from next_reading_at - app_now())::int / 60 as minutes from custom_domains
      where company_id = ${owner.companyId}`
  }
  expect(await nextAfter('2027-03-02T10:01:00+01:00')).toMatchObject({
    state: 'to_prove',
    minutes: expect.closeTo(10, -1),
  })
  expect(await nextAfter('2027-03-05T10:30:00+01:00')).toMatchObject({
    state: 'to_prove',
    minutes: expect.closeTo(60, -1),
  })
  await nextAfter('2027-03-19T11:00:00+01:00')
  expect((await standing({ ...owner, token: await newSession(server.db, owner.userId) })).state).toBe('none')
})

describe('the end', () => {
  const goTo = async (owner: Owner, wall: string) => {
    await server.setClock(wall)
    await domainTask.run(server.deps)
    return await rowOf<{ state: string; reason: string | null }>(server.db)`
      select state, reason from custom_domains where company_id = ${owner.companyId}`
  }

  test('W-132 three days without the proof stop it, a day with it counts afresh, a silent resolver counts for nothing for 8 days', async () => {
    const owner = await newShop()
    await prove(owner, 'perdu.fr')
    const proof = (await standing(owner)).records[0]?.value ?? ''
    await record('perdu.fr', [])
    expect(await goTo(owner, '2027-03-03T11:00:00+01:00')).toMatchObject({ state: 'proof_missing' })
    await record('perdu.fr', [proof])
    expect(await goTo(owner, '2027-03-04T12:00:00+01:00')).toMatchObject({ state: 'proven' })
    await record('perdu.fr', [], true)
    expect(await goTo(owner, '2027-03-12T11:00:00+01:00')).toMatchObject({ state: 'proven' })
    expect(await goTo(owner, '2027-03-12T13:00:00+01:00')).toMatchObject({ state: 'stopped', reason: 'silence' })
    await expect
      .poll(async () => (await open('perdu.fr')).headers.location ?? '')
      .toContain('http://parvis.localhost:3000/clichy-92110/fournil-')
    expect(await allowed('perdu.fr')).toBe(404)
  })

  test('W-132 section 8: the owner is told of the first and the second day without the proof, once each, and of the end', async () => {
    const owner = await newShop()
    await prove(owner, 'prevenu.fr')
    await record('prevenu.fr', [])
    const isOwners = sql`select sentence from (select facts ->> 'sentence' as sentence, user_id, kind from notices order by id) as told
      where user_id = ${owner.userId} and kind = 'plan'`
    const told = async () => (await runQuery(server.db, isOwners)).map((row) => plain(Object.values(row as object)[0]))
    expect(await goTo(owner, '2027-03-03T11:00:00+01:00')).toMatchObject({ state: 'proof_missing' })
    await check(owner)
    const first = 'La preuve de votre adresse prevenu.fr a disparu : remettez-la avant le 5 mars.'
    expect(await told()).toEqual([first])
    await goTo(owner, '2027-03-04T11:30:00+01:00')
    expect(await told()).toEqual([first, first])
    await goTo(owner, '2027-03-05T12:00:00+01:00')
    expect(await told()).toEqual([first, first, 'Votre adresse prevenu.fr ne mène plus à votre page.'])
  })

  test('W-132 section 8: the owner is told when a plan without it ends it, once, and of a claim that led nowhere nothing', async () => {
    const [owner, claiming] = [await newShop(), await newShop()]
    await prove(owner, 'moins.fr')
    await claim(claiming, 'jamais.fr')
    for (const { companyId } of [owner, claiming])
      for (const [from, to] of [
        ['digital', 'digital'],
        ['digital', 'premium'],
        ['premium', 'digital'],
        ['digital', 'premium'],
      ] as const)
        await transaction(server.db, (tx) => changeMembership(tx, companyId, { from, to, actor: 'system' }))
    const told = await rowsOf(server.db)`select company_id as "companyId", facts from notices
      where company_id in (${owner.companyId}, ${claiming.companyId}) and kind = 'plan'`
    const sentence = expect.stringMatching(/^Votre adresse moins\.fr ne mène plus à votre page\.$/)
    expect(told).toEqual([{ companyId: owner.companyId, facts: { sentence, path: '/domaine' } }])
  })

  test('W-132 W-130 the plan’s end stops it at once; an erased business answers 410 there and its name is free', async () => {
    const owner = await newShop()
    await prove(owner, 'fini.fr')
    expect((await open('fini.fr')).statusCode).toBe(200)
    await run(server.db)`update companies set membership = 'basic' where companies.id = ${owner.companyId}`
    expect(await standing(owner)).toMatchObject({
      state: 'stopped',
      reason: 'Votre offre ne comprend plus de nom de domaine.',
    })
    const next = await newShop()
    await prove(next, 'libre.fr')
    await run(server.db)`delete from companies where companies.id = ${next.companyId}`
    await expect.poll(async () => (await open('libre.fr')).statusCode).toBe(410)
    const other = await newShop()
    await prove(other, 'libre.fr')
    await expect.poll(async () => (await open('libre.fr')).statusCode).toBe(200)
  })

  test('W-128 a silent resolver is no answer: 503 to whoever waits, and nothing changes', async () => {
    const owner = await newShop()
    await claim(owner, 'muet.fr')
    await record('muet.fr', [], true)
    const answer = await check(owner)
    expect([answer.status, answer.error?.code]).toEqual([503, 'UPSTREAM_UNAVAILABLE'])
    expect((await standing(owner)).state).toBe('to_prove')
    expect((await call('DELETE', owner)).data).toMatchObject({ state: 'none', domain: null })
  })
})

test('W-015 a subdomain that is a town’s is for its verified town hall; words of the site are for nobody new, names stored before stay', async () => {
  const [shop, hall] = [await newShop('premium'), await newShop('premium')]
  const wants = async (owner: Owner, premium_subdomain: string) =>
    (await updateCompany(server, owner, editForm({ name: 'Fournil', premium_subdomain }))).error?.fields
  expect(await wants(shop, 'neuilly-sur-seine')).toBeUndefined()
  await run(server.db)`
    update companies set type = 'mairie', identity_status = 'verified', town = '92051'
    where companies.id = ${hall.companyId}`
  const other = await newShop('premium')
  const reserved = { premium_subdomain: 'subdomain_reserved' }
  expect(await wants(other, 'neuilly-sur-seine-92200')).toEqual(reserved)
  expect(await wants(other, 'portail')).toEqual(reserved)
  expect(await wants(shop, 'neuilly-sur-seine')).toBeUndefined()
})
