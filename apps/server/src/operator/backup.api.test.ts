import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { untilFileEnds } from '@parvis/harness/server/lifetimes'
import { type TestApp, testApp } from '@parvis/harness/server/test-app'
import { foundCell } from '@parvis/harness/sql/found'
import { newSession } from '@parvis/harness/sql/people'
import { temporaryFolder } from '@parvis/harness/temporary-folder'
import { registrationForm, settingsOf, updateCompany } from '@parvis/harness/town/companies'
import { conversationCalls, dataOf } from '@parvis/harness/town/conversations'
import { newOwner, newPerson } from '@parvis/harness/town/people'
import { newResident } from '@parvis/harness/town/site-visitors'
import { runQuery } from '@parvis/postgres'
import { expect, test } from 'vitest'
import { columnOf, createDatabase, numberOf, run } from '../db/database.ts'
import { sql } from '../db/sql.ts'
import { eraseAccounts } from '../features/account/index.ts'
import { BadArgument } from './command.ts'
import { runOperator } from './run-operator.ts'

const town = testApp()
const empty = testApp()
const later = testApp()
const bare = testApp()
const { path: parent } = untilFileEnds(temporaryFolder('parvis-backup'))
const folder = join(parent, 'lundi')

const operator = (server: TestApp, ...args: string[]) =>
  runOperator(
    (asOwner) => ({
      db: createDatabase({ url: asOwner ? server.ownerUrl : (server.deps.config.databaseUrl ?? ''), size: 2 }),
      openDocuments: async () => server.deps.gateways.sealedBlobs,
      openFiles: async () => server.deps.gateways.blobs,
      openEvidence: () => server.deps.config,
    }),
    args,
  )

test('G32 F27 AMB-146 a copy brought into an empty database gives back people, pictures, sealed documents, the audit trail, what was written once and what partitions hold, however each is cut', async () => {
  const owner = await newOwner(town, { category: null })
  expect((await updateCompany(town, owner, await registrationForm())).status).toBe(200)
  const resident = await newResident(town)
  await conversationCalls(town).follow(resident, owner)
  const path = `/v1/site/companies/${owner.companyId}/messages`
  const write = ({ post }: ReturnType<typeof conversationCalls>) =>
    post(resident, path, { message: 'Bonjour' }, { 'idempotency-key': 'once' })
  const { uuid } = dataOf<{ uuid: string }>(await write(conversationCalls(town)))
  await using ownerDb = createDatabase({ url: town.ownerUrl, size: 1 })
  // Rows of the default partition, and of a month that has a partition in this database alone.
  await run(ownerDb)`
      create table views_of_may partition of view_counts for values from ('2091-05-01') to ('2091-06-01')`
  await run(ownerDb)`insert into view_counts (company_id, day, views)
    select ${owner.companyId}, unnest(array['2091-05-02', '2095-01-01'])::date, 7`
  const before = await settingsOf(town, owner)
  const audited = await countAudit(town)

  expect((await operator(town, 'backup', folder))[0]).toMatch(/^\d+ lignes et [1-9]\d* fichiers copiés/)
  await expect(operator(town, 'backup', folder)).rejects.toThrow('contient déjà une copie')
  await expect(operator(town, 'restore', folder)).rejects.toThrow('La base n’est pas vide')
  expect((await operator(empty, 'restore', folder))[0]).toMatch(/rétablis depuis/)

  // Nobody is signed in on the new machine, where browsers of residents are known: sessions are not in the copy.
  expect((await empty.call('GET', '/v1/authentication/session', { token: owner.token })).status).toBe(401)
  owner.token = await newSession(empty.db, owner.userId)
  const after = await settingsOf(empty, owner)
  expect(after).toEqual(before)
  expect(after.followersCount).toBe(1)
  expect(await countAudit(empty)).toBe(audited + 1)
  const places = sql<{
    part: string
  }>`select tableoid::regclass::text as part from view_counts where views = 7 order by day`
  const partsOf = async ({ db }: TestApp) => (await runQuery(db, places)).map(({ part }) => part)
  expect(await partsOf(town)).toEqual(['views_of_may', 'view_counts_rest'])
  expect(await partsOf(empty)).toEqual(['view_counts_rest', 'view_counts_rest'])
  const { pathname } = new URL(after.coverImage ?? '')
  expect((await empty.app.inject({ url: pathname })).statusCode).toBe(200)
  const name = await foundCell<string | null>(empty.db)`
    select identity_documents.name from identity_documents where identity_documents.side = 'front'`
  expect(await empty.deps.gateways.blobs.exists(`identity/${name}`)).toBe(true)

  // Its answer was lost with the machine: the client sends it again to the new one.
  expect((await write(conversationCalls(empty))).status).toBe(200)
  expect(await conversationCalls(empty).read(resident, uuid)).toHaveLength(1)

  const newcomer = await newOwner(empty)
  expect((await settingsOf(empty, newcomer)).companyId).toBe(newcomer.companyId)
})

