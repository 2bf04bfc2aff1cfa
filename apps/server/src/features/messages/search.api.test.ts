import type { AnswerOf } from '@parvis/domain/api'
import { foldText } from '@parvis/domain/kernel/text'
import { testApp } from '@parvis/harness/server/test-app'
import { conversationCalls, dataOf } from '@parvis/harness/town/conversations'
import { newOwner, type Owner } from '@parvis/harness/town/people'
import { newResident } from '@parvis/harness/town/site-visitors'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { rowsOf, run } from '../../db/database.ts'

const server = testApp()
const { get, newConversation, open, post, read, sayOk } = conversationCalls(server)

type Answer = AnswerOf<'GET /v1/company/:id/messages/search'>
const ask = (shop: Owner, q: string, rest = '') =>
  get(shop, `/v1/company/${shop.companyId}/messages/search?q=${encodeURIComponent(q)}${rest}`)
const search = async (shop: Owner, q: string, rest = '') => dataOf<Answer>(await ask(shop, q, rest))
const texts = async (shop: Owner, q: string) => (await search(shop, q)).results.map(({ text }) => text)

test('Q-119 fold_words is the SQL twin of foldText', async () => {
  const letters = fc.constantFrom('é', 'É', 'œ', 'Œ', 'æ', 'ç', 'Ï', '’', "'", 'a', 'Z', ' ', 'ñ', 'ß', '7', 'û')
  const samples = fc.sample(fc.string({ unit: letters, maxLength: 30 }), 300)
  const rows = await rowsOf<{ folded: string }>(server.db)`
    select fold_words(text) as folded from unnest(${samples}::text[]) with ordinality as t(text, place) order by place`
  expect(rows.map(({ folded }) => folded)).toEqual(samples.map(foldText))
})

test('Q-119 accents, case, endings and beginnings; all the words; notes too', async () => {
  const { company, resident, uuid } = await newConversation('Bonjour')
  const said = [
    'Avez-vous des Éclairs au café ?',
    'Ma commande est prête',
    'Deux croissants au beurre',
    'La fin de l’été',
  ]
  await sayOk(company, uuid, 'Oui ?')
  for (const text of said) await sayOk(resident, uuid, text)
  dataOf(await post(company, `/v1/discussions/${uuid}/notes`, { text: 'Allergique aux Éclats de noisette' }))
  expect(await texts(company, 'eclair')).toEqual([said[0]])
  expect(await texts(company, 'commandé')).toEqual([said[1]])
  expect(await texts(company, 'croissan')).toEqual([said[2]])
  expect(await texts(company, 'ete')).toEqual([said[3]])
  expect(await texts(company, 'beurre croissants')).toEqual([said[2]])
  expect(await texts(company, 'beurre éclair')).toEqual([])
  expect((await search(company, 'noisette')).results).toMatchObject([
    { kind: 'note', messageId: null, from: 'company' },
  ])
})

test('Q-119 terms that are operators, stop words or signs are words or nothing, never an error', async () => {
  const { company, resident, uuid } = await newConversation('Bonjour')
  await sayOk(resident, uuid, '!!! ??? 😀')
  await sayOk(resident, uuid, 'Il y a 100 % de réduction & plus | ou <-> moins')
  for (const q of ["a' | b:*", '!!', '& |', '<->', ':*', "''", '\\\\', '100 %', 'de la', '😀😀', '%_', 'x'.repeat(100)])
    expect((await ask(company, q)).status, q).toBe(200)
  expect(await texts(company, 'réduction & plus')).toHaveLength(1)
  expect((await ask(company, 'a')).status).toBe(400)
  expect((await ask(company, 'a'.repeat(101))).status).toBe(400)
  expect((await ask(company, 'oui', '&before=demain')).status).toBe(400)
})

test('Q-119 every whole word of three letters finds its message, by pages of 20, newest first', async () => {
  const { company, resident, uuid } = await newConversation('Bonjour')
  await sayOk(company, uuid, 'Oui ?')
  const words = fc.sample(
    fc.string({ unit: fc.constantFrom(...'abcdeéèfgiklmnoprstuç'), minLength: 4, maxLength: 9 }),
    25,
  )
  const sent: number[] = []
  for (const word of words) sent.unshift((await sayOk(resident, uuid, `pomme ${word}.`)).id)
  for (const word of words.slice(0, 10)) expect(await texts(company, word)).toContain(`pomme ${word}.`)
  const first = await search(company, 'pommes')
  const second = await search(company, 'pommes', `&before=${first.next}`)
  expect([...first.results, ...second.results].map(({ messageId }) => messageId)).toEqual(sent)
  expect(second.next).toBeNull()
})

test('Q-120 T06 own company only; what the plan closes is counted, not shown', async () => {
  const [shop, other] = [await newOwner(server), await newOwner(server)]
  const uuids: string[] = []
  for (const company of [shop, shop, shop, shop, shop, other]) {
    uuids.push(await open(await newResident(server), company, 'Un chinchilla gris'))
  }
  const { results, beyondPlan } = await search(shop, 'chinchilla')
  expect(results.map(({ discussionId }) => discussionId)).toEqual(uuids.slice(2, 5).toReversed())
  expect(beyondPlan).toBe(2)
  expect((await search(other, 'chinchilla')).results).toHaveLength(1)
})

test('Q-122 nothing written before is left to index: the answer looks everywhere at once', async () => {
  const { company } = await newConversation('Un tabouret ancien')
  expect(await search(company, 'tabouret')).toMatchObject({
    results: [{ text: 'Un tabouret ancien' }],
    indexedSince: null,
  })
})

test('Q-119 beyond the newest two thousand the older are found too; a frequent word goes on from page to page', async () => {
  const { company, resident, uuid } = await newConversation('Une salamandre et des oranges')
  const [old] = await read(resident, uuid)
  await run(server.ownerDb)`insert into messages (discussion_id, from_company, text)
    select ${uuid}, false, 'Des oranges, envoi ' || n from generate_series(1, 2050) as n`
  await sayOk(company, uuid, 'Un chinchilla')
  expect((await search(company, 'salamandre')).results).toMatchObject([{ messageId: old?.id }])
  expect(await texts(company, 'chinchilla')).toEqual(['Un chinchilla'])
  const seen = new Set<number | null>()
  let page = await search(company, 'oranges')
  for (let turn = 0; turn < 2; turn++) {
    for (const { messageId } of page.results) seen.add(messageId)
    page = await search(company, 'oranges', `&before=${page.next}`)
  }
  expect([seen.size, page.results.length]).toEqual([40, 20])
})
