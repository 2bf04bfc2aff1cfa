import { randomUUID } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { untilTestEnds } from '@parvis/harness/server/lifetimes'
import { newPhone, testApp } from '@parvis/harness/server/test-app'
import { foundCell } from '@parvis/harness/sql/found'
import { saveEmail } from '@parvis/harness/sql/people'
import { temporaryFolder } from '@parvis/harness/temporary-folder'
import { registrationForm, settingsOf, updateCompany } from '@parvis/harness/town/companies'
import { newOwner, newPerson } from '@parvis/harness/town/people'
import { transaction } from '@parvis/postgres'
import { expect, test } from 'vitest'
import { cellOf, createDatabase, rowOf, rowsOf, run } from '../db/database.ts'
import { enqueue } from '../jobs/job.ts'
import { BadArgument, nameAccount } from './command.ts'
import { runOperator, usageText } from './run-operator.ts'

const server = testApp()
const hash = expect.stringMatching(/^[0-9a-f]{64}$/)

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
const audited = async (action: string) =>
  await rowOf<{ actor: string; object: string; details: Record<string, unknown> }>(server.db)`
    select actor, object, details from audit_log where action = ${action} order by id desc limit 1`

test('C-058 AMB-115 T35 F16 gives and takes the super-admin right of a known person, by the name of the machine’s account', async () => {
  const { token, phone, userId } = await newPerson(server)
  const isSuperAdmin = async () =>
    ((await server.client.answer('GET /v1/authentication/session', { token })).data as { isSuperAdmin: boolean })
      .isSuperAdmin
  expect(await operator('super-admin', `0${phone.slice(3)}`, 'on')).toEqual([
    `${phone} est maintenant super-administrateur.`,
  ])
  expect(await isSuperAdmin()).toBe(true)
  expect(await audited('super_admin.change')).toEqual({
    actor: 'operator',
    object: `user:${userId}`,
    details: { on: true, before: hash, after: hash },
  })
  nameAccount('marie')
  await operator('super-admin', phone, 'off')
  nameAccount('')
  expect(await isSuperAdmin()).toBe(false)
  expect(await audited('super_admin.change')).toMatchObject({ actor: 'operator:marie', details: { on: false } })
  await expect(operator('super-admin', newPhone(), 'on')).rejects.toThrow('Aucun compte avec le numéro')
})

test('C-058 A-010 blocks a phone, known or not, ends its sessions, and gives its tries back', async () => {
  const { token, phone } = await newPerson(server)
  const ask = () =>
    server.client.answer('POST /v1/authentication/send-activation-code', { as: 'form', body: { phone } })
  expect(await operator('block-phone', phone, 'on')).toEqual([`${phone} est bloqué ; sessions fermées : 1.`])
  expect((await server.client.answer('GET /v1/authentication/session', { token })).error?.code).toBe('SESSION_UNKNOWN')
  expect((await ask()).error?.code).toBe('PHONE_BLOCKED')
  expect(JSON.stringify(await audited('phone.block'))).not.toContain(phone)
  await run(server.db)`update sign_in_phones set wrong_since_success = 50 where phone = ${phone}`
  await operator('block-phone', phone, 'off')
  expect((await ask()).status).toBe(200)
  expect(await operator('block-phone', newPhone(), 'on')).toEqual([expect.stringContaining('sessions fermées : 0')])
})

test('C-058 AMB-104 closes a conversation for both sides and opens it again', async () => {
  const { companyId } = await newOwner(server)
  const { userId } = await newPerson(server)
  const id = await foundCell<string>(server.db)`
    insert into discussions (company_id, resident_id) values (${companyId}, ${userId}) returning id`
  const isBlocked = async () =>
    await cellOf<boolean>(server.db)`select blocked_by_team from discussions where id = ${id}`
  await operator('block-discussion', id, 'on')
  expect(await isBlocked()).toBe(true)
  expect(await audited('discussion.block')).toMatchObject({ object: `discussion:${id}`, details: { on: true } })
  await operator('block-discussion', id, 'off')
  expect(await isBlocked()).toBe(false)
})

test('C-058 R-082 decides on an identity, which blocks nothing', async () => {
  const owner = await newOwner(server)
  for (const status of ['verified', 'refused', 'pending']) {
    expect((await operator('identity', owner.companyId.toUpperCase(), status))[0]).toContain('Boulangerie Martin')
    expect((await settingsOf(server, owner)).identityStatus).toBe(status)
  }
  expect(await audited('identity.decide')).toMatchObject({ details: { decision: 'pending' } })
})

