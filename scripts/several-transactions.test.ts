import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { untilTestEnds } from '../harness/server/lifetimes.ts'
import { temporaryFolder } from '../harness/temporary-folder.ts'
import { brokenTransactions } from './checks/several-transactions.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))

test('G33 a use case that checks in one transaction and writes in another is reported, unless it has a reason; so is a reason without one', () => {
  const folder = 'apps/server/src/features/messages'
  const tree = untilTestEnds(temporaryFolder('parvis-checks')).path
  mkdirSync(join(tree, folder), { recursive: true })
  const files = {
    [`${folder}/talk.queries.ts`]: [
      'export const countReplies = (db: Db) => numberOf(db)`select count(*) from messages`',
      'export const insertReply = (tx: Db) => run(tx)`insert into messages default values`',
      'export const countUse = (db: Db) => run(db)`update uses set used = used + 1`',
    ].join('\n'),
    [`${folder}/talk.ts`]: [
      'const send = (deps: Deps) => transaction(deps.db, async (tx) => await insertReply(tx))',
      'export async function replyTwice(deps: Deps) {',
      '  await transaction(deps.db, async (tx) => refuse(await countReplies(tx)))',
      '  return await send(deps)',
      '}',
      'export async function replyLate({ db }: Deps) {',
      '  if ((await countReplies(db)) > 2) throw refusal()',
      '  await transaction(db, (tx) => insertReply(tx))',
      '}',
      'export async function replyWhole({ db }: Deps) {',
      '  await countUse(db)',
      '  await transaction(db, async (tx) => {',
      '    refuse(await together(tx, (db) => [countReplies(db)]))',
      '    await insertReply(tx)',
      '  })',
      '  return await countReplies(db)',
      '}',
      'export const task = { run: async ({ db }: Deps) => { if (await countReplies(db)) await insertReply(db) } }',
    ].join('\n'),
  }
  for (const [file, text] of Object.entries(files)) writeFileSync(join(tree, file), text)
  const reasons = {
    anywhere: { 'a counter': ['countUse'] },
    useCases: { 'a list': ['messages/task.run', 'messages/gone'] },
  }
  const broken = brokenTransactions(tree, reasons)
  expect(broken.map((line) => line.split(' ')[0])).toEqual([
    'messages/replyTwice',
    'messages/replyLate',
    'messages/gone',
  ])
  expect(broken.join('\n')).toMatch(
    /transaction, then send.*\n.*countReplies, then transaction.*\n.*no reason any more/,
  )
  expect(brokenTransactions(root)).toEqual([])
})
