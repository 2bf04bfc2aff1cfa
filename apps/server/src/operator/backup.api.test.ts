import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestApp, testApp } from '@parvis/harness/server/test-app'
import { registrationForm, settingsOf, updateCompany } from '@parvis/harness/town/companies'
import { conversationCalls } from '@parvis/harness/town/conversations'
import { newOwner, newPerson } from '@parvis/harness/town/people'
import { afterAll, expect, test } from 'vitest'
import { createDatabase } from '../db/database.ts'
import { runOperator } from './run-operator.ts'

const town = testApp()
const empty = testApp()
const folder = mkdtempSync(join(tmpdir(), 'parvis-backup-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const operator = (server: TestApp, ...args: string[]) =>
  runOperator(
    (asOwner) => ({
      db: createDatabase({ url: asOwner ? server.ownerUrl : (server.deps.config.databaseUrl ?? ''), size: 2 }),
      openDocuments: async () => server.deps.gateways.sealedBlobs,
      openFiles: async () => server.deps.gateways.blobs,
    }),
    args,
  )

test('G32 F27 AMB-146 a copy brought into an empty database gives back people, pictures, sealed documents, the audit trail and what was written once', async () => {
  const owner = await newOwner(town, { category: null })
  expect((await updateCompany(town, owner, await registrationForm())).status).toBe(200)
  const resident = await newPerson(town)
  await town.call('PUT', `/v1/app/companies/${owner.companyId}/follow`, { token: resident.token })
  const uuid = await conversationCalls(town).open(resident, owner)
  const write = ({ post }: ReturnType<typeof conversationCalls>) =>
    post(resident, `/v1/discussions/${uuid}/message`, { message: 'Bonjour' }, { 'idempotency-key': 'once' })
  expect((await write(conversationCalls(town))).status).toBe(200)
  const before = await settingsOf(town, owner)
  const audited = await countAudit(town)

  expect((await operator(town, 'backup', folder))[0]).toMatch(/^\d+ lignes et [1-9]\d* fichiers copiés/)
  await expect(operator(town, 'backup', folder)).rejects.toThrow('contient déjà une copie')
  await expect(operator(town, 'restore', folder)).rejects.toThrow('La base n’est pas vide')
  expect((await operator(empty, 'restore', folder))[0]).toMatch(/rétablis depuis/)

  const after = await settingsOf(empty, owner)
  expect(after).toEqual(before)
  expect(after.followersCount).toBe(1)
  expect(await countAudit(empty)).toBe(audited + 1)
  const { pathname } = new URL(after.coverImage ?? '')
  expect((await empty.app.inject({ url: pathname })).statusCode).toBe(200)
  const { name } = await empty.db
    .selectFrom('identity_documents')
    .where('identity_documents.side', '=', 'front')
    .select('identity_documents.name')
    .executeTakeFirstOrThrow()
  expect(await empty.deps.gateways.blobs.exists(`identity/${name}`)).toBe(true)

  // Its answer was lost with the machine: the client sends it again to the new one.
  expect((await write(conversationCalls(empty))).status).toBe(200)
  expect(await conversationCalls(empty).read(resident, uuid)).toHaveLength(1)

  const newcomer = await newOwner(empty)
  expect((await settingsOf(empty, newcomer)).companyId).toBe(newcomer.companyId)
})

test('G32 a folder without a whole copy is refused', async () => {
  await expect(operator(empty, 'restore', join(folder, 'tables'))).rejects.toThrow('ne contient pas de copie complète')
})

async function countAudit({ db }: TestApp): Promise<number> {
  const { count } = await db
    .selectFrom('audit_log')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}
