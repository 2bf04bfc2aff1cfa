import { createPasskey, newAuthenticator, usePasskey } from '@parvis/harness/fakes/authenticator'
import { newPhone, type TestApp, testApp } from '@parvis/harness/server/test-app'
import { proveSessionsOf, saveEmail } from '@parvis/harness/sql/people'
import { newOwner, newPerson, type Person } from '@parvis/harness/town/people'
import { codeSentTo } from '@parvis/harness/town/town-client'
import { expect, test } from 'vitest'
import { cellOf, rowOf, run } from '../../db/database.ts'
import { GatewayFailure } from '../../gateways/gateway-failure.ts'
import { sendMailCode } from './mail-codes.ts'

const server = testApp()
const strict = testApp({ SECOND_PROOF: 'strict', RATE_LIMITS: 'strict' })
const origin = 'http://localhost:3000'
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()

async function newMailOwner(of: TestApp = server) {
  const owner = await newOwner(of)
  const email = `pro-${owner.userId}@exemple.fr`
  await saveEmail(of.db, owner.userId, email)
  return { ...owner, email }
}

async function mailsTo(to: string): Promise<string[]> {
  await server.runJobs()
  const sent = (await server.client.call('GET /v1/dev/outbox', { query: { kind: 'email', to } })) as { text: string }[]
  return sent.map(({ text }) => text)
}

const codeFor = async (phone: string) => {
  await server.client.call('POST /v1/authentication/send-activation-code', { body: { phone } })
  return await codeSentTo(server.client, phone)
}
const signIn = async (phone: string) =>
  await server.client.answer('POST /v1/authentication/start-session', { body: { phone, code: await codeFor(phone) } })
const changePhone = async ({ token }: Pick<Person, 'token'>, phone: string) =>
  await server.client.answer('PUT /v1/account/phone', { token, body: { phone, code: await codeFor(phone) } })
const saveMail = async (token: string, email: string) =>
  await server.client.call('POST /v1/profile/update', {
    token,
    body: {
      first_name: 'Marie',
      last_name: 'Durand',
      date_of_birth: '1990-12-31',
      zip_code: '92110',
      city: 'Clichy',
      email,
    },
  })
const sendCode = async (token: string, of = server) =>
  await of.client.answer('POST /v1/account/second-proof/send', { token })

async function addPasskey(token: string, own = newAuthenticator()) {
  const options = await server.client.call('POST /v1/account/passkeys/options', { token })
  const body = { response: createPasskey(own, options, { origin }) }
  return { own, answer: await server.client.answer('POST /v1/account/passkeys', { token, body }) }
}
const use = async (own: ReturnType<typeof newAuthenticator>) =>
  usePasskey(own, await server.client.call('POST /v1/authentication/passkey-options'), { origin })
const enter = async (own: ReturnType<typeof newAuthenticator>) =>
  await server.client.answer('POST /v1/authentication/passkey-session', { body: { response: await use(own) } })

async function holder() {
  const owner = await newMailOwner()
  await proveSessionsOf(server.db, owner.userId)
  return { ...owner, own: (await addPasskey(owner.token)).own }
}

test('U-072 a number whose account holds nothing is taken over: that account keeps its rows and its session, without the number', async () => {
  const owner = await newMailOwner()
  await proveSessionsOf(server.db, owner.userId)
  const phone = newPhone()
  const { token } = (await signIn(phone)).data as { token: string }
  const former = await cellOf<number>(server.db)`select id from users where phone = ${phone}`
  expect((await changePhone(owner, phone)).data).toMatchObject({ user: { id: owner.userId, phone_number: phone } })
  expect(await rowOf(server.db)`select phone from users where id = ${former}`).toEqual({ phone: null })
  expect((await server.client.answer('GET /v1/authentication/session', { token })).status).toBe(200)
  expect((await signIn(phone)).data).toMatchObject({ registration: false })
})

test('U-054 an account that lost its number keeps its passkey', async () => {
  const visitor = await newPerson(server)
  await saveEmail(server.db, visitor.userId, `visiteur-${visitor.userId}@exemple.fr`)
  await proveSessionsOf(server.db, visitor.userId)
  await run(server.db)`update users set phone = null where id = ${visitor.userId}`
  const { own, answer } = await addPasskey(visitor.token)
  expect(answer.status).toBe(200)
  expect((await enter(own)).status).toBe(200)
})

