import { retention } from '@parvis/domain/kernel/retention'
import { testApp } from '@parvis/harness/server/test-app'
import { newOwner } from '@parvis/harness/town/people'
import { residentHost } from '@parvis/harness/town/site-visitors'
import { expect, test } from 'vitest'
import { rowsOf, run } from '../../db/database.ts'
import { forgetOldRows } from '../../jobs/forget-old-rows.queries.ts'

const server = testApp({
  LEGAL_NAME: 'Parvis SAS',
  LEGAL_HOST_NAME: 'Hébergeur <b>exemple</b>',
  ACCESSIBILITY_STATE: 'partiellement conforme',
  ACCESSIBILITY_DATE: '2026-10-01',
  ACCESSIBILITY_RATE: '72,5',
  ACCESSIBILITY_AUDITOR: 'Cabinet A',
})

const portal = (url: string) => server.app.inject({ url })
const residents = (url: string) => server.app.inject({ url, headers: { host: residentHost } })
const pages = ['/mentions-legales', '/conditions', '/confidentialite', '/accessibilite', '/signaler']
/** Spaces and tags made plain. */
const textOf = ({ body }: { body: string }) =>
  body
    .replaceAll(/<style>.*?<\/style>/gs, '')
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll(/[\s\u00a0\u202f]+/g, ' ')

