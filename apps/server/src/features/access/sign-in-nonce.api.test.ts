import { newPhone, testApp } from '@parvis/harness/server/test-app'
import { codeSentTo } from '@parvis/harness/town/town-client'
import { expect, test } from 'vitest'

const server = testApp()
const nonces = ['a'.repeat(36), 'b'.repeat(36)] as const
const of = (nonce: string | undefined) => (nonce === undefined ? {} : { 'x-sign-in-nonce': nonce })

async function ask(phone: string, nonce?: string) {
  const sent = await server.client.answer('POST /v1/authentication/send-activation-code', {
    as: 'form',
    body: { phone },
    headers: of(nonce),
  })
  expect(sent.status).toBe(200)
  return { sent: sent.data, code: await codeSentTo(server.client, phone) }
}
const give = (phone: string, code: string, nonce?: string) =>
  server.client.answer('POST /v1/authentication/start-session', { body: { phone, code }, headers: of(nonce) })
const wrong = (code: string) => String((Number(code) + 1) % 100_000).padStart(5, '0')

test('ASVS 6.6.2 a code asked for by a browser opens nothing in another, nor without its nonce; then it does in its own', async () => {
  const phone = newPhone()
  const { code } = await ask(phone, nonces[0])
  const [elsewhere, without] = [await give(phone, code, nonces[1]), await give(phone, code)]
  expect([elsewhere.error?.code, without.error?.code]).toEqual(['CODE_INVALID', 'CODE_INVALID'])
  // The same answer as to a wrong code: having the right one of another browser reveals nothing.
  const { error } = await give(await otherPhone(), wrong(code), nonces[0])
  expect(elsewhere.error).toEqual(error)
  expect((await give(phone, code, nonces[0])).status).toBe(200)
  expect((await give(phone, code, nonces[0])).error?.code).toBe('CODE_INVALID')
})

test('ASVS 6.6.2 tries from elsewhere are tries: after three the code is dead in its own browser too', async () => {
  const phone = newPhone()
  const { code } = await ask(phone, nonces[0])
  const answers = await Promise.all(Array.from({ length: 5 }, () => give(phone, code, nonces[1])))
  expect(answers.filter(({ error }) => error?.code === 'CODE_INVALID')).toHaveLength(3)
  expect((await give(phone, code, nonces[0])).status).toBe(429)
})

test('ASVS 6.6.2 clients that say nothing are as before, and what is no nonce counts as none', async () => {
  for (const [asked, given] of [
    [undefined, undefined],
    [undefined, nonces[0]],
    ['short', undefined],
    [undefined, 'x'.repeat(101)],
    ['é"; drop'.repeat(4), nonces[0]],
  ]) {
    const phone = newPhone()
    const { code } = await ask(phone, asked)
    expect([asked, given, (await give(phone, code, given)).status]).toEqual([asked, given, 200])
  }
})

test('ASVS 6.6.2 a code asked for again takes the place of the former one, with the nonce of who asked last', async () => {
  const phone = newPhone()
  const first = await ask(phone, nonces[0])
  const second = await ask(phone, nonces[1])
  expect(second.sent).toEqual(first.sent)
  expect((await give(phone, second.code, nonces[0])).error?.code).toBe('CODE_INVALID')
  expect((await give(phone, second.code, nonces[1])).status).toBe(200)
})

/** A browser that was sent a code too. */
async function otherPhone(): Promise<string> {
  const phone = newPhone()
  await ask(phone, nonces[0])
  return phone
}
