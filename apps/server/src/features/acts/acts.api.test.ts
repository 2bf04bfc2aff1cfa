import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { PostedAct } from '@parvis/domain/acts/acts.contract'
import { testApp } from '@parvis/harness/server/test-app'
import { temporaryFolder } from '@parvis/harness/temporary-folder'
import { type Hall, newHall, pdfOf, postAct } from '@parvis/harness/town/halls'
import { newOwner } from '@parvis/harness/town/people'
import { runQuery } from '@parvis/postgres'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { buildApp } from '../../app.ts'
import { createDatabase, run } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import { runOperator } from '../../operator/run-operator.ts'

const server = testApp()
let hall: Hall
beforeAll(async () => {
  hall = await newHall(server)
})

const sha256 = (bytes: Buffer | string) => createHash('sha256').update(bytes).digest('hex')
const post = (fields: Record<string, unknown> = {}, { of = hall, bytes = pdfOf() } = {}) =>
  postAct(server, of, fields, bytes)
async function posted(fields: Record<string, unknown> = {}, of = hall, bytes = pdfOf()): Promise<PostedAct> {
  const { status, data, error } = await post(fields, { of, bytes })
  expect([status, error]).toEqual([200, undefined])
  return data as PostedAct
}
const withdraw = (id: number, reason = 'Une adresse y était publiée', token = hall.token) =>
  server.client.answer('POST /v1/acts/:id/withdraw', { params: { id }, token, body: { reason } })
const list = async (of = hall) =>
  await server.client.call('GET /v1/company/:id/acts', { params: { id: of.companyId }, token: of.token })
const site = async (path: string, method: 'GET' | 'HEAD' = 'GET') =>
  await server.app.inject({ method, url: path, headers: { host: 'parvis.localhost:3000' } })
const pathOf = (act: PostedAct) => new URL(act.url).pathname
const media = async (act: PostedAct, method: 'GET' | 'HEAD' = 'GET') =>
  await server.app.inject({ method, url: new URL(act.fileUrl).pathname })

test('D-001 only the official hall reads and posts: refused before the body, another hall of the town too', async () => {
  const shop = await newOwner(server)
  const second = await newHall(server)
  const unverified = await newOwner(server, { type: 'mairie' })
  for (const { token, companyId } of [shop, second, unverified])
    for (const answer of [
      await server.client.answer('GET /v1/company/:id/acts', { params: { id: companyId }, token }),
      await postAct(server, { ...hall, token, companyId }),
    ])
      expect([answer.status, answer.error?.code]).toEqual([403, 'NOT_TOWN_HALL'])
  expect(
    (await server.client.answer('GET /v1/company/:id/acts', { params: { id: hall.companyId }, token: shop.token }))
      .error?.code,
  ).toBe('FORBIDDEN')
  const act = await posted()
  for (const { token } of [shop, second])
    expect((await withdraw(act.id, undefined, token)).error?.code).toBe('ACT_NOT_FOUND')
})

test('D-002 the file is judged by its bytes: code, an attachment, a false beginning or end are refused, a stream is not read', async () => {
  const streamed = pdfOf('5 0 obj<</Length 20>>\nstream\n(/JavaScript /JS)\nendstream\nendobj')
  await posted({}, hall, streamed)
  await posted({}, hall, pdfOf('', '2.0'))
  await posted({}, hall, pdfOf('/JSon (a name that begins alike)'))
  for (const bytes of [
    pdfOf('<</S/JavaScript/JS(app.alert)>>'),
    pdfOf('<</S/J#61vaScript>>'),
    pdfOf('<</S/Launch>>'),
    pdfOf('<</Type/EmbeddedFile>>'),
    pdfOf('', '3.0'),
    pdfOf().subarray(0, -7),
    Buffer.from('<!doctype html>%PDF-1.4 %%EOF'),
    pdfOf(`${'x'.repeat(200_000)} /JS (late)`),
  ]) {
    const { status, error } = await post({}, { bytes })
    expect([status, error?.code]).toEqual([415, 'unreadable_pdf_error'])
  }
  const { status, error } = await post({}, { bytes: Buffer.concat([Buffer.alloc(20 * 1024 * 1024, 'x'), pdfOf()]) })
  expect([status, error?.code, error?.message]).toEqual([
    415,
    'over_sized_pdf_error',
    'Ce document dépasse 20\u00a0Mo.',
  ])
})