test('U-099 U-108 W-105 the five pages are whole on both hosts, without session, script, cookie or anything of another host', async () => {
  for (const url of pages)
    for (const answer of [await portal(url), await residents(url)]) {
      expect([url, answer.statusCode]).toEqual([url, 200])
      expect(answer.body.match(/<h1/g)).toHaveLength(1)
      expect(answer.headers['set-cookie']).toBeUndefined()
      expect(answer.body).not.toMatch(/(?:src|srcset)="https?:/)
      for (const other of pages) expect(answer.body).toContain(`href="${other}"`)
      expect(textOf(answer)).not.toMatch(/lorem|à compléter|undefined|\[object|TODO|xxx/i)
    }
  const answer = await portal('/mentions-legales')
  expect(answer.body).not.toContain('<script')
  expect(answer.headers['content-security-policy']).toContain("default-src 'none'")
  expect(textOf(await portal('/confidentialite'))).toContain('un seul cookie, de sécurité')
})

test('U-100 W-105 the same facts on both hosts; what a setting does not say is left out, what it says is only text', async () => {
  for (const answer of [await portal('/mentions-legales'), await residents('/mentions-legales')]) {
    expect(textOf(answer)).toContain('Éditeur Parvis SAS')
    expect(answer.body).toContain('Hébergeur &lt;b&gt;exemple')
    expect(answer.body).not.toContain('Capital social')
    expect(answer.body).toContain(`<link rel="canonical" href="${server.deps.config.residentUrl}/mentions-legales"/>`)
  }
})

test('U-101 a published text and every former version at their addresses; without one the page says so', async () => {
  expect(textOf(await portal('/conditions'))).toContain('ne sont pas encore publiées')
  await run(server.db)`
    insert into legal_documents (kind, version, effective_on, html, published_by) values
    ('terms', 1, '2026-01-01', '<p>Texte premier</p>', 'operator'),
    ('terms', 2, '2026-01-01', '<p>Texte second</p>', 'operator')`
  await server.setClock('2026-11-22T12:00:00Z')
  for (const open of [portal, residents]) {
    await expect.poll(async () => (await open('/conditions')).body).toContain('Texte second')
    expect((await open('/conditions')).body).toContain('href="/conditions?version=1"')
    expect((await open('/conditions?version=1')).body).toContain('Texte premier')
    for (const unknown of ['/conditions?version=9', '/mentions-legales?version=1', '/conditions?version=abc'])
      expect([unknown, (await open(unknown)).statusCode]).toEqual([unknown, 404])
  }
})

test('U-104 the durations of the privacy page are those of the periodic tasks: a constant changed changes both', async () => {
  const mutable = retention as { reportMonths: number }
  const before = retention.reportMonths
  const add = () => rowsOf(server.db)`insert into reports (code, reason, address, kind, state, decided_at, decision)
      values (gen_random_uuid()::text, 'spam', '/x', 'other', 'decided', app_now() - interval '8 months', 'none')`
  const left = async () => (await rowsOf(server.db)`select from reports`).length
  const page = async () => {
    await server.setClock(new Date().toISOString())
    return textOf(await residents('/confidentialite'))
  }
  await add()
  await forgetOldRows(server.db)
  expect(await left()).toBe(1)
  expect(await page()).toContain('Combien de temps')
  expect(await page()).toContain('1 an après la décision')
  using former = new DisposableStack()
  former.defer(() => Object.assign(mutable, { reportMonths: before }))
  mutable.reportMonths = 7
  await forgetOldRows(server.db)
  expect(await left()).toBe(0)
  await expect.poll(page).toContain('7 mois après la décision')
})

test('U-105 W-105 each host declares its own accessibility, in its page and at every foot', async () => {
  const [own, other] = [textOf(await portal('/accessibilite')), textOf(await residents('/accessibilite'))]
  expect(own).toContain('Accessibilité : partiellement conforme')
  expect(own).toContain('72,5 %')
  expect(own).toContain('1er octobre 2026 par Cabinet A')
  for (const part of ['Contenus non accessibles', 'Retour et contact', 'Défenseur des droits'])
    expect(own).toContain(part)
  expect(other).toContain('Accessibilité : non conforme')
  expect(other).toContain('Aucun audit')
  expect(textOf(await portal('/conditions'))).toContain('Accessibilité : partiellement conforme')
  expect(await server.client.call('GET /v1/configuration')).toMatchObject({ accessibility: 'partiellement conforme' })
})

test('U-106 a report through each door is one queue; a refused form keeps what was typed, a child’s case asks no name', async () => {
  const send = (fields: Record<string, string>) =>
    server.app.inject({
      method: 'POST',
      url: '/signaler',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams(fields).toString(),
    })
  const fields = { address: '/clichy-92110', reason: 'illegal', text: 'Trop court' }
  const refused = await send(fields)
  expect(refused.statusCode).toBe(400)
  expect(refused.body).toContain('Trop court')
  expect(textOf(refused)).toContain('20 caractères au moins')
  const sent = await send({ ...fields, reason: 'child', text: '' })
  expect(sent.statusCode).toBe(303)
  expect(sent.headers.location).toMatch(new RegExp(`^${server.deps.config.residentUrl}/signalement/[a-z0-9]{12}$`))
  await server.client.call('POST /v1/reports', {
    body: { address: '/clichy-92110', reason: 'spam', text: '', name: '', email: '', goodFaith: false },
  })
  const rows = await rowsOf<{ reason: string }>(server.db)`select reason from reports order by id desc limit 2`
  expect(rows.map(({ reason }) => reason)).toEqual(['spam', 'child'])
  const form = await portal('/signaler')
  // Nothing is chosen for the person: a tap too early sends no « publicité » in their name.
  expect(form.body).toContain('<select name="reason" required=""><option value="">Choisissez</option>')
  expect(form.body).toMatch(/form:has\(option\[value=["']?child["']?\]:checked\) \.who/)
})

test('U-109 the export holds browsers, choices, acceptances, memberships, domain and settings of orders, and no secret of theirs', async () => {
  const { token, userId, companyId } = await newOwner(server)
  const subscription = {
    endpoint: 'https://fcm.googleapis.com/fcm/send/export',
    keys: { p256dh: 'CLE-SECRETE', auth: 'a' },
  }
  await server.client.call('POST /v1/account/devices', { token, body: { subscription, label: 'Mon téléphone' } })
  for (const kind of ['order', 'message'] as const)
    await server.client.call('PUT /v1/company/:id/notifications', {
      token,
      params: { id: companyId },
      body: { kind, push: false },
    })
  await run(server.db)`
      insert into legal_acceptances (user_id, company_id, kind, version, way) values (${userId}, ${companyId}, 'terms', 1, 'click')`
  await run(server.db)`
      insert into custom_domains (company_id, name, canonical, shown, token) values (${companyId}, 'a.fr', 'a.fr', 'a.fr', 'JETON-SECRET')`
  await run(server.db)`insert into order_settings (company_id) values (${companyId})`
  const exported = await server.client.call('GET /v1/account/export', { token })
  expect(Object.keys(exported).toSorted()).toEqual(
    'acceptances acts companies devices discussions exportedAt follows memberships messages noticeChoices orders passkeys pictures pushTargets sessions user'.split(
      ' ',
    ),
  )
  expect(exported).toMatchObject({
    pushTargets: [{ label: 'Mon téléphone' }],
    acceptances: [{ kind: 'terms', version: 1 }],
    memberships: [{ company_id: companyId, role: 'owner' }],
    companies: [{ domain: [{ name: 'a.fr' }], orderSettings: [{ company_id: companyId }] }],
  })
  expect(exported.noticeChoices.map(({ kind }) => kind)).toHaveLength(2)
  expect(JSON.stringify(exported)).not.toMatch(/CLE-SECRETE|JETON-SECRET/)
})