test('C-053 T11 copies identity documents for a reason, and writes the reading down', async () => {
  const owner = await newOwner(server, { category: null })
  expect((await updateCompany(server, owner, await registrationForm())).status).toBe(200)
  const { path: folder } = untilTestEnds(temporaryFolder('parvis-identity'))
  await expect(operator('identity-documents', owner.companyId, folder, ' ')).rejects.toThrow('motif')
  expect(readdirSync(folder)).toEqual([])
  await operator('identity-documents', owner.companyId, folder, 'Contrôle du gérant')
  expect(readdirSync(folder).sort()).toEqual([`${owner.companyId}-recto.jpg`, `${owner.companyId}-verso.jpg`])
  expect([...readFileSync(join(folder, `${owner.companyId}-recto.jpg`)).subarray(0, 2)]).toEqual([0xff, 0xd8])
  expect(await audited('identity.view')).toEqual({
    actor: 'operator',
    object: `company:${owner.companyId}`,
    details: { reason: 'Contrôle du gérant', sides: ['front', 'back'] },
  })
  const other = await newOwner(server)
  await expect(operator('identity-documents', other.companyId, folder, 'Contrôle')).rejects.toThrow('Aucune pièce')
})

test('C-058 S-044 sets a membership, and its limits follow', async () => {
  const owner = await newOwner(server)
  expect(await operator('membership', owner.companyId, 'premium')).toEqual([
    'Boulangerie Martin : offre freemium → premium.',
  ])
  expect((await settingsOf(server, owner)).subscription).toMatchObject({ membership: 'premium', allowedInstant: -1 })
  expect(await audited('membership.change')).toMatchObject({ details: { from: 'freemium', to: 'premium' } })
})

test.each([
  ['alert', 'stop', 'Compte volé'],
  ['act', 'restore'],
])('C-058 %s: what is no number is refused with a sentence', async (command, ...rest) => {
  for (const written of ['', 'douze', '1.5', '99999999999999999999'])
    await expect(operator(command, written, ...rest)).rejects.toThrow(BadArgument)
})

test('C-058 AMB-22 imports cities and icons again, without a double', async () => {
  const [first] = await operator('import-cities')
  expect(first).toMatch(/^\d{4} villes importées\.$/)
  expect(await operator('import-cities')).toEqual([first])
  const { data } = await server.client.answer('GET /v1/syntheticProAccount/cities')
  expect(`${(data as object[]).length} villes importées.`).toBe(first)
  expect((await operator('import-icons'))[0]).toMatch(/^\d+ icônes importées\.$/)
})

const unknown = '7b0e6f3a-5c1d-4e2f-9a8b-0c1d2e3f4a5b'
test.each([
  [[], 'Il manque la commande'],
  [['drop-everything'], 'Commande inconnue'],
  [['super-admin'], 'Utilisation : npm run operator -- super-admin'],
  [['super-admin', '0612345678', 'on', 'now'], 'Utilisation'],
  [['super-admin', '0145678901', 'on'], 'n’est pas un numéro de mobile français'],
  [['super-admin', '0612345678', 'yes'], 'on, off attendu'],
  [['block-phone', 'abc', 'on'], 'n’est pas un numéro'],
  [['block-discussion', '12', 'on'], 'n’est pas un identifiant'],
  [['block-discussion', unknown, 'on'], 'Aucune conversation'],
  [['identity', unknown, 'verified'], 'Aucun établissement'],
  [['identity', unknown, 'maybe'], 'pending, verified, refused attendu'],
  [['membership', unknown, 'premium'], 'Aucun établissement'],
  [['membership', unknown, 'gold'], 'freemium, basic, premium, digital attendu'],
  [['import-cities', 'all'], 'Utilisation'],
])('C-058 refuses %o with a clear sentence', async (args, sentence) => {
  const refused = operator(...args)
  await expect(refused).rejects.toBeInstanceOf(BadArgument)
  await expect(refused).rejects.toThrow(sentence)
})

test('the usage names every command', () => {
  for (const name of [
    'super-admin',
    'block-phone',
    'block-discussion',
    'identity',
    'membership',
    'import-cities',
    'import-icons',
  ])
    expect(usageText()).toContain(`  ${name} `)
})

const troubles = () =>
  runOperator(
    () => ({
      db: createDatabase({ url: server.deps.config.databaseUrl ?? '', size: 2 }),
      openDocuments: async () => server.deps.gateways.sealedBlobs,
      openFiles: async () => server.deps.gateways.blobs,
      openEvidence: () => server.deps.config,
    }),
    ['troubles'],
  )

