import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { AlertAnswer } from '@parvis/domain/alerts/alerts.contract'
import { testApp } from '@parvis/harness/server/test-app'
import { addMember } from '@parvis/harness/sql/people'
import { temporaryFolder } from '@parvis/harness/temporary-folder'
import { alertForm, type Hall, newHall } from '@parvis/harness/town/halls'
import { newOwner, newPerson, type Person } from '@parvis/harness/town/people'
import { codeSentTo } from '@parvis/harness/town/town-client'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { createDatabase, rowsOf, run } from '../../db/database.ts'
import { forgetOldRows } from '../../jobs/forget-old-rows.queries.ts'
import { runOperator } from '../../operator/run-operator.ts'
import { pushTasks } from '../notifications/index.ts'

const server = testApp()
let hall: Hall
let colleague: Person
beforeAll(async () => {
  hall = await newHall(server)
  colleague = await newPerson(server, { firstName: 'Paul', lastName: 'Petit' })
  await addMember(server.db, hall.companyId, colleague.userId, 'manager')
})

const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()
const write = (fields: object = {}, of: Hall = hall) =>
  server.client.answer('POST /v1/company/:id/alerts', {
    params: { id: of.companyId },
    token: of.token,
    body: alertForm(fields),
  })
async function written(fields: object = {}, of: Hall = hall): Promise<AlertAnswer> {
  const { data, error } = await write(fields, of)
  expect(error).toBeUndefined()
  return data as AlertAnswer
}
const send = (id: number, json: object = {}, who: Person = colleague) =>
  server.client.answer('POST /v1/alerts/:id/send', {
    params: { id },
    token: who.token,
    body: { confirmation: 'clichy', ...json },
  })
async function sent(fields: object = {}): Promise<AlertAnswer> {
  const { id } = await written(fields)
  const { data, error } = await send(id)
  expect(error).toBeUndefined()
  return data as AlertAnswer
}
const end = (id: number, text = '') =>
  server.client.answer('POST /v1/alerts/:id/end', { params: { id }, token: hall.token, body: { text } })
const journal = (id: number) =>
  server.client.answer('GET /v1/alerts/:id/journal', { params: { id }, token: hall.token })
const site = async (path: string) => await server.app.inject({ url: path, headers: { host: 'parvis.localhost:3000' } })
const pathOf = (alert: AlertAnswer) => new URL(alert.url).pathname
const outbox = async (text: string) =>
  await rowsOf<{ text: string; payload: Record<string, unknown>; recipient: string }>(server.db)`
    select text, payload, recipient from outbox where kind = 'push' and payload::text like ${`%${text}%`}`

const wrongCode = (code: string) => code.replace(/^./, (digit) => String((Number(digit) + 1) % 10))

/** Residents who follow the hall, with a device each. */
async function followers(settings: { mode?: string; quiet?: boolean; paused?: boolean; full?: boolean }[]) {
  const tokens: string[] = []
  for (const { mode = 'now', quiet, paused, full } of settings) {
    const { userId } = await newPerson(server)
    const token = `appareil-${userId}`
    tokens.push(token)
    await run(server.db)`insert into follows (user_id, company_id, mode) values (${userId}, ${hall.companyId}, ${mode})`
    await run(server.db)`insert into devices (user_id, platform, token) values (${userId}, 'android', ${token})`
    await run(server.db)`insert into resident_settings (user_id, quiet_from, quiet_to, paused_until, daily_cap)
      values (${userId}, 0, ${quiet ? 1_439 : 0}, ${paused ? inHours(40) : null}, ${full ? 1 : null})`
    if (full)
      await run(server.db)`
      insert into attention_days (user_id, day, rung) values (${userId}, (app_now() at time zone 'Europe/Paris')::date, 9)`
  }
  return tokens
}

test('Y-001 only the official hall writes; another’s alert is not found', async () => {
  const shop = await newOwner(server)
  expect((await write({}, { ...hall, ...shop })).error?.code).toBe('NOT_TOWN_HALL')
  const other = await newHall(server, {
    zipCode: '33000',
    town: { code: '33063', slug: 'bordeaux-33000', name: 'Bordeaux' },
  })
  const { id } = await written({}, other)
  for (const who of [hall, shop]) expect((await send(id, {}, who)).error?.code).toBe('ALERT_NOT_FOUND')
})

