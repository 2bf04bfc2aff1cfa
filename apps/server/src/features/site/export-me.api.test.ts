import { get } from 'node:http'
import { testApp } from '@parvis/harness/server/test-app'
import { newSiteShop, newVisitor, residentHost, siteCalls, type Visitor } from '@parvis/harness/town/site-visitors'
import { expect, test } from 'vitest'
import { run } from '../../db/database.ts'

const server = testApp()
const visits = siteCalls(server)
const cookieOf = ({ cookies }: Visitor) => [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')

test('W-118 T02 an export of 3,000 long messages comes a page at a time, whole and in order; a second one at once waits', {
  timeout: 60_000,
}, async () => {
  const [who, shop] = [newVisitor(), await newSiteShop(server)]
  const { uuid } = (await visits.write(who, shop.companyId, 'Bonjour')).data
  await run(server.ownerDb)`alter table messages disable trigger messages_indexed`
  await run(server.db)`
    insert into messages (discussion_id, from_company, text)
    select ${uuid}, false, n || ' ' || repeat('é', 4800) from generate_series(1, 3000) n`
  const port = Number(new URL(await server.app.listen({ port: 0, host: '127.0.0.1' })).port)
  const ask = () =>
    new Promise<{ status: number | undefined; text: string }>((resolve, reject) => {
      const headers = { host: residentHost, cookie: cookieOf(who) }
      get({ port, host: '127.0.0.1', path: '/v1/site/export', headers }, (answer) => {
        let text = ''
        answer.setEncoding('utf8')
        answer.on('data', (piece: string) => {
          text += piece
        })
        answer.on('end', () => resolve({ status: answer.statusCode, text }))
      }).on('error', reject)
    })
  const both = await Promise.all([ask(), ask()])
  expect(both.map(({ status }) => status).toSorted((a, b) => Number(a) - Number(b))).toEqual([200, 429])
  const { conversations } = JSON.parse(both.find(({ status }) => status === 200)?.text ?? '') as {
    conversations: { messages: { text: string }[] }[]
  }
  const texts = conversations[0]?.messages.map(({ text }) => Number.parseInt(text, 10)) ?? []
  expect([texts.length, texts[1], texts.at(-1)]).toEqual([3001, 1, 3000])
  expect((await ask()).status).toBe(200)
})