test('U-054 U-070 of a blocked number neither the passkey nor the ticket of a refused sign-in opens a session', async () => {
  const owner = await holder()
  const ticket = String((await signIn(owner.phone)).error?.details?.ticket)
  await run(server.db)`
    insert into sign_in_phones (phone, blocked) values (${owner.phone}, true)
    on conflict (phone) do update set blocked = true`
  expect((await enter(owner.own)).error?.code).toBe('PHONE_BLOCKED')
  const sent = await server.client.answer('POST /v1/authentication/second-proof/send', { body: { ticket } })
  expect(sent.error?.code).toBe('PHONE_BLOCKED')
  const body = { ticket, code: '12345678' }
  const opened = await server.client.answer('POST /v1/authentication/second-proof', { body })
  expect(opened.error?.code).toBe('PHONE_BLOCKED')
  const taken = await server.client.answer('POST /v1/authentication/new-number', { body: { ticket } })
  expect(taken.error?.code).toBe('PHONE_BLOCKED')
})

test('U-053 U-055 somebody else’s passkey proves nothing, and the passkey of an account is added to no other', async () => {
  const { own } = await holder()
  const other = await newMailOwner()
  const body = { response: await use(own) }
  const proved = await server.client.answer('POST /v1/account/second-proof', { token: other.token, body })
  expect(proved.error?.code).toBe('PASSKEY_INVALID')
  await proveSessionsOf(server.db, other.userId)
  expect((await addPasskey(other.token, own)).answer.error?.code).toBe('PASSKEY_INVALID')
  expect(await server.client.call('GET /v1/account/passkeys', { token: other.token })).toEqual([])
})

test('U-059 a change back within the seven days tells nobody and ends the wait', async () => {
  const { token, email, userId } = await newMailOwner()
  const wrong = `faux-${userId}@exemple.fr`
  await saveMail(token, wrong)
  await saveMail(token, email)
  expect((await mailsTo(wrong)).join()).toBe('')
  expect((await mailsTo(email)).filter((text) => text.includes('va changer'))).toHaveLength(1)
  await server.setClock(inDays(8))
  expect((await sendCode(token)).data).toMatchObject({ email: 'p•••@•••.fr' })
  expect((await mailsTo(email)).some((text) => /\b\d{8}\b/.test(text))).toBe(true)
})

test('U-059 an address changed after a passkey receives the codes at once, and the former one is told so', async () => {
  const { own, email, userId } = await holder()
  const { token } = (await enter(own)).data as { token: string }
  const next = `neuve-${userId}@exemple.fr`
  await saveMail(token, next)
  expect((await mailsTo(email)).join()).toContain(
    'L’adresse de votre compte a changé\u00a0: vos codes n’arrivent plus ici.',
  )
  await sendCode(token)
  expect((await mailsTo(next)).some((text) => /\b\d{8}\b/.test(text))).toBe(true)
})

test('U-060 without an address no code is sent, and the refusal of a proof says that there is none', async () => {
  const { token, userId } = await newPerson(server)
  await run(server.db)`update users set email = null where id = ${userId}`
  expect((await sendCode(token)).error?.code).toBe('NO_ADDRESS')
  const { error } = await server.client.answer('POST /v1/account/passkeys/options', { token })
  expect(error?.details).toEqual({ email: null, passkey: false })
})

test('U-060 U-076 a code that no relay took is said and does not count; without a relay none is asked for', async () => {
  const { userId, token } = await newMailOwner(strict)
  const failing = (mail: object) => {
    const { gateways } = strict.deps
    return sendMailCode({ ...strict.deps, gateways: { ...gateways, mail: { ...gateways.mail, ...mail } } }, userId)
  }
  await expect(failing({ isServed: false })).rejects.toMatchObject({ key: 'access.email_unavailable' })
  // A relay that is away, and one that says that nobody has this address.
  for (const failure of [
    new GatewayFailure('unavailable', 'no relay', { notAsked: true }),
    new GatewayFailure('refused', '550 no such user', { status: 550 }),
  ])
    await expect(failing({ send: () => Promise.reject(failure) })).rejects.toMatchObject({
      key: 'access.email_unavailable',
    })
  expect((await sendCode(token, strict)).data).toMatchObject({ retryAfter: 60 })
  expect((await sendCode(token, strict)).status).toBe(429)
})