test.each([
  [{ level: 'info' }, 'level', 'alert_level_error'],
  [{ title: 'Crue' }, 'title', 'alert_title_error'],
  [{ title: 'x'.repeat(81) }, 'title', 'alert_title_error'],
  [{ text: 'Attention' }, 'text', 'alert_text_error'],
  [{ text: 'x'.repeat(601) }, 'text', 'alert_text_error'],
  [{ until: 'demain' }, 'until', 'alert_until_error'],
  [{ until: inHours(0.2) }, 'until', 'alert_until_error'],
  [{ until: inHours(73) }, 'until', 'alert_until_error'],
  [{ text: 'Voir http://exemple.fr/alerte maintenant' }, 'text', 'alert_link_error'],
  [{ text: 'Cliquez sur tinyurl.com/abcd maintenant' }, 'text', 'alert_link_error'],
  [{ text: 'Allez sur www.impots-remboursement.com vite' }, 'text', 'alert_link_error'],
  [{ text: 'Allez sur remboursement．com vite' }, 'text', 'alert_link_error'],
  [{ title: 'Voir vigilance.example.com' }, 'title', 'alert_link_error'],
  [{ text: 'Voir https://mairie.gouv.fr@exemple.fr/ maintenant' }, 'text', 'alert_link_error'],
  [{ text: 'Voir https://mairie.gouv.fr:80@exemple.fr maintenant' }, 'text', 'alert_link_error'],
  [{ text: 'Voir https://exemple.fr\\@mairie.gouv.fr maintenant' }, 'text', 'alert_link_error'],
  [{ text: 'Voir https://localhost/ maintenant' }, 'text', 'alert_link_error'],
  [{ text: 'Voir intent://mairie.gouv.fr maintenant' }, 'text', 'alert_link_error'],
  [{ text: 'Allez sur remboursement。com vite' }, 'text', 'alert_link_error'],
  [{ text: 'Allez sur exemple.рф vite' }, 'text', 'alert_link_error'],
])('Y-003 %j is refused beside its field', async (fields, field, key) => {
  const { status, error } = await write(fields)
  expect([status, error?.code, error?.fields]).toEqual([400, 'VALIDATION', { [field]: key }])
})

test('Y-002 Y-003 the borders pass, an address of the state and a missing space too; nothing leaves, and it is thrown away', async () => {
  for (const fields of [
    { title: 'Orage!', text: 'Rentrez !!', until: inHours(0.27) },
    { title: 'x'.repeat(80), text: 'y'.repeat(600), until: inHours(71.9) },
    { level: 'vigilance', until: inHours(7 * 24 - 1) },
    {
      text: 'Voir vigilance.meteofrance.gouv.fr et https://www.gouvernement.gouv.fr/risques, ou (http://risques.gouv.fr).',
    },
    { text: 'Quittez la maison.fermez le gaz. Écrivez à mairie@clichy.fr pour dire où vous êtes.' },
  ]) {
    const alert = await written(fields)
    expect([alert.sentAt, alert.numbers, alert.reach?.followers]).toEqual([null, null, expect.any(Number)])
    expect((await site(pathOf(alert))).statusCode).toBe(404)
    expect((await end(alert.id)).status).toBe(200)
    expect((await send(alert.id)).error?.code).toBe('ALERT_NOT_FOUND')
  }
  const lapsed = await written()
  await run(server.db)`update alerts set written_at = app_now() - make_interval(mins => 61) where id = ${lapsed.id}`
  expect((await send(lapsed.id)).error?.code).toBe('ALERT_NOT_FOUND')
})

