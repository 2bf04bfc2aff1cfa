import { testApp } from '@parvis/harness/server/test-app'
import { conversationCalls } from '@parvis/harness/town/conversations'
import { instantCalls } from '@parvis/harness/town/instants'
import { expect, test } from 'vitest'
import { rowsOf } from '../db/database.ts'

const server = testApp()

test('T35 a fresh installation has no account, no session, no company', async () => {
  const rows = await rowsOf(server.db)`
    select (select count(*)::int from users) as users, (select count(*)::int from sessions) as sessions,
      (select count(*)::int from companies) as companies`
  expect(rows).toEqual([{ users: 0, sessions: 0, companies: 0 }])
})

/** Texts encoded once and twice, as HTML, as a pattern and as SQL: read once, stored and returned unchanged. */
const literal = [
  '%2527 %00 %3Cb%3E',
  '&amp;lt; &#60;b&#62; &lt;',
  `<b onclick="a()">"'&</b>`,
  '.*+?^$ {}()|[]\\',
  `'; drop table users; --`,
  '{{7*7}} <%= 7*7 %> %s',
]

test.each(literal)('T08 T09 %s comes back as it was sent', async (text) => {
  const { newConversation, sayOk, read } = conversationCalls(server)
  const { company, resident, uuid } = await newConversation('Bonjour')
  expect((await sayOk(resident, uuid, text)).message).toBe(text)
  expect((await read(company, uuid))[0]?.message).toBe(text)
  const { newInstant, get } = instantCalls(server)
  const title = `Titre ${text}`
  const id = await newInstant(company, { title })
  expect((await get(company, id)).instantInformation.title).toBe(title)
})

test('T09 a path is decoded once: a text encoded twice names nothing', async () => {
  const { company, uuid } = await conversationCalls(server).newConversation('Bonjour')
  const once = `%${uuid.charCodeAt(0).toString(16)}${uuid.slice(1)}`
  const get = (id: string) => server.call('GET', `/v1/discussions/${id}/messages`, { token: company.token })
  expect([(await get(once)).status, (await get(once.replace('%', '%25'))).status]).toEqual([200, 404])
})