test.each([
  [{ title: '        ' }, 'title'],
  [{ title: 'x'.repeat(256) }, 'title'],
  [{ number: '1'.repeat(41) }, 'number'],
  [{ number: ' ' }, 'number'],
  [{ number: '12;3' }, 'number'],
  [{ matter: '10.1' }, 'matter'],
  [{ matter: '' }, 'matter'],
  [{ kind: 'loi' }, 'kind'],
  [{ authorName: 'Durand' }, 'authorName'],
  [{ authorQuality: 'DG' }, 'authorQuality'],
  [{ actDate: '2999-01-01' }, 'actDate'],
  [{ actDate: '12/03/2026' }, 'actDate'],
  [{ supersedes: 'abc' }, 'supersedes'],
  [{ text: 'x'.repeat(300_001) }, 'text'],
  [{ file: undefined }, 'file'],
])('D-003 %j is refused beside its field and stores nothing', async (fields, field) => {
  const { length } = (await list()).acts
  const { status, error } = await post(fields)
  expect([status, error?.code, Object.keys(error?.fields ?? {})]).toEqual([400, 'VALIDATION', [field]])
  expect((await list()).acts).toHaveLength(length)
})

test('D-005 D-010 D-015 the file is what was sent, under a name of its own; the same file or number is not posted twice', async () => {
  const bytes = pdfOf()
  const act = await posted({ number: '2026/77-B' }, hall, bytes)
  expect([act.sha256, act.bytes, act.fileUrl.endsWith(`-${sha256(bytes)}.pdf`)]).toEqual([
    sha256(bytes),
    bytes.length,
    true,
  ])
  const file = await media(act)
  expect(sha256(file.rawPayload)).toBe(act.sha256)
  expect(file.headers).toMatchObject({
    'content-type': 'application/pdf',
    'x-content-type-options': 'nosniff',
    'content-disposition': 'inline; filename="2026-77-B.pdf"',
    'cache-control': expect.stringContaining('s-maxage=30'),
  })
  expect((await media(act, 'HEAD')).headers['content-length']).toBe(String(bytes.length))
  for (const answer of [await post({}, { bytes }), await post({ number: '2026/77-B' })])
    expect([answer.status, answer.error?.code, answer.error?.details]).toEqual([409, 'ACT_EXISTS', { actId: act.id }])
})

test('D-006 nothing changes or deletes an act', async () => {
  const { id } = await posted()
  const headers = { authorization: `Bearer ${hall.token}` }
  for (const method of ['PUT', 'PATCH', 'DELETE'] as const)
    for (const path of [`/v1/acts/${id}`, `/v1/acts/${id}/withdraw`, `/v1/company/${hall.companyId}/acts`])
      expect([404, 405]).toContain((await server.app.inject({ method, url: path, headers })).statusCode)
})

test('D-007 D-010 D-011 of ten at once one replaces, of ten alike one is posted; twenty more take ranks without gap', async () => {
  const first = await posted()
  const codes = (answers: Awaited<ReturnType<typeof post>>[]) => {
    const byCode = [...Map.groupBy(answers, ({ error }) => error?.code ?? 'ok')]
    return Object.fromEntries(byCode.map(([code, all]) => [code, all.length]))
  }
  const ten = Array.from({ length: 10 })
  expect(codes(await Promise.all(ten.map(() => post({ supersedes: first.id }))))).toEqual({ ok: 1, ACT_REPLACED: 9 })
  const form = { number: 'UNE-FOIS', title: 'La même dix fois' }
  expect(codes(await Promise.all(ten.map(() => post(form))))).toEqual({ ok: 1, ACT_EXISTS: 9 })
  await Promise.all(Array.from({ length: 20 }, () => posted()))
  const register = (await site('/clichy-92110/actes/registre.txt')).payload.split(/(?<=\n)\n/).slice(0, -1)
  let former = '0'.repeat(64)
  for (const [at, text] of register.entries()) {
    expect([/^rang: (\d+)$/m.exec(text)?.[1], /^precedent: (\w+)$/m.exec(text)?.[1]]).toEqual([String(at + 1), former])
    former = sha256(text)
  }
  expect(register.length).toBeGreaterThan(22)
})