test('Y-004 Y-005 danger asks somebody else, never a code alone; vigilance and an exercise take a code; early refusals spend none', async () => {
  const { id } = await written()
  const ask = async () => {
    await server.client.call('POST /v1/authentication/send-activation-code', { body: { phone: hall.phone } })
    return await codeSentTo(server.client, hall.phone)
  }
  const code = await ask()
  const first = await send(id, { confirmation: 'Paris', code }, hall)
  expect([first.error?.code, first.error?.fields]).toEqual(['VALIDATION', { confirmation: 'alert_confirmation_error' }])
  for (const json of [{}, { code }]) {
    const { status, error } = await send(id, json, hall)
    expect([status, error?.code, error?.details]).toEqual([
      403,
      'ALERT_PROOF_REQUIRED',
      { proofs: ['passkey', 'colleague'] },
    ])
  }
  const drill = await written({ exercise: true })
  expect((await send(drill.id, { code: wrongCode(code) }, hall)).error?.code).toMatch(/^CODE_/)
  expect((await send(drill.id, { confirmation: 'CLÎCHY', code }, hall)).data).toMatchObject({
    sentBy: 'Marie',
    exercise: true,
  })
  const mild = await written({ level: 'vigilance' })
  expect((await send(mild.id, { code }, hall)).error?.code).toBe('CODE_INVALID')
  expect((await send(id)).data).toMatchObject({ sentBy: 'Paul', writtenBy: 'Marie', reach: null })
  expect((await send(id)).error?.code).toBe('ALREADY_SENT')
  for (const one of [id, drill.id, mild.id]) await end(one)
})

test('Y-006 Y-007 Y-008 of ten sendings at once one leaves; danger rings through quiet hours and counts, not through « none » nor a pause', async () => {
  const tokens = await followers([
    {},
    { mode: 'digest', quiet: true },
    { full: true },
    { mode: 'none' },
    { paused: true },
  ])
  const { id } = await written({ title: 'Fuite de gaz' })
  const answers = await Promise.all(Array.from({ length: 10 }, () => send(id)))
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, ...Array<number>(9).fill(409)])
  await server.runJobs()
  const rung = (await outbox('Fuite de gaz')).map(({ recipient }) => recipient)
  expect(tokens.map((token) => rung.filter((one) => one === token).length)).toEqual([1, 1, 1, 0, 0])
  const { alerts } = await server.client.call('GET /v1/company/:id/alerts', {
    params: { id: hall.companyId },
    token: hall.token,
  })
  const told = { devices: 3, accepted: 3, refused: 0, gone: 0, pending: 0 }
  expect(alerts.find((one) => one.id === id)?.numbers).toMatchObject(told)
  const refusedEnd = await end(id, 'Suite sur secours-gaz.com')
  expect(refusedEnd.error?.fields).toEqual({ text: 'alert_link_error' })
  await end(id, 'Le gaz est coupé.')
  await server.runJobs()
  const over = (await outbox('Fin de l’alerte')).filter(({ recipient }) => tokens.includes(recipient))
  expect(over.map(({ recipient }) => recipient).toSorted()).toEqual(tokens.slice(0, 3).toSorted())
  const mild = await sent({ level: 'vigilance', title: 'Verglas demain' })
  await end(mild.id)
  await server.runJobs()
  expect(await outbox('Verglas demain')).toEqual([])
})

test('Y-010 Y-011 the pages of an alert run before every job, and what a killed worker had marked is sent again after ten seconds', async () => {
  const [token = ''] = await followers([{}])
  await server.client.call('POST /v1/company/:id/broadcast', {
    params: { id: hall.companyId },
    token: hall.token,
    body: { message: 'Fête du livre' },
  })
  const alert = await sent({ title: 'Nuage toxique' })
  const rows = await rowsOf<{ priority: number }>(server.db)`
    select jobs.priority from jobs where jobs.name = 'push-fan-out' order by jobs.priority`
  expect(rows.map(({ priority }) => priority)).toEqual([-10, 0])
  await server.runJobs()
  const retries = pushTasks.find(({ name }) => name === 'push-retries')
  const lose = (seconds: number) => rowsOf(server.db)`
      update push_deliveries set state = 'marked', due_at = app_now() - make_interval(secs => ${seconds})
      from push_campaigns where push_campaigns.id = push_deliveries.campaign_id and push_campaigns.key = ${`alert-${alert.id}`}`
  const told = async () => (await outbox('Nuage toxique')).filter(({ recipient }) => recipient === token).length
  for (const [seconds, times] of [
    [5, 1],
    [11, 2],
  ] as const) {
    await lose(seconds)
    await retries?.run(server.deps)
    expect(await told()).toBe(times)
  }
  await end(alert.id)
})

