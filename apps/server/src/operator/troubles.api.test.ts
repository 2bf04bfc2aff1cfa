import { testApp } from '@parvis/harness/server/test-app'
import { newOwner } from '@parvis/harness/town/people'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createDatabase } from '../db/database.ts'
import { transaction } from '../db/transaction.ts'
import { enqueue } from '../jobs/enqueue.queries.ts'
import { runOperator } from './run-operator.ts'

const server = testApp()
const troubles = () =>
  runOperator(
    () => ({
      db: createDatabase({ url: server.deps.config.databaseUrl ?? '', size: 2 }),
      openDocuments: async () => server.deps.gateways.sealedBlobs,
      openFiles: async () => server.deps.gateways.blobs,
    }),
    ['troubles'],
  )

test('C-058 AMB-149 F28 shows what did not leave and what was given up, and nothing when all is well', async () => {
  const { companyId } = await newOwner(server)
  const campaign = (key: string, unsent: number) =>
    sql`insert into push_campaigns (key, kind, company_id, title, body, data, accepted_at, closed_at, sent_count, unsent_count)
      values (${key}, 'instant', ${companyId}, 'Martin', 'Concert', '{}', app_now(), app_now(), 250, ${unsent})`.execute(
      server.db,
    )
  await campaign('instant-1-1', 0)
  expect(await troubles()).toEqual(['Toutes les notifications sont parties.', 'Aucune tâche abandonnée.'])

  await campaign('instant-2-1', 37)
  await transaction(server.db, (tx) => enqueue(tx, 'push-fan-out', { campaignId: 1 }))
  await sql`update graphile_worker._private_jobs set attempts = max_attempts, last_error = 'base absente'`.execute(
    server.db,
  )
  const [title, line, deadTitle, dead] = await troubles()
  expect(title).toContain('30 derniers jours')
  expect(line).toContain('Boulangerie Martin (instant-2-1) : 250 envoyées, 0 refusées, 37 perdues')
  expect([deadTitle, dead]).toEqual([
    'Tâches abandonnées :',
    'push-fan-out : 1 abandonnées, dernière erreur : base absente',
  ])
})
