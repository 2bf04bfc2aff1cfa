import { keptOfProfessionals } from '@parvis/domain/legal/kept-data.fr'
import { testApp } from '@parvis/harness/server/test-app'
import { newOwner, newPerson, type Person } from '@parvis/harness/town/people'
import { residentHost } from '@parvis/harness/town/site-visitors'
import { expect, test } from 'vitest'
import { createDatabase, rowsOf } from '../../db/database.ts'
import { forgetOldRows } from '../../jobs/forget-old-rows.queries.ts'
import { runOperator } from '../../operator/run-operator.ts'
import { listErasedAuthors } from './erase-account.queries.ts'
import { eraseAccounts } from './erase-accounts.ts'

const server = testApp({ KEEP_AUTHORS_MONTHS: '12' })
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()
const withMonths = (authorMonths: number) => {
  const { config } = server.deps
  return { ...server.deps, config: { ...config, legal: { ...config.legal, authorMonths } } }
}

async function erase({ token }: Person, months = 12): Promise<void> {
  await server.client.answer('DELETE /v1/account', { token })
  await server.setClock(inDays(31))
  await eraseAccounts(withMonths(months))
  await server.setClock(null)
}

const author = (...args: string[]) =>
  runOperator(
    () => ({
      db: createDatabase({ url: server.deps.config.databaseUrl ?? '', size: 2 }),
      openDocuments: async () => server.deps.gateways.sealedBlobs,
      openFiles: async () => server.deps.gateways.blobs,
      openEvidence: () => server.deps.config,
    }),
    ['author', ...args],
  )
const rows = () => listErasedAuthors(server.db)

test('U-104 AMB-145 who published is found by the operator with a reason for as long as the setting says, sealed; residents are not', async () => {
  const owner = await newOwner(server, { name: 'Le Fournil' })
  const resident = await newPerson(server)
  await erase(owner)
  await erase(resident)
  const [kept, ...more] = await rows()
  expect([kept?.userId, more]).toEqual([owner.userId, []])
  expect(kept?.identity.toString('latin1')).not.toContain(owner.phone)
  for (const text of [owner.phone, 'le fournil', owner.companyId]) {
    const [line = '', ...others] = await author(text, 'Réquisition du 3 mars')
    expect(others).toEqual([])
    expect(line).toMatch(new RegExp(`^${owner.userId}, effacé le .*"phone": "\\${owner.phone}"`))
  }
  const trail = await rowsOf<{ object: string; details: object }>(server.db)`
    select object, details from audit_log where action = 'author.view' order by id limit 1`
  expect(trail).toEqual([
    { object: 'erased-authors', details: { reason: 'Réquisition du 3 mars', users: [owner.userId] } },
  ])
  expect(await author(resident.phone, 'Réquisition du 3 mars')).toEqual([
    `Aucun auteur effacé n’est conservé avec « ${resident.phone} ».`,
  ])
  await expect(author(owner.phone, '')).rejects.toThrow('Il manque le motif')

  await forgetOldRows(server.db, 12)
  expect(await rows()).toHaveLength(1)
  await server.setClock(inDays(31 + 367))
  await forgetOldRows(server.db, 12)
  await server.setClock(null)
  expect(await rows()).toEqual([])
})

test('U-104 without the setting nothing outlives the account, and what a former one kept goes', async () => {
  await erase(await newOwner(server))
  expect(await rows()).toHaveLength(1)
  await erase(await newOwner(server), 0)
  expect(await rows()).toHaveLength(1)
  await server.setClock(inDays(32))
  await forgetOldRows(server.db)
  await server.setClock(null)
  expect(await rows()).toEqual([])
})

test('U-104 the privacy page of both hosts says that it is kept, for how long; without the setting it says nothing', async () => {
  for (const headers of [{}, { host: residentHost }]) {
    const said = textOf(await server.app.inject({ url: '/confidentialite', headers }))
    expect(said).toMatch(/Qui a publié : téléphone, nom,.* 1 an après l’effacement du compte/)
  }
  expect(keptOfProfessionals(0).filter(({ what }) => what.startsWith('Qui a publié'))).toEqual([])
})

const textOf = ({ body }: { body: string }) => body.replaceAll(/<[^>]+>/g, ' ').replaceAll(/[\s\u00a0\u202f]+/g, ' ')
