import { testApp } from '@parvis/harness/server/test-app'
import { newOwner, newPerson } from '@parvis/harness/town/people'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { exportAccount } from './export-account.ts'

const server = testApp()
/** `npm run one-hostile-person` takes 50,500: above the 50,000 that were the most until it was streamed. */
const many = 3_000

test('F8 T06 an account of thousands of messages takes them all away in pieces of a hundred rows, and no connection waits for its reader', async () => {
  const [owner, resident] = [await newOwner(server), await newPerson(server)]
  const { id } = await server.db
    .insertInto('discussions')
    .values({ company_id: owner.companyId, resident_id: resident.userId })
    .returning('discussions.id')
    .executeTakeFirstOrThrow()
  // The index of the search takes seconds for so many, and is not what is looked at.
  await sql`alter table messages disable trigger messages_indexed`.execute(server.ownerDb)
  await sql`
    insert into messages (discussion_id, from_company, text)
    select ${id}, false, n || ' ' || repeat('x', 80) from generate_series(1, ${many}::int) n`.execute(server.db)
  const pieces = await exportAccount(server.deps, owner.userId)
  let [text, longest] = ['', 0]
  for await (const piece of pieces) {
    longest = Math.max(longest, piece.length)
    text += piece
    // Whoever reads slowly holds none of the connections: the whole pool is free between two pieces.
    if (text.length < 300_000)
      await Promise.all(Array.from({ length: 12 }, () => sql`select pg_sleep(0.001)`.execute(server.db)))
  }
  expect(longest).toBeLessThan(60_000)
  const { messages, companies } = JSON.parse(text) as { messages: { text: string }[]; companies: object[] }
  expect([messages.length, companies.length]).toEqual([many, 1])
  expect([messages[0]?.text, messages.at(-1)?.text].map((one) => Number.parseInt(one ?? '', 10))).toEqual([many, 1])
})
