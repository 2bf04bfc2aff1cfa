import { createPasskey, type Lies, newAuthenticator, usePasskey } from '@parvis/harness/fakes/authenticator'
import { newPhone, type TestApp, testApp } from '@parvis/harness/server/test-app'
import { addMember, proveSessionsOf, saveEmail, superAdmin } from '@parvis/harness/sql/people'
import { newOwner, newPerson, type Person } from '@parvis/harness/town/people'
import { codeSentTo } from '@parvis/harness/town/town-client'
import { describe, expect, test } from 'vitest'
import { columnOf, rowOf } from '../../db/database.ts'

const relaxed = testApp()
const strict = testApp({ SECOND_PROOF: 'strict' })
const origin = 'http://localhost:3000'
const day = 86_400_000

const inDays = (days: number, minutes = 0) => new Date(Date.now() + days * day + minutes * 60_000).toISOString()

async function newMailOwner(server: TestApp) {
  const owner = await newOwner(server)
  const email = `pro-${owner.userId}@exemple.fr`
  await saveEmail(server.db, owner.userId, email)
  return { ...owner, email }
}

async function mailsTo(server: TestApp, to: string): Promise<string[]> {
  await server.runJobs()
  const sent = (await server.client.call('GET /v1/dev/outbox', { query: { kind: 'email', to } })) as { text: string }[]
  return sent.map(({ text }) => text)
}

async function mailCode(server: TestApp, to: string): Promise<string> {
  const codes = (await mailsTo(server, to)).map((text) => /\b\d{8}\b/.exec(text)?.[0])
  return codes.find((code) => code !== undefined) ?? ''
}

async function sendProof(server: TestApp, { token, email }: { token: string; email: string }) {
  await server.client.call('POST /v1/account/second-proof/send', { token })
  return await mailCode(server, email)
}

const prove = (server: TestApp, token: string, body: object) =>
  server.client.answer('POST /v1/account/second-proof', { token, body })

async function addPasskey(
  server: TestApp,
  { token }: Pick<Person, 'token'>,
  own = newAuthenticator(),
  lies: Lies = {},
) {
  const options = await server.client.call('POST /v1/account/passkeys/options', { token })
  const body = { response: createPasskey(own, options, { origin, ...lies }), label: 'Téléphone' }
  return { own, answer: await server.client.answer('POST /v1/account/passkeys', { token, body }) }
}

async function holder(server: TestApp) {
  const owner = await newMailOwner(server)
  await proveSessionsOf(server.db, owner.userId)
  const { own } = await addPasskey(server, owner)
  return { owner, own }
}

const challenge = (server: TestApp) => server.client.call('POST /v1/authentication/passkey-options')
const enter = (server: TestApp, response: unknown) =>
  server.client.answer('POST /v1/authentication/passkey-session', { body: { response } })

async function signIn(server: TestApp, phone: string, headers: Record<string, string> = {}) {
  await server.client.call('POST /v1/authentication/send-activation-code', { body: { phone }, headers })
  const body = { phone, code: await codeSentTo(server.client, phone) }
  return await server.client.answer('POST /v1/authentication/start-session', { body, headers })
}

