import { Readable } from 'node:stream'
import { refusal } from '@parvis/domain/refusals'
import type { FastifyReply } from 'fastify'
import { Semaphore } from '../../../admission/semaphore.ts'
import type { Db } from '../../../db/database.ts'
import type { Dependencies } from '../../../dependencies.ts'
import type { Resident } from '../../../http/actor.ts'
import { countAgainstLimit } from '../../../http/limits.ts'
import {
  pageOfBookings,
  pageOfMessages,
  pageOfOrders,
  pageOfTalks,
  readFewRows,
  rowsOfPage,
} from './export-me.queries.ts'

const perResident = { name: 'resident-export', max: 10, seconds: 86_400 }
const turns = new Semaphore({})

/**
 * « Tout emporter »: one file with everything of W-118, and no secret, streamed a page of rows at a time, however much there is. 429
 * beyond one at a time and ten a day.
 */
export async function exportMe({ db, config }: Dependencies, { userId }: Resident, reply: FastifyReply): Promise<void> {
  const subject = `user:${userId}`
  const requester = { subject, quotas: [{ subject, max: 1, waiting: 0 }] }
  if (!turns.take(requester)) throw refusal('request.too_many_attempts', { retryAfter: 10 })
  await countAgainstLimit(db, config, perResident, subject).catch((error: unknown) => {
    turns.leave(requester)
    throw error
  })
  const body = Readable.from(writeMe(db, userId), { objectMode: false })
  body.once('close', () => turns.leave(requester))
  await reply
    .type('application/json; charset=utf-8')
    .header('content-disposition', 'attachment; filename="parvis.json"')
    .send(body)
}

async function* writeMe(db: Db, userId: number): AsyncGenerator<string> {
  const few = await readFewRows(db, userId)
  yield `${few.slice(0, few.lastIndexOf('}'))},"conversations":[`
  let before = ''
  for await (const { id, company, createdAt } of pages((after) => pageOfTalks(db, userId, after))) {
    yield `${before}{"company":${JSON.stringify(company)},"createdAt":${JSON.stringify(createdAt)},"messages":[`
    yield* written(pages((after) => pageOfMessages(db, id, after)))
    yield ']}'
    before = ','
  }
  yield '],"orders":['
  yield* written(pages((after) => pageOfOrders(db, userId, after)))
  yield '],"bookings":['
  yield* written(pages((after) => pageOfBookings(db, userId, after)))
  yield ']}'
}

/** The rows of all pages, each read after the last row of the one before: no connection is held between two. */
async function* pages<T extends { id: string }>(read: (after: string | null) => Promise<T[]>): AsyncGenerator<T> {
  let after: string | null = null
  for (;;) {
    const rows: T[] = await read(after)
    yield* rows
    after = rows.at(-1)?.id ?? null
    if (rows.length < rowsOfPage) return
  }
}

async function* written(rows: AsyncIterable<{ json: string }>): AsyncGenerator<string> {
  let before = ''
  for await (const { json } of rows) {
    yield before + json
    before = ','
  }
}