test('D-007 a replaced act and its successor are readable and linked; a foreign or withdrawn one is not replaced', async () => {
  const first = await posted({ title: 'Arrêté du marché', kind: 'arrete', matter: '' })
  const next = await posted({
    title: 'Arrêté du marché, corrigé',
    kind: 'arrete',
    matter: '',
    number: first.number,
    supersedes: first.id,
  })
  expect(next.supersedes).toBe(first.id)
  expect((await list()).acts.find(({ id }) => id === first.id)?.supersededBy).toBe(next.id)
  expect((await site(pathOf(first))).payload).toContain(pathOf(next))
  expect((await site(pathOf(next))).payload).toContain(pathOf(first))
  const other = await newHall(server, {
    zipCode: '75011',
    town: { code: '75111', slug: 'paris-11e-arrondissement-75011', name: 'Paris' },
  })
  const foreign = await posted({}, other)
  await withdraw(next.id)
  for (const supersedes of [foreign.id, next.id, 999_999_999])
    expect([(await post({ supersedes })).error?.code, supersedes]).toEqual(['ACT_NOT_FOUND', supersedes])
})

test('D-009 D-016 a withdrawn act loses file, text and title at once, keeps the rest; its attestation never changes; 30 days to restore', async () => {
  const act = await posted({ title: 'Nuisances rue Haute', text: 'Chez Monsieur Untel, au 12.\n\nIl fait du bruit.' })
  const evidence = async () => [
    (await site(`${pathOf(act)}/attestation.txt`)).payload,
    (await site(`${pathOf(act)}/attestation.sig`)).payload,
  ]
  const before = await evidence()
  expect((await site(`/clichy-92110/actes?q=nuisances`)).payload).toContain('Nuisances rue Haute')
  const first = await withdraw(act.id)
  expect(first.data).toMatchObject({ title: null, hasText: false, withdrawnReason: 'Une adresse y était publiée' })
  expect((await withdraw(act.id, 'Un autre motif encore')).data).toEqual(first.data)
  await server.runJobs()
  expect((await media(act)).statusCode).toBe(410)
  expect((await site(`${pathOf(act)}.pdf`)).statusCode).toBe(410)
  for (const path of [
    pathOf(act),
    '/clichy-92110/actes',
    '/clichy-92110/actes?q=nuisances',
    '/clichy-92110/actes/flux.xml',
    '/clichy-92110/actes/deliberations.csv',
  ]) {
    const { payload } = await site(path)
    expect(payload.replaceAll(pathOf(act), ''), path).not.toMatch(/Nuisances rue|Untel/)
  }
  const page = (await site(pathOf(act))).payload
  for (const kept of [
    act.sha256,
    String(act.number),
    'Marie Durand',
    'Une adresse y était publiée',
    'Fichier retiré par la mairie le',
  ])
    expect(page).toContain(kept)
  expect(await evidence()).toEqual(before)
  const restore = () => runOperator(operatorDeps, ['act', String(act.id), 'restore'])
  expect(await restore()).toEqual([expect.stringContaining('remis en ligne')])
  await server.runJobs()
  expect([(await media(act)).statusCode, (await site(pathOf(act))).payload.includes('Nuisances rue Haute')]).toEqual([
    200,
    true,
  ])
  await withdraw(act.id)
  await run(server.ownerDb)`
      update acts set withdrawn_at = app_now() - make_interval(days => 31) where acts.id = ${act.id}`
  await expect(restore()).rejects.toThrow()
})

const operatorDeps = () => ({
  db: createDatabase({ url: server.ownerUrl, size: 2 }),
  openDocuments: async () => server.deps.gateways.sealedBlobs,
  openFiles: async () => server.deps.gateways.blobs,
  openEvidence: () => server.deps.config,
})

test('D-008 a suspension hides the hall, not its acts; another hall of the commune goes on with them', async () => {
  const town = { code: '29019', slug: 'brest-29200', name: 'Brest' }
  const old = await newHall(server, { zipCode: '29200', town })
  const act = await posted({}, old)
  await run(server.db)`
      update companies set suspended_at = app_now(), suspension_reason = 'Essai du test' where companies.id = ${old.companyId}`
  expect((await post({}, { of: old })).error?.code).toBe('NOT_TOWN_HALL')
  expect((await site(pathOf(act))).payload).toContain(act.title ?? '?')
  expect((await media(act)).statusCode).toBe(200)
  const next = await newHall(server, { zipCode: '29200', town })
  expect((await list(next)).acts.map(({ id }) => id)).toEqual([act.id])
  await run(server.ownerDb)`delete from companies where companies.id = ${old.companyId}`
  expect((await posted({ supersedes: act.id }, next)).supersedes).toBe(act.id)
  await expect.poll(async () => (await site(pathOf(act))).payload).toContain('Remplacé par')
})

