import { testApp } from '@parvis/harness/server/test-app'
import { conversationCalls } from '@parvis/harness/town/conversations'
import { newSiteShop, newVisitor, residentHost, siteCalls } from '@parvis/harness/town/site-visitors'
import { expect, test } from 'vitest'
import { run } from '../../db/database.ts'

const server = testApp()
const { list, say, sayOk, post } = conversationCalls(server)
const { get, reply, write } = siteCalls(server)

test('W-100 a business blocks a conversation and lifts it; nobody else does, and the resident never reads why', async () => {
  const [shop, stranger] = [await newSiteShop(server, { membership: 'premium' }), await newSiteShop(server)]
  const who = newVisitor()
  const { uuid } = (await write(who, shop.companyId, 'Bonjour')).data
  expect((await post(stranger, `/v1/discussions/${uuid}/company-block`)).status).toBe(404)
  expect((await post(shop, `/v1/discussions/${uuid}/company-block`)).data).toEqual({ isBlocked: true })
  expect((await list(shop))[0]).toMatchObject({ isBlocked: true, isBlockedByCompany: true, hasPhone: false })
  await run(server.db)`
      update users set phone = '+33612340000' where id = (select resident_id from discussions where id = ${uuid})`
  expect((await list(shop))[0]).toMatchObject({ hasPhone: true })
  expect((await reply(who, uuid, 'Encore')).code).toBe('DISCUSSION_BLOCKED')
  expect((await say(shop, uuid, 'Promotion')).error?.code).toBe('DISCUSSION_BLOCKED')
  const [entry] = (await get<Record<string, unknown>[]>(who, '/conversations')).data
  expect([entry?.isBlocked, entry?.isBlockedByCompany]).toEqual([true, undefined])
  expect((await post(shop, `/v1/discussions/${uuid}/company-unblock`)).data).toEqual({ isBlocked: false })
  expect((await reply(who, uuid, 'Merci')).status).toBe(200)
})

test('W-100 a conversation that the business blocked counts no more: of four on the free plan, one blocked, the fourth opens', async () => {
  const shop = await newSiteShop(server)
  const uuids: string[] = []
  for (const text of ['Un', 'Deux', 'Trois', 'Quatre']) {
    uuids.push((await write(newVisitor(), shop.companyId, text)).data.uuid)
  }
  const [first = '', , , last = ''] = uuids
  expect((await list(shop)).map(({ disabled }) => disabled)).toEqual([false, false, false, true])
  expect((await say(shop, first, 'Oui ?')).error?.code).toBe('CONVERSATION_LIMIT')
  await post(shop, `/v1/discussions/${last}/company-block`)
  expect((await list(shop)).map(({ disabled }) => disabled)).toEqual([false, false, false, false])
  expect((await sayOk(shop, first, 'Oui ?')).message).toBe('Oui ?')
})

test('W-117 Q-121 a resident’s side has the pages of GET messages: before, after, around', async () => {
  const shop = await newSiteShop(server)
  const who = newVisitor()
  const { uuid } = (await write(who, shop.companyId, 'Bonjour')).data
  const { id: answer } = await sayOk(shop, uuid, 'Oui ?')
  await reply(who, uuid, 'Un pain')
  const page = async (way: string, id: number) => {
    const { status, data } = await get<{ id: number }[]>(
      who,
      `/conversations/${uuid}?selection_way=${way}&message_id=${id}`,
    )
    return status === 200 ? data.map((one) => one.id) : status
  }
  const all = (await page('', 0)) as number[]
  expect(all).toHaveLength(3)
  expect(await page('around', answer)).toEqual(all)
  expect(await page('before', answer)).toEqual(all.slice(2))
  expect(await page('after', answer)).toEqual(all.slice(0, 1))
  expect(await page('around', 999_999_999)).toBe(400)
})

test('W-049 Q-109 an away message says that it is one on the resident’s page, a person’s does not', async () => {
  const shop = await newSiteShop(server)
  const who = newVisitor()
  const { uuid } = (await write(who, shop.companyId, 'Bonjour')).data
  const cookie = [...who.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const page = async () =>
    (await server.app.inject({ method: 'GET', url: `/mes-messages/${uuid}`, headers: { host: residentHost, cookie } }))
      .body
  await sayOk(shop, uuid, 'Bonjour, que puis-je pour vous ?')
  expect(await page()).not.toContain('Réponse automatique')
  await run(server.db)`update messages set automatic = true where messages.from_company = true`
  expect(await page()).toContain('Réponse automatique')
})

test('W-049 a long conversation is read page by page, back to its first message', async () => {
  const shop = await newSiteShop(server)
  const who = newVisitor()
  const { uuid } = (await write(who, shop.companyId, 'Message 0.')).data
  await run(server.db)`insert into messages (discussion_id, from_company, text)
    select ${uuid}, true, 'Message ' || n || '.' from generate_series(1, 40) n`
  const cookie = [...who.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const read = async (url: string) => {
    const { body, statusCode } = await server.app.inject({ url, headers: { host: residentHost, cookie } })
    const shown = [...body.matchAll(/Message (\d+)\./g)].map(([, number]) => Number(number))
    const linkTo = (text: string) => new RegExp(`href="([^"]*)">${text}`).exec(body)?.[1]
    return { statusCode, shown, earlier: linkTo('Messages précédents'), later: linkTo('Derniers messages') }
  }
  const last = await read(`/mes-messages/${uuid}`)
  expect([last.shown[0], last.shown.at(-1), last.later]).toEqual([11, 40, undefined])
  const first = await read(last.earlier ?? '')
  expect([first.shown[0], first.shown.at(-1), first.earlier]).toEqual([0, 10, undefined])
  expect(first.later).toBe(`/mes-messages/${uuid}`)
  for (const hostile of ['0', '-1', '1e99', '9'.repeat(40), 'x', "1'"])
    expect((await read(`/mes-messages/${uuid}?avant=${encodeURIComponent(hostile)}`)).shown).toEqual(last.shown)
})

test('W-049 W-098 a photo may be sent once a person of the shop has answered, and the page says from when', async () => {
  const shop = await newSiteShop(server, { name: 'Fournil des photos' })
  const who = newVisitor()
  const { uuid } = (await write(who, shop.companyId, 'Bonjour')).data
  const cookie = [...who.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const read = async () =>
    (await server.app.inject({ url: `/mes-messages/${uuid}`, headers: { host: residentHost, cookie } })).body
  expect(await read()).toContain('Vous pourrez envoyer une photo quand Fournil des photos vous aura répondu.')
  for (const text of ['Deux', 'Trois']) await reply(who, uuid, text)
  expect(await read()).toContain('Vous avez écrit trois fois. Fournil des photos n’a pas encore répondu')
  const fourth = await reply(who, uuid, 'Quatre')
  expect([fourth.code, (fourth.error as { message?: string }).message]).toEqual([
    'WAIT_FOR_ANSWER',
    'Vous avez écrit trois fois. Fournil des photos n’a pas encore répondu : vous pourrez écrire de nouveau après sa réponse.',
  ])
  await sayOk(shop, uuid, 'Oui ?')
  const answered = await read()
  expect([answered.includes('multipart/form-data'), answered.includes('name="image"')]).toEqual([true, true])
})