test('C-058 AMB-149 F28 shows what did not leave and what was given up, and nothing when all is well', async () => {
  const { companyId } = await newOwner(server)
  const campaign = (key: string, unsent: number) => rowsOf(server.db)`
      insert into push_campaigns (key, kind, company_id, title, body, data, accepted_at, closed_at, sent_count, unsent_count)
      values (${key}, 'instant', ${companyId}, 'Martin', 'Concert', '{}', app_now(), app_now(), 250, ${unsent})`
  await campaign('instant-1-1', 0)
  expect(await troubles()).toEqual(['Toutes les notifications sont parties.', 'Aucune tâche abandonnée.'])

  await campaign('instant-2-1', 37)
  await transaction(server.db, (tx) => enqueue(tx, 'push-fan-out', { campaignId: 1 }))
  await run(server.db)`update jobs set attempts = max_attempts, last_error = 'base absente'`
  const [title, line, deadTitle, dead] = await troubles()
  expect(title).toContain('30 derniers jours')
  expect(line).toContain('Boulangerie Martin (instant-2-1) : 250 envoyées, 0 refusées, 37 perdues')
  expect([deadTitle, dead]).toEqual([
    'Tâches abandonnées :',
    'push-fan-out : 1 abandonnée, dernière erreur : base absente',
  ])
})

test('U-D08 U-D14 makes an owner, told by mail; lets in who lost every way, whose passkeys go', async () => {
  const [shop, next] = [await newOwner(server), await newPerson(server)]
  await run(server.db)`
    insert into passkeys (user_id, credential_id, public_key, counter, label)
    values (${next.userId}, ${Buffer.from(next.phone)}, ${Buffer.alloc(1)}, 0, 'x')`
  expect(await operator('owner', shop.companyId, next.phone)).toEqual([
    `${next.phone} est maintenant responsable de ${shop.companyId}.`,
  ])
  expect(await server.client.call('GET /v1/company/ownership', { token: next.token })).toMatchObject([
    { role: 'owner' },
  ])
  expect((await operator('let-in', next.phone))[0]).toContain('clés d’accès retirées : 1.')
  expect(await audited('account.let_in')).toMatchObject({ object: `user:${next.userId}`, details: { passkeys: 1 } })
  await expect(operator('let-in', newPhone())).rejects.toThrow('Aucun compte')
  await expect(operator('owner', shop.companyId, newPhone())).rejects.toThrow('doit d’abord se connecter')
})

test('U-D14 who kept no passkey is let in by the number again, told by mail', async () => {
  const { phone, userId } = await newPerson(server)
  await saveEmail(server.db, userId, `rentre-${userId}@exemple.fr`)
  await run(server.db)`update users set phone_proved_at = app_now() - interval '1 year' where id = ${userId}`
  expect(await operator('let-in', phone)).toEqual([
    `${phone} ouvre de nouveau son compte par SMS ; clés d’accès retirées : 0.`,
  ])
  await server.runJobs()
  const query = { kind: 'email' as const, to: `rentre-${userId}@exemple.fr` }
  const [mail] = await server.client.call('GET /v1/dev/outbox', { query })
  expect(mail?.text).toContain('Votre numéro ouvre de nouveau votre compte Parvis Pro.')
})

test('C-058 A-010 a business is suspended and shown again by its id; what is not found or lacks its reason is said', async () => {
  const { companyId, phone } = await newOwner(server, { name: 'Le Fournil' })
  expect(await operator('block-phone', phone, 'on')).toEqual([
    `${phone} est bloqué ; sessions fermées : 1.`,
    `Le Fournil reste visible : npm run operator -- suspend ${companyId} on <motif>`,
  ])
  expect(await operator('suspend', companyId, 'on', 'Vente interdite')).toEqual([
    'Le Fournil est suspendu : plus rien n’en est montré ni envoyé.',
  ])
  expect(await operator('block-phone', phone, 'on')).toHaveLength(1)
  expect(await operator('suspend', companyId, 'off', 'Vente arrêtée')).toEqual(['Le Fournil n’est plus suspendu.'])
  await expect(operator('suspend', companyId, 'on', 'non')).rejects.toThrow('Il manque le motif')
  const unknown = randomUUID()
  for (const args of [
    ['suspend', unknown, 'on', 'Vente interdite'],
    ['alerts', unknown, 'off'],
    ['owner', unknown, phone],
  ])
    await expect(operator(...args), args[0]).rejects.toThrow(`Aucun établissement ${unknown}.`)
  await expect(operator('author', 'Luc', 'Réquisition du parquet')).rejects.toThrow('Indiquez un téléphone')
})