describe('passkeys', () => {
  test('U-052 U-055 a passkey made after a second proof opens a session that is freshly proved; told by mail; the browser is known', async () => {
    const { owner, own } = await holder(relaxed)
    expect((await mailsTo(relaxed, owner.email)).join()).toContain('Une clé d’accès a été ajoutée à votre compte.')
    await relaxed.client.call('DELETE /v1/account', { token: owner.token })
    const { status, data, headers } = await enter(relaxed, usePasskey(own, await challenge(relaxed), { origin }))
    expect([status, data]).toEqual([200, { token: expect.any(String), registration: false, deletionCancelled: true }])
    expect(String(headers['set-cookie'])).toContain('__Host-device=')
    const { token } = data as { token: string }
    // Freshly proved: another passkey can be made; the asked deletion is cancelled.
    expect((await addPasskey(relaxed, { token })).answer.status).toBe(200)
    const goesAt = await columnOf<Date | null>(relaxed.db)`select delete_after from users where id = ${owner.userId}`
    expect(goesAt).toEqual([null])
  })

  test.each<[string, Lies]>([
    ['another origin', { origin: 'https://ailleurs.example' }],
    ['another RP', { rpId: 'ailleurs.example' }],
    ['a made-up challenge', { challenge: Buffer.alloc(32, 1).toString('base64url') }],
    ['another type', { type: 'webauthn.create' }],
    ['no user verification', { isVerified: false }],
    ['the handle of somebody else', { userHandle: Buffer.alloc(32, 2).toString('base64url') }],
    ['another key', { key: newAuthenticator().privateKey }],
  ])('U-053 U-054 %s opens nothing', async (_, lies) => {
    const { own } = await holder(relaxed)
    const { error } = await enter(relaxed, usePasskey(own, await challenge(relaxed), { origin, ...lies }))
    expect(error?.code).toBe('PASSKEY_INVALID')
  })

  test('U-053 a challenge counts once among twenty answers, for five minutes, and for its kind', async () => {
    const { owner, own } = await holder(relaxed)
    const response = usePasskey(own, await challenge(relaxed), { origin })
    const answers = await Promise.all(Array.from({ length: 20 }, () => enter(relaxed, response)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)

    const late = usePasskey(own, await challenge(relaxed), { origin })
    await relaxed.setClock(inDays(0, 6))
    expect((await enter(relaxed, late)).error?.code).toBe('PASSKEY_INVALID')
    await relaxed.setClock(null)
    const options = (await relaxed.client.call('POST /v1/account/passkeys/options', { token: owner.token })) as {
      challenge: string
    }
    const foreign = { challenge: options.challenge, origin }
    expect((await enter(relaxed, usePasskey(own, await challenge(relaxed), foreign))).error?.code).toBe(
      'PASSKEY_INVALID',
    )
  })

  test('U-054 a counter that does not grow is a copy', async () => {
    const owner = await newMailOwner(relaxed)
    await proveSessionsOf(relaxed.db, owner.userId)
    const { own } = await addPasskey(relaxed, owner, newAuthenticator(7))
    expect((await enter(relaxed, usePasskey(own, await challenge(relaxed), { origin }))).status).toBe(200)
    const copy = usePasskey(own, await challenge(relaxed), { origin, counter: 8 })
    expect((await enter(relaxed, copy)).error?.code).toBe('PASSKEY_INVALID')
  })

  test('U-053 whatever is sent as a passkey is refused, never a fault', async () => {
    const { owner, own } = await holder(relaxed)
    const good = usePasskey(own, await challenge(relaxed), { origin })
    const json = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
    const parts = [{ clientDataJSON: 'AAAA' }, { clientDataJSON: json({ challenge: 4 }) }, { authenticatorData: 'AA' }]
    const inside = [...parts, { signature: '' }, { clientDataJSON: 'A'.repeat(60_000) }]
    const wrong = [{ type: 'other' }, { id: '' }, { response: 'x' }, { id: 'é' }, { rawId: `${good.rawId}\u0000` }]
    const hostile = [null, 7, 'x', [], {}, ...wrong.map((one) => ({ ...good, ...one }))].concat(
      inside.map((one) => ({ ...good, response: { ...good.response, ...one } })),
    )
    for (const response of hostile) {
      expect((await enter(relaxed, response)).error?.code).toBe('PASSKEY_INVALID')
      const made = await relaxed.client.answer('POST /v1/account/passkeys', { token: owner.token, body: { response } })
      expect(made.error?.code).toBe('PASSKEY_INVALID')
      expect((await prove(relaxed, owner.token, { response })).error?.code).toBe('PASSKEY_INVALID')
    }
  })

  test('U-055 without a second proof none is made; ten at most, even of twenty at once; another person’s challenge makes none', async () => {
    const owner = await newMailOwner(relaxed)
    const { error } = await relaxed.client.answer('POST /v1/account/passkeys/options', { token: owner.token })
    expect([error?.code, error?.details]).toEqual(['SECOND_PROOF_REQUIRED', { email: 'p•••@•••.fr', passkey: false }])
    const other = await newMailOwner(relaxed)
    for (const { userId } of [owner, other]) await proveSessionsOf(relaxed.db, userId)
    const asked = await relaxed.client.call('POST /v1/account/passkeys/options', { token: other.token })
    const response = createPasskey(newAuthenticator(), asked, { origin })
    const stolen = await relaxed.client.answer('POST /v1/account/passkeys', { token: owner.token, body: { response } })
    expect(stolen.error?.code).toBe('PASSKEY_INVALID')
    const answers = await Promise.allSettled(Array.from({ length: 20 }, () => addPasskey(relaxed, owner)))
    const made = answers.filter((one) => one.status === 'fulfilled' && one.value.answer.status === 200)
    expect(made).toHaveLength(10)
    const list = await relaxed.client.call('GET /v1/account/passkeys', { token: owner.token })
    expect(list).toHaveLength(10)
    const full = await relaxed.client.answer('POST /v1/account/passkeys/options', { token: owner.token })
    expect(full.error?.code).toBe('PASSKEY_LIMIT')
  })

  test('U-056 a passkey is given another name by its owner only, cut at sixty; an empty one is the device’s', async () => {
    const { owner } = await holder(relaxed)
    const other = await newPerson(relaxed)
    const [made] = await relaxed.client.call('GET /v1/account/passkeys', { token: owner.token })
    const rename = (token: string, label: string) =>
      relaxed.client.answer('PUT /v1/account/passkeys/:id', { token, params: { id: made?.id ?? 0 }, body: { label } })
    expect((await rename(other.token, 'À moi')).status).toBe(404)
    expect((await rename(owner.token, 'é'.repeat(80))).data).toMatchObject([{ id: made?.id, label: 'é'.repeat(60) }])
    const { data } = await rename(owner.token, ' ')
    expect(data).toMatchObject([{ label: expect.stringMatching(/^\S/) }])
    expect(data).not.toMatchObject([{ label: 'é'.repeat(60) }])
  })

  test('U-056 a passkey is removed after a second proof, told by mail, and opens nothing any more', async () => {
    const { owner, own } = await holder(relaxed)
    const [{ id } = { id: 0 }] = (await relaxed.client.call('GET /v1/account/passkeys', { token: owner.token })) as {
      id: number
    }[]
    const remove = (token: string) =>
      relaxed.client.answer('DELETE /v1/account/passkeys/:id', { token, params: { id: String(id) } })
    expect((await remove((await newOwner(relaxed)).token)).error?.code).toBe('NOT_FOUND')
    await relaxed.setClock(inDays(0, 16))
    expect((await remove(owner.token)).error?.code).toBe('SECOND_PROOF_REQUIRED')
    await prove(relaxed, owner.token, { response: usePasskey(own, await challenge(relaxed), { origin }) })
    expect(await remove(owner.token)).toMatchObject({ status: 200, data: [] })
    expect((await enter(relaxed, usePasskey(own, await challenge(relaxed), { origin }))).error?.code).toBe(
      'PASSKEY_INVALID',
    )
    expect((await mailsTo(relaxed, owner.email)).join()).toContain('Une clé d’accès a été retirée de votre compte.')
  })
})

describe('codes by e-mail', () => {
  test('U-060 eight digits, once, a new one cancels the former; twenty at once open once', async () => {
    const owner = await newMailOwner(relaxed)
    const first = await sendProof(relaxed, owner)
    const code = await sendProof(relaxed, owner)
    expect(code).toMatch(/^\d{8}$/)
    expect((await prove(relaxed, owner.token, { code: '' })).error?.code).toBe('CODE_REQUIRED')
    expect((await prove(relaxed, owner.token, { code: '1234' })).error?.code).toBe('CODE_FORMAT')
    if (first !== code) expect((await prove(relaxed, owner.token, { code: first })).error?.code).toBe('CODE_INVALID')
    const answers = await Promise.all(Array.from({ length: 20 }, () => prove(relaxed, owner.token, { code })))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  })

  test('U-060 of twenty wrong guesses five are judged, then even the right code is refused', async () => {
    const owner = await newMailOwner(relaxed)
    const code = await sendProof(relaxed, owner)
    const wrong = code === '00000000' ? '11111111' : '00000000'
    const answers = await Promise.all(Array.from({ length: 20 }, () => prove(relaxed, owner.token, { code: wrong })))
    expect(answers.filter(({ error }) => error?.code === 'CODE_INVALID')).toHaveLength(5)
    expect((await prove(relaxed, owner.token, { code })).status).toBe(429)
  })

  test.each([
    [29, 200],
    [31, 400],
  ])('U-060 after %i minutes: %i', async (minutes, status) => {
    const owner = await newMailOwner(relaxed)
    const code = await sendProof(relaxed, owner)
    await relaxed.setClock(inDays(0, minutes))
    expect((await prove(relaxed, owner.token, { code })).status).toBe(status)
  })

  test('U-059 another address receives the codes after seven days; the former one is told and receives them until then', async () => {
    const owner = await newMailOwner(relaxed)
    const profile = {
      first_name: 'Marie',
      last_name: 'Durand',
      date_of_birth: '1990-12-31',
      zip_code: '92110',
      city: 'Clichy',
    }
    const email = `neuf-${owner.userId}@exemple.fr`
    const { status } = await relaxed.client.answer('POST /v1/profile/update', {
      token: owner.token,
      body: { ...profile, email },
    })
    expect(status).toBe(200)
    expect((await mailsTo(relaxed, owner.email)).join()).toContain('L’adresse de votre compte va changer')
    await relaxed.setClock(inDays(6))
    expect(await sendProof(relaxed, owner)).toMatch(/^\d{8}$/)
    await relaxed.setClock(inDays(8))
    expect(await sendProof(relaxed, { ...owner, email })).toMatch(/^\d{8}$/)
  })
})

describe('a fresh proof', () => {
  test.each([
    [14, 200],
    [16, 403],
  ])('U-064 of %i minutes, who has a passkey exports and deletes: %i', async (minutes, status) => {
    const { owner } = await holder(relaxed)
    await relaxed.setClock(inDays(0, minutes))
    expect((await relaxed.client.answer('POST /v1/account/export', { token: owner.token })).status).toBe(status)
    expect((await relaxed.call('GET', '/v1/account/export', { token: owner.token })).status).toBe(status)
    expect((await relaxed.client.answer('DELETE /v1/account', { token: owner.token })).status).toBe(status)
  })

  test('U-072 another number: its code, other sessions end, told by mail; a number with an account is refused after its code only', async () => {
    const owner = await newMailOwner(relaxed)
    const [phone, taken] = [newPhone(), (await newOwner(relaxed)).phone]
    const codeFor = async (to: string) => {
      await relaxed.client.call('POST /v1/authentication/send-activation-code', { body: { phone: to } })
      return await codeSentTo(relaxed.client, to)
    }
    const change = (body: object) => relaxed.client.answer('PUT /v1/account/phone', { token: owner.token, body })
    expect((await change({ phone, code: '12345' })).error?.code).toBe('SECOND_PROOF_REQUIRED')
    const second = (await signIn(relaxed, owner.phone)).data as { token: string }
    await proveSessionsOf(relaxed.db, owner.userId)
    const code = await codeFor(taken)
    const wrong = String((Number(code) + 1) % 100_000).padStart(5, '0')
    expect((await change({ phone: taken, code: wrong })).error?.code).toBe('CODE_INVALID')
    expect((await change({ phone: taken, code })).error?.code).toBe('PHONE_TAKEN')
    expect((await change({ phone, code: await codeFor(phone) })).data).toMatchObject({ user: { phone_number: phone } })
    expect((await relaxed.client.answer('GET /v1/authentication/session', { token: second.token })).status).toBe(401)
    expect((await mailsTo(relaxed, owner.email)).join()).toContain(`il finit par ${phone.slice(-2)}.`)
  })
})

describe('a sign-in that a code does not open', () => {
  test('U-078 U-070 who has a passkey: a thief of the SIM gets a ticket that opens nothing, and moves nothing', async () => {
    const { owner } = await holder(relaxed)
    const before = await rowOf(relaxed.db)`select * from users where id = ${owner.userId}`
    const { error, headers } = await signIn(relaxed, owner.phone)
    expect([error?.code, error?.details]).toEqual([
      'SECOND_PROOF_REQUIRED',
      { ticket: expect.any(String), email: 'p•••@•••.fr', passkey: true, newNumber: false },
    ])
    expect(headers['set-cookie']).toBeUndefined()
    expect(await rowOf(relaxed.db)`select * from users where id = ${owner.userId}`).toEqual(before)
    const ticket = String(error?.details?.ticket)
    expect((await relaxed.client.answer('GET /v1/authentication/session', { token: ticket })).status).toBe(401)
    const stolen = await relaxed.client.answer('POST /v1/authentication/new-number', { body: { ticket } })
    expect(stolen.error?.code).toBe('FORBIDDEN')

    await relaxed.client.call('POST /v1/authentication/second-proof/send', { body: { ticket } })
    const body = { ticket, code: await mailCode(relaxed, owner.email) }
    const opened = await relaxed.client.answer('POST /v1/authentication/second-proof', { body })
    expect(opened.data).toEqual({ token: expect.any(String), registration: false })
    const [cookie = ''] = String(opened.headers['set-cookie']).split(';')
    expect((await signIn(relaxed, owner.phone, { cookie })).status).toBe(200)
  })

  test.each([
    [44, 200],
    [46, 403],
  ])(
    'U-068 U-080 strict, %i days after the number last proved itself: %i, although a session is in use',
    async (days, status) => {
      const owner = await newMailOwner(strict)
      await strict.setClock(inDays(days))
      expect((await signIn(strict, owner.phone)).status).toBe(status)
      // A resident is never asked.
      expect((await signIn(strict, (await newPerson(strict)).phone)).status).toBe(200)
    },
  )

  test('U-079 who has no passkey: a thief of the SIM opens what a SMS opens, and nothing that a second proof keeps', async () => {
    const owner = await newMailOwner(relaxed)
    const colleague = await newPerson(relaxed)
    await addMember(relaxed.db, owner.companyId, colleague.userId, 'manager')
    const { status, data } = await signIn(relaxed, owner.phone)
    const { token = '' } = (data ?? {}) as { token?: string }
    const body = { companyId: owner.companyId }
    expect([status, (await relaxed.client.call('GET /v1/company/ownership', { token }))[0]]).toMatchObject([200, body])
    const params = { id: owner.companyId, memberId: String(colleague.userId) }
    const tries = await Promise.all([
      relaxed.client.answer('POST /v1/account/passkeys/options', { token }),
      relaxed.client.answer('PUT /v1/company/:id/team/:memberId', { token, params, body: { role: 'owner' } }),
      relaxed.client.answer('PUT /v1/account/phone', { token, body: { phone: newPhone(), code: '12345' } }),
    ])
    expect(tries.map(({ error }) => error?.code)).toEqual(Array(3).fill('SECOND_PROOF_REQUIRED'))
  })

  test('U-024 a passkey made and removed leaves its audit lines', async () => {
    const { owner } = await holder(relaxed)
    const { token, userId } = owner
    const [made] = await relaxed.client.call('GET /v1/account/passkeys', { token })
    await relaxed.client.call('DELETE /v1/account/passkeys/:id', { token, params: { id: String(made?.id) } })
    const trail = await columnOf<string>(relaxed.db)`
      select action from audit_log where object = ${`user:${userId}`} order by id`
    expect(trail).toEqual(['passkey.add', 'passkey.remove'])
  })

  test('U-071 a recycled number begins a new account, once; the former one keeps all the rest and is told', async () => {
    const owner = await newMailOwner(strict)
    await strict.setClock(inDays(46))
    const ticket = String((await signIn(strict, owner.phone)).error?.details?.ticket)
    const take = () => strict.client.answer('POST /v1/authentication/new-number', { body: { ticket } })
    const answers = await Promise.all(Array.from({ length: 20 }, take))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(new Set(answers.map(({ error }) => error?.code))).toEqual(new Set([undefined, 'SECOND_PROOF_INVALID']))
    const opened = answers.find(({ status }) => status === 200)
    const { token } = opened?.data ?? { token: '' }
    expect(await strict.client.call('GET /v1/company/ownership', { token })).toEqual([])
    const roles = await columnOf<string>(strict.db)`
      select role from company_members where user_id = ${owner.userId}`
    expect(roles).toEqual(['owner'])
    expect((await mailsTo(strict, owner.email)).join()).toContain(
      'Votre ancien numéro n’ouvre plus votre compte Parvis Pro.',
    )
    expect((await signIn(strict, owner.phone)).status).toBe(200)
  })

  test('U-070 a ticket altered, expired or made up is refused', async () => {
    const owner = await newMailOwner(strict)
    await strict.setClock(inDays(46))
    const ticket = String((await signIn(strict, owner.phone)).error?.details?.ticket)
    const send = async (body: object) =>
      (await strict.client.answer('POST /v1/authentication/second-proof/send', { body })).error?.code
    const altered = ticket.replace(/^\d+/, String((await newMailOwner(strict)).userId))
    for (const bad of [altered, `${ticket}A`, owner.token, '', '.', undefined])
      expect(await send({ ticket: bad })).toBe('SECOND_PROOF_INVALID')
    await strict.setClock(inDays(46, 31))
    expect(await send({ ticket })).toBe('SECOND_PROOF_INVALID')
  })

  test('U-074 strict, a super admin acts in a session of a passkey only', async () => {
    const { owner, own } = await holder(strict)
    await superAdmin(strict.db, owner.userId)
    const read = (token: string) => strict.client.call('GET /v1/authentication/session', { token })
    expect(await read(owner.token)).toMatchObject({ isSuperAdmin: false })
    const { data } = await enter(strict, usePasskey(own, await challenge(strict), { origin }))
    expect(await read((data as { token: string }).token)).toMatchObject({ isSuperAdmin: true })
  })
})