test('Y-009 Y-018 the push says its level and leads to its page; the hall is told by push and mail', async () => {
  const [token = ''] = await followers([{}])
  const alert = await sent({ title: 'Évacuez le centre' })
  await server.runJobs()
  const [push] = (await outbox('Évacuez le centre')).filter(({ recipient }) => recipient === token)
  expect(JSON.stringify(push?.payload)).toContain(pathOf(alert))
  expect(JSON.stringify(push)).toContain('DANGER · Mairie de Clichy')
  const mails = await rowsOf<{ text: string }>(server.db)`
      select text from outbox where kind = 'email' and text like '%Évacuez le centre%'`
  expect(mails.length).toBeGreaterThanOrEqual(2)
  await end(alert.id)
})

test('Y-020 three looks from one address in a half-hour count once, others once each, in one statement of the process', async () => {
  const alert = await sent({ title: 'Lecture comptée' })
  const look = async (remoteAddress: string) =>
    await server.app.inject({
      method: 'POST',
      url: '/v1/site/counts',
      remoteAddress,
      headers: { host: 'parvis.localhost:3000' },
      payload: { act: 'alert_view', alertId: alert.id },
    })
  // Of an IPv6 network one /64 is one reader.
  for (const address of [
    '203.0.113.7',
    '203.0.113.7',
    '203.0.113.7',
    '2001:db8:1:2::1',
    '2001:db8:1:2::2',
    '2001:db8:1:3::1',
  ])
    expect((await look(address)).statusCode).toBeLessThan(300)
  const reads = async () => {
    const { data } = await server.client.answer('GET /v1/company/:id/alerts', {
      params: { id: hall.companyId },
      token: hall.token,
    })
    return data?.alerts.find(({ id }) => id === alert.id)?.numbers?.reads
  }
  await expect.poll(reads, { timeout: 15_000 }).toBe(3)
  await end(alert.id)
})

test('Y-025 an alert stays five years with the names of who wrote and sent it, then goes, the replaced ones after it', async () => {
  const first = await sent({ title: 'Il y a cinq ans' })
  const next = await sent({ title: 'Il y a cinq ans, rectificatif', replaces: first.id })
  await end(next.id)
  const age = async (months: number) =>
    await run(server.db)`
      update alerts set sent_at = app_now() - make_interval(months => ${months}) where id in (${first.id}, ${next.id})`
  const count = async () =>
    (await rowsOf<{ id: number }>(server.db)`select id from alerts where id in (${first.id}, ${next.id})`).length
  await age(59)
  await forgetOldRows(server.db)
  expect((await journal(next.id)).data?.text).toMatch(/^ecrite: \S+ par \S+ \S+$/m)
  await age(61)
  await forgetOldRows(server.db)
  expect(await count()).toBe(1)
  await forgetOldRows(server.db)
  expect(await count()).toBe(0)
})