test('D-012 the list: 24 a page, filters, a search by the beginning of words, without script', async () => {
  const town = { code: '33063', slug: 'bordeaux-33000', name: 'Bordeaux' }
  const own = await newHall(server, { zipCode: '33000', town })
  const bare = await site('/arcueil-94110/actes')
  expect(bare.payload).toContain('La mairie d’Arcueil n’a encore publié aucun acte ici')
  for (const kinds of ['Arrêtés', 'Procès-verbaux', 'Autres actes']) expect(bare.payload).toContain(`>${kinds}</a>`)
  for (let n = 0; n < 30; n++)
    await posted(
      {
        title: `Acte numéro ${n + 1}`,
        kind: n < 3 ? 'arrete' : 'deliberation',
        actDate: n < 2 ? '2020-05-05' : '2026-01-12',
        text: n === 7 ? 'Une éolienne.' : '',
      },
      own,
    )
  const { payload, headers } = await site('/bordeaux-33000/actes')
  expect(payload.match(/href="\/bordeaux-33000\/actes\/acte-numero-\d+-\d+"/g)).toHaveLength(24)
  expect([/<script[^>]* src/.test(payload), headers['set-cookie']]).toEqual([false, undefined])
  const found = async (query: string) =>
    ((await site(`/bordeaux-33000/actes?${query}`)).payload.match(/actes\/acte-numero-\d+-\d+"/g) ?? []).length
  expect(
    await Promise.all(
      [
        'page=2',
        'nature=arretes',
        'annee=2020',
        'q=%C3%A9olien',
        'q=durand+numero+30',
        'nature=arretes&annee=2020',
      ].map(found),
    ),
  ).toEqual([6, 3, 2, 1, 1, 2])
  expect((await site('/bordeaux-33000/actes?q=introuvable')).payload).toContain(
    'Aucun acte pour «\u00a0introuvable\u00a0».',
  )
  expect((await site('/bordeaux-33000/actes?nature=decisions')).payload).toContain(
    'Aucun acte ne répond à ces filtres.',
  )
  expect((await site('/bordeaux-33000/actes?page=3')).statusCode).toBe(404)
})

test('D-013 D-014 the page says what the law wants; the text version in paragraphs, its markup as letters; another title leads here', async () => {
  const act = await posted({
    title: 'Règlement du <b>marché</b>',
    text: 'Article 1. <script>x()</script>\n\nArticle 2.',
  })
  const { payload } = await site(pathOf(act))
  expect(payload).toMatch(/Mis en ligne le \d{1,2}(er)? \S+ \d{4} à \d{1,2}.h.\d\d/)
  for (const text of [
    'Marie Durand, Maire',
    act.sha256,
    '<p>Article 1. &lt;script&gt;x()&lt;/script&gt;</p><p>Article 2.</p>',
    'du &lt;b&gt;marché',
  ])
    expect(payload).toContain(text)
  expect(await site(`/clichy-92110/actes/autre-${act.id}`)).toMatchObject({
    statusCode: 301,
    headers: { location: pathOf(act) },
  })
  expect(await site(`${pathOf(act)}.pdf`)).toMatchObject({ statusCode: 302, headers: { location: act.fileUrl } })
  const without = (await site(pathOf(await posted()))).payload
  expect(without).toMatch(/n’a pas été fournie\. Demandez-la à la mairie\u00a0: [\d\u00a0]+, bonjour@exemple\.fr\.</)
  expect(without).toContain('href="mailto:bonjour@exemple.fr"')
})

test('D-004 the moment of posting is the server’s; the page is there within two seconds in every process, and caches hold it a minute at most', async () => {
  await using other = buildApp(server.deps)
  const inOther = async (path: string) => await other.inject({ url: path, headers: { host: 'parvis.localhost:3000' } })
  for (const read of [site, inOther]) expect((await read('/clichy-92110/actes')).statusCode).toBe(200)
  const moment = Date.now() + 2 * 86_400_000
  await server.setClock(new Date(moment).toISOString())
  const act = await posted({ title: 'Arrêté de l’horloge', postedAt: '2020-01-01T00:00:00Z' })
  expect(Math.abs(Date.parse(act.postedAt) - moment)).toBeLessThan(60_000)
  for (const read of [site, inOther]) {
    await expect
      .poll(async () => (await read('/clichy-92110/actes')).payload, { timeout: 2_000 })
      .toContain('Arrêté de l’horloge')
    const { headers } = await read(pathOf(act))
    const [, seconds] = /s-maxage=(\d+)|max-age=(\d+)/.exec(String(headers['cache-control'])) ?? []
    expect(Number(seconds ?? 0)).toBeLessThanOrEqual(60)
  }
  await server.setClock(null)
})

test('D-021 the pages of acts have no script, no cookie, no counter, and nothing of another host', async () => {
  const act = await posted({ title: 'Sans mouchard' })
  const counted = sql<{ count: number }>`select count(*)::int as count from town_views`
  const before = (await runQuery(server.db, counted))[0]?.count
  for (const path of ['/clichy-92110/actes', pathOf(act), `${pathOf(act)}/attestation`]) {
    const { payload, headers } = await site(path)
    expect([path, headers['set-cookie'], /<script(?![^>]*ld\+json)/.test(payload)]).toEqual([path, undefined, false])
    const loaded = [
      ...payload.matchAll(/<(?:img|script|iframe|link[^>]*rel="stylesheet")[^>]*(?:src|href)="(https?:[^"]+)"/g),
    ]
    expect(loaded.map(([, url]) => new URL(url ?? '').host).filter((host) => host !== 'parvis.localhost:3000')).toEqual(
      [],
    )
  }
  expect((await runQuery(server.db, counted))[0]?.count).toBe(before)
})

test('D-018 D-019 D-020 feed, CSV and sitemap; an act that names people is in none and is not indexed', async () => {
  const town = { code: '44109', slug: 'nantes-44000', name: 'Nantes' }
  const own = await newHall(server, { zipCode: '44000', town })
  const open = await posted({ title: '=HYPERLINK("x")', number: '2026-A' }, own)
  const secret = await posted({ title: 'Aide à une famille', namesPeople: 'true' }, own)
  const feed = (await site('/nantes-44000/actes/flux.xml')).payload
  expect(feed).toContain(`<id>tag:parvis.localhost:3000,2026:acte-${open.id}</id>`)
  expect(feed).toContain(open.sha256)
  const csv = (await site('/nantes-44000/actes/deliberations.csv')).payload.split('\r\n')
  expect([csv[0]?.split(',').length, csv.length]).toEqual([17, 3])
  expect(csv[1]).toContain(`"7.1","finances locales/décisions budgétaires","'=HYPERLINK(""x"")"`)
  expect(csv[1]).toContain(`${pathOf(open)}.pdf`)
  const map = (await site('/sitemaps/nantes-44000.xml')).payload
  expect([map.includes(pathOf(open)), map.includes(pathOf(secret))]).toEqual([true, false])
  const page = await site(pathOf(secret))
  expect([page.headers['x-robots-tag'], page.payload.includes('content="noindex"')]).toEqual(['noindex', true])
  expect((await media(secret)).headers['x-robots-tag']).toBe('noindex')
  expect(feed + csv.join()).not.toContain('Aide à une famille')
})

test('D-016 D-017 what the pages offer is verified by openssl and by the script, outside of everything', async () => {
  const act = await posted({ kind: 'arrete', matter: '' })
  const { path, [Symbol.dispose]: remove } = temporaryFolder('parvis-acts')
  onTestFinished(() => remove())
  const page = (await site(`${pathOf(act)}/attestation`)).payload
  const [, key = ''] = /cle: ([0-9a-f]{16})/.exec(page) ?? []
  const keep = async (url: string, name: string) => writeFileSync(join(path, name), (await site(url)).rawPayload)
  await keep(`/cle-publique-${key}.pem`, `cle-publique-${key}.pem`)
  await keep(`${pathOf(act)}/attestation.txt`, `acte-${act.id}.txt`)
  await keep(`${pathOf(act)}/attestation.sig`, `acte-${act.id}.sig`)
  await keep('/clichy-92110/actes/registre.txt', 'registre.txt')
  writeFileSync(join(path, `${act.number}.pdf`), (await media(act)).rawPayload)
  const [, command = ''] = /(openssl dgst [^<]+)<\/pre>/.exec(page) ?? []
  const [program = '', ...args] = command.trim().split(/\s+/)
  expect(spawnSync(program, args, { cwd: path, encoding: 'utf8' }).stdout).toBe('Verified OK\n')
  const script = fileURLToPath(new URL('../../../../../scripts/verify-acts.mjs', import.meta.url))
  const { status, stdout } = spawnSync(process.execPath, [script, path], { encoding: 'utf8' })
  expect([status, stdout]).toEqual([0, `acte ${act.id} : conforme\nregistre : conforme\n`])
  expect((await site('/mentions-legales')).payload).toContain(`/cle-publique-${key}.pem`)
})
