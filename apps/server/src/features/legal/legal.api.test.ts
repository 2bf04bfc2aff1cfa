import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { testApp } from '@parvis/harness/server/test-app'
import { saveEmail, superAdmin } from '@parvis/harness/sql/people'
import { temporaryFolder } from '@parvis/harness/temporary-folder'
import { newOwner, newPerson, type Owner, type Person } from '@parvis/harness/town/people'
import { beforeAll, expect, test } from 'vitest'
import { columnOf, rowsOf, run } from '../../db/database.ts'
import { readLegalSettings } from '../../legal-settings.ts'
import type { OperatorDeps } from '../../operator/command.ts'
import { publishLegalFile } from '../../operator/shared-data.ts'
import { periodicTasks } from '../../work.ts'
import { noticesTask } from '../notices/index.ts'

const server = testApp()
let team: Person
beforeAll(async () => {
  team = await newPerson(server)
  await superAdmin(server.db, team.userId)
})

const day = (days = 0) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
const text = { kind: 'privacy', effectiveOn: day(), html: '<p>Texte</p>' } as const
/** Some of the fields are wrong on purpose. */
const publish = (fields: object, { token }: Person = team) =>
  server.client.answer('POST /v1/operator/legal', { token, body: { ...text, ...fields } })
const read = (kind: string, version?: number | string) =>
  server.client.answer('GET /v1/legal/:kind', { params: { kind: kind as 'privacy' }, query: { version } })
const current = async (kind: string, version?: number) => (await read(kind, version)).data
const accept = ({ token }: Person, fields: object) =>
  server.client.answer('POST /v1/legal/acceptances', { token, body: { kind: 'terms', version: 1, ...fields } })
const acceptances = async ({ token }: Person) => await server.client.call('GET /v1/legal/acceptances', { token })

async function ownerWithMail(): Promise<Owner & { email: string }> {
  const owner = await newOwner(server)
  const email = `pro-${owner.userId}@exemple.fr`
  await saveEmail(server.db, owner.userId, email)
  return { ...owner, email }
}
const mailsTo = async (email: string) =>
  await server.client.call('GET /v1/dev/outbox', { query: { kind: 'email', to: email } })

test('U-101 two versions: the last in effect is current, the former stays readable; ten at once are ten versions', async () => {
  expect((await read('privacy')).status).toBe(404)
  expect((await publish({ html: '<h1>Un</h1><script>alert(1)</script><p onclick="x()">texte</p>' })).status).toBe(200)
  const one = await current('privacy')
  expect(one).toMatchObject({ version: 1, html: '<h2>Un</h2><p>texte</p>', effectiveOn: day() })
  await publish({ html: '<p>Demain</p>', effectiveOn: day(3) })
  expect((await current('privacy')).version).toBe(1)
  expect((await current('privacy', 2)).html).toBe('<p>Demain</p>')
  await publish({ html: '<p>Trois</p>' })
  expect((await current('privacy')).versions.map(({ version }) => version)).toEqual([1, 2, 3])
  expect((await current('privacy')).html).toBe('<p>Trois</p>')
  expect((await current('privacy', 1)).html).toContain('Un')

  const all = await Promise.all(Array.from({ length: 10 }, () => publish({ kind: 'accessibility' })))
  expect(all.map(({ status }) => status)).toEqual(Array(10).fill(200))
  expect((await current('accessibility')).versions).toHaveLength(10)
  await expect(rowsOf(server.ownerDb)`update legal_documents set html = ''`).rejects.toThrow('never changed')

  expect((await read('autre')).status).toBe(404)
  expect((await read('terms')).status).toBe(404)
  expect((await read('terms', 999_999)).status).toBe(404)
  expect((await read('privacy', 'abc')).status).toBe(400)
  for (const wrong of [
    { html: '<p> </p>' },
    { html: '' },
    { effectiveOn: '2026-02-30' },
    { effectiveOn: '0000-01-01' },
    { kind: 'autre' },
  ])
    expect((await publish(wrong)).error?.code).toBe('VALIDATION')
  expect((await publish({}, await newOwner(server))).status).toBe(403)
})