test('T11 F15 a copy is readable by its owner alone, opens no account, and what was erased since is erased again', async () => {
  const [first, second] = [join(parent, 'mardi'), join(parent, 'mercredi')]
  const [leaving, staying] = [await newOwner(town), await newPerson(town)]
  await town.call('POST', '/v1/authentication/send-activation-code', { form: { phone: staying.phone } })
  await operator(town, 'backup', first)
  const paths = readdirSync(first, { recursive: true }).map((path) => join(first, String(path)))
  const modes = [first, ...paths].map((path) => statSync(path))
  expect(new Set(modes.map((stat) => [stat.isDirectory(), (stat.mode & 0o777).toString(8)].join()))).toEqual(
    new Set(['true,700', 'false,600']),
  )
  const tables = readdirSync(join(first, 'tables'))
  expect(tables.filter((name) => /^(sessions|sent_codes|known_browsers)\./.test(name))).toEqual([])

  await town.call('DELETE', '/v1/account', { token: leaving.token })
  await town.setClock(new Date(Date.now() + 31 * 86_400_000).toISOString())
  await eraseAccounts(town.deps)
  await town.setClock(null)
  await operator(town, 'backup', second)
  expect(statSync(join(parent, 'erasures.json')).mode & 0o777).toBe(0o600)

  const lines = await operator(later, 'restore', first)
  expect(lines[1]).toBe('Comptes effacés depuis cette copie, effacés de nouveau : 1.')
  const phones = await columnOf<string | null>(later.db)`select users.phone from users`
  expect(phones).toContain(staying.phone)
  expect(phones).not.toContain(leaving.phone)
  const companies = await columnOf<string>(later.db)`select companies.id from companies`
  expect(companies).not.toContain(leaving.companyId)
})

test('G32 a folder without a whole copy is refused', async () => {
  await expect(operator(empty, 'restore', join(folder, 'tables'))).rejects.toThrow('ne contient pas de copie complète')
})

test('G32 T11 a copy that lost a table or part of one, or whose list of erased accounts cannot be read, brings back nothing', async () => {
  const damaged = join(parent, 'abîmé', 'lundi')
  cpSync(folder, damaged, { recursive: true })
  const table = join(damaged, 'tables', 'users.ndjson.gz')
  const whole = readFileSync(table)
  const restore = () => operator(bare, 'restore', damaged)
  writeFileSync(table, whole.subarray(0, whole.length - 20))
  await expect(restore()).rejects.toThrow(BadArgument)
  rmSync(table)
  await expect(restore()).rejects.toThrow(BadArgument)
  writeFileSync(table, whole)
  mkdirSync(join(parent, 'abîmé', 'erasures.json'))
  await expect(restore()).rejects.toThrow('EISDIR')
  expect(await numberOf(bare.db)`select count(*)::int from users`).toBe(0)
})

const countAudit = async ({ db }: TestApp) => await numberOf(db)`select count(*)::int from audit_log`