test('Y-012 Y-013 Y-014 Y-015 Y-016 the banner stands before the header of every page of the town until the end; a correction replaces it', async () => {
  const alert = await sent({ title: 'Tempête cette nuit <b>' })
  const pages = [
    '',
    '/annuaire',
    '/agenda',
    '/services',
    '/actes',
    '/affiche',
    '/alertes',
    pathOf(alert).slice('/clichy-92110'.length),
  ]
  const banner = async (path: string) =>
    /<body[^>]*>(.*?)<header/s.exec((await site(`/clichy-92110${path}`)).payload)?.[1] ?? ''
  for (const path of pages) {
    await expect.poll(() => banner(path), { message: path }).toContain('Tempête cette nuit &lt;b&gt;')
    expect(await banner(path)).toContain('DANGER')
  }
  expect((await site('/bordeaux-33000')).payload).not.toContain('class="alert-banner')
  const page = (await site(pathOf(alert))).payload
  for (const text of [
    'ne remplace ni les sirènes ni FR-Alert',
    'href="tel:112"',
    'href="tel:18"',
    'Montez à l’étage',
    'En cours',
  ])
    expect(page).toContain(text)
  expect((await write({ replaces: alert.id, exercise: true })).error?.code).toBe('ALERT_NOT_FOUND')
  const next = await sent({ title: 'Tempête, rectificatif', replaces: alert.id })
  expect((await write({ replaces: alert.id })).error?.code).toBe('ALERT_NOT_FOUND')
  await expect.poll(() => banner('')).toContain('rectificatif')
  await expect.poll(async () => (await site(pathOf(alert))).payload).toContain('Corrigée')
  const first = await end(next.id, 'Le vent est tombé.')
  expect((await end(next.id, 'Autre texte')).data).toEqual(first.data)
  await expect.poll(() => banner('')).not.toContain('class="alert-banner')
  const over = (await site(pathOf(next))).payload
  expect([over.includes('Terminée'), over.includes('Le vent est tombé.')]).toEqual([true, true])
  await run(server.db)`update alerts set sent_at = sent_at - make_interval(months => 13) where id = ${next.id}`
  await server.setClock(null)
  await expect.poll(async () => (await site(pathOf(next))).statusCode).toBe(410)
})

test('Y-017 Y-019 an exercise rings the team alone, on no page; its journal is verified by openssl', async () => {
  const tokens = await followers([{}])
  const drill = await sent({ exercise: true, title: 'Essai du vendredi' })
  await server.runJobs()
  expect((await outbox('Essai du vendredi')).filter(({ recipient }) => tokens.includes(recipient))).toEqual([])
  expect((await site(pathOf(drill))).statusCode).toBe(404)
  expect((await site('/clichy-92110/alertes')).payload).not.toContain('Essai du vendredi')
  const { text, signature, keyUrl } = (await journal(drill.id)).data as Record<string, string>
  expect(text).toMatch(/^exercice: oui$/m)
  expect(text).toMatch(/^envoyee: \S+ par Paul Petit, preuve: colleague$/m)
  const { path: folder, [Symbol.dispose]: remove } = temporaryFolder('parvis-journal')
  onTestFinished(() => remove())
  writeFileSync(join(folder, 'journal.txt'), text ?? '')
  writeFileSync(join(folder, 'journal.sig'), Buffer.from(signature ?? '', 'base64'))
  writeFileSync(join(folder, 'key.pem'), (await site(new URL(keyUrl ?? '').pathname)).payload)
  const args = ['dgst', '-sha256', '-verify', 'key.pem', '-signature', 'journal.sig', 'journal.txt']
  expect(spawnSync('openssl', args, { cwd: folder, encoding: 'utf8' }).stdout).toBe('Verified OK\n')
  const { id } = await written()
  expect((await journal(id)).error?.code).toBe('ALERT_NOT_FOUND')
  await end(id)
  await end(drill.id)
})

test('Y-022 Y-023 the operator stops an alert and the sendings of a hall; five wait at most', async () => {
  const operator = (...args: string[]) =>
    runOperator(
      () => ({
        db: createDatabase({ url: server.deps.config.databaseUrl ?? '', size: 2 }),
        openDocuments: async () => server.deps.gateways.sealedBlobs,
        openFiles: async () => server.deps.gateways.blobs,
        openEvidence: () => server.deps.config,
      }),
      args,
    )
  const alert = await sent()
  expect(await operator('alert', String(alert.id), 'stop', 'Compte volé')).toEqual([
    `L’alerte ${alert.id} est terminée.`,
  ])
  await operator('alerts', hall.companyId, 'off')
  const { id } = await written()
  expect((await send(id)).error).toMatchObject({
    code: 'ALERTS_OFF',
    message: 'L’envoi d’alertes est suspendu. Écrivez à contact@parvis.app.',
  })
  await operator('alerts', hall.companyId, 'on')
  const waiting = [id]
  for (let n = 0; n < 4; n++) waiting.push((await written()).id)
  expect(await write()).toMatchObject({ status: 429, error: { message: expect.stringContaining('Effacez-en une') } })
  for (const one of waiting) await end(one)
})