test('U-102 U-103 U-D22 new terms: told 15 days before, accepted by a click or by going on; nobody is blocked', async () => {
  const [clicks, goesOn, away] = [await ownerWithMail(), await ownerWithMail(), await ownerWithMail()]
  expect((await publish({ kind: 'terms' })).status).toBe(200)
  expect((await accept(clicks, { companyId: clicks.companyId })).status).toBe(200)
  expect((await accept(clicks, { companyId: clicks.companyId })).status).toBe(200)
  expect((await acceptances(clicks)).accepted).toMatchObject([
    { version: 1, way: 'click', companyId: clicks.companyId },
  ])
  for (const version of [1, 7])
    expect((await accept(clicks, { version, companyId: away.companyId })).error?.code).toBe('FORBIDDEN')
  expect((await accept(clicks, { version: 7 })).status).toBe(404)
  expect((await acceptances(await newPerson(server))).pending).toBeNull()

  const early = await publish({ kind: 'terms', effectiveOn: day(14) })
  expect([early.error?.code, early.error?.fields]).toEqual(['VALIDATION', { effectiveOn: 'terms_notice_error' }])
  const { token, companyId } = clicks
  const subscription = { endpoint: 'https://fcm.googleapis.com/fcm/send/terms', keys: { p256dh: 'p', auth: 'a' } }
  await server.client.call('POST /v1/account/devices', { token, body: { subscription } })
  const body = { kind: 'terms', push: true } as const
  await server.client.call('PUT /v1/company/:id/notifications', { token, params: { id: companyId }, body })
  await publish({ kind: 'terms', effectiveOn: day(16) })
  await server.runJobs()
  await noticesTask.run(server.deps)
  const pushes = await server.client.call('GET /v1/dev/outbox', { query: { kind: 'push' } })
  const rung = expect.stringContaining('Les conditions d’utilisation de Parvis Pro changent le')
  // The jobs of both versions have run.
  expect(pushes.map(({ text }) => text)).toEqual([rung, rung])
  for (const { email } of [clicks, goesOn, away]) {
    const mails = await mailsTo(email)
    expect(mails).toHaveLength(2)
    expect(mails[0]?.text).toContain('/conditions?version=2')
  }
  expect((await acceptances(clicks)).pending).toMatchObject({ version: 2, inEffect: false })
  await accept(clicks, { version: 2, companyId: clicks.companyId })
  expect((await acceptances(clicks)).pending).toBeNull()

  await server.setClock(`${day(17)}T12:00:00Z`)
  await run(server.db)`update sessions set last_seen_at = app_now() where user_id = ${goesOn.userId}`
  expect((await acceptances(goesOn)).pending).toMatchObject({ version: 2, inEffect: true })
  expect((await server.client.answer('GET /v1/company/ownership', { token: goesOn.token })).status).toBe(200)
  for (const { name, run } of periodicTasks) if (name === 'terms-in-use') await run(server.deps)
  expect((await acceptances(goesOn)).accepted).toMatchObject([{ version: 2, way: 'use', companyId: goesOn.companyId }])
  expect((await acceptances(goesOn)).pending).toBeNull()
  const kept = await rowsOf(server.db)`select from legal_acceptances where user_id = ${away.userId}`
  expect(kept).toEqual([])
})

test('U-101 the operator’s tool publishes a file, with its audit line, and says what is wrong with it', async () => {
  using folder = temporaryFolder('parvis-legal')
  const file = join(folder.path, 'texte.html')
  const run = (...args: string[]) => publishLegalFile({ db: server.db } as OperatorDeps, args)
  writeFileSync(file, '<p>Du fichier</p>')
  const [line] = await run('privacy', file, day())
  expect(line).toMatch(/^Politique de confidentialité : version \d+, en vigueur le /)
  expect((await current('privacy')).html).toBe('<p>Du fichier</p>')
  await expect(run('privacy', file, 'demain')).rejects.toThrow('« demain » n’est pas un jour')
  await expect(run('privacy', join(folder.path, 'absent'), day())).rejects.toThrow('ne peut pas être lu')
  await expect(run('terms', file, day(2)).then(() => run('terms', file, day(2)))).rejects.toThrow('15 jours')
  const trail = await columnOf<string>(server.db)`select object from audit_log where action = 'legal.publish'`
  expect(trail).toContain('legal:privacy')
})

test('U-100 with none, half or all of the settings: what is missing is left out and named, a placeholder is nothing', async () => {
  const none = readLegalSettings({})
  expect([none.facts, none.accessibility.portal.state]).toEqual([{}, 'non conforme'])
  expect(none.missing).toContain('LEGAL_NAME')
  const half = readLegalSettings({
    LEGAL_NAME: 'Parvis SAS',
    LEGAL_CAPITAL: 'aucun',
    LEGAL_EMAIL: 'TODO',
    LEGAL_PHONE: 'à compléter',
  })
  expect(half.facts).toEqual({ LEGAL_NAME: 'Parvis SAS' })
  expect(half.missing).toEqual(expect.arrayContaining(['LEGAL_EMAIL', 'LEGAL_PHONE', 'LEGAL_DIRECTOR']))
  expect(half.missing).not.toContain('LEGAL_CAPITAL')
  const desk = await server.client.call('GET /v1/operator/legal', { token: team.token })
  expect(desk.missing).toContain('LEGAL_DIRECTOR')
  const data = await server.client.call('GET /v1/legal')
  expect(JSON.stringify(data)).not.toMatch(/undefined|LEGAL_NAME/)
})

test('U-105 each state of accessibility; without a dated audit it is « non conforme », the other site’s is its own', () => {
  const audited = { ACCESSIBILITY_DATE: '2026-10-01', ACCESSIBILITY_RATE: '72,5 %', ACCESSIBILITY_AUDITOR: 'Cabinet A' }
  const stateOf = (state: string, more = audited) =>
    readLegalSettings({ ACCESSIBILITY_STATE: state, ...more }).accessibility
  expect(stateOf('Partiellement conforme').portal).toEqual({
    state: 'partiellement conforme',
    rate: 72.5,
    date: '2026-10-01',
    auditor: 'Cabinet A',
  })
  expect(stateOf('conforme').portal.state).toBe('totalement conforme')
  expect(stateOf('non conforme').portal.state).toBe('non conforme')
  expect(stateOf('conforme').residents).toEqual({ state: 'non conforme', rate: null, date: null, auditor: null })
  expect(readLegalSettings({ ACCESSIBILITY_STATE: 'conforme' }).accessibility.portal.state).toBe('non conforme')
  expect(() => stateOf('presque')).toThrow('ACCESSIBILITY_STATE doit être')
  const noDay = { ...audited, ACCESSIBILITY_DATE: '2026-02-31' }
  expect(() => stateOf('conforme', noDay)).toThrow('ACCESSIBILITY_DATE doit être un jour')
})
