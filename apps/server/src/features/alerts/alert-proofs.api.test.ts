import type { AlertAnswer } from '@parvis/domain/alerts/alerts.contract'
import { testApp } from '@parvis/harness/server/test-app'
import { addMember } from '@parvis/harness/sql/people'
import { alertForm, type Hall, newHall } from '@parvis/harness/town/halls'
import { newPerson, type Person } from '@parvis/harness/town/people'
import { beforeEach, expect, test } from 'vitest'
import { rowsOf, run } from '../../db/database.ts'

const server = testApp({ RATE_LIMITS: 'strict' })
let hall: Hall
let colleague: Person

beforeEach(async () => {
  await run(server.db)`update companies set identity_status = 'pending' where type = 'mairie'`
  hall = await newHall(server)
  colleague = await newPerson(server, { firstName: 'Paul', lastName: 'Petit' })
  await addMember(server.db, hall.companyId, colleague.userId, 'manager')
})

const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()
const at = () => ({ params: { id: hall.companyId }, token: hall.token })
const written = async (fields: object = {}) =>
  (await server.client.call('POST /v1/company/:id/alerts', { ...at(), body: alertForm(fields) })) as AlertAnswer
const send = async ({ id }: AlertAnswer, { token }: Person = colleague) =>
  await server.client.answer('POST /v1/alerts/:id/send', { params: { id }, token, body: { confirmation: 'clichy' } })
const proofs = async () => (await server.client.call('GET /v1/company/:id/alerts', at())).proofs

test('Y-004 Y-005 who used a passkey lately sends a danger alone, and its journal says so; a team without one takes a code', async () => {
  expect(await proofs()).toEqual(['code'])
  await run(server.db)`
    insert into passkeys (user_id, credential_id, public_key, counter, label)
    values (${hall.userId}, ${Buffer.from(hall.phone)}, ${Buffer.alloc(1)}, 0, 'x')`
  expect(await proofs()).toEqual(['passkey', 'colleague'])
  const alert = await written()
  expect((await send(alert, hall)).error?.code).toBe('ALERT_PROOF_REQUIRED')
  const used = async (minutes: number) =>
    await run(server.db)`
      update sessions set proved_at = app_now() - make_interval(mins => ${minutes}),
        passkey_at = app_now() - make_interval(mins => ${minutes}) where user_id = ${hall.userId}`
  await used(16)
  expect((await send(alert, hall)).error?.code).toBe('ALERT_PROOF_REQUIRED')
  await used(14)
  expect((await send(alert, hall)).data).toMatchObject({ sentBy: 'Marie' })
  const params = { id: alert.id }
  const journal = await server.client.call('GET /v1/alerts/:id/journal', { params, token: hall.token })
  expect(journal.text).toMatch(/^envoyee: \S+ par \S+ \S+, preuve: passkey$/m)
})

test('Y-018 the browsers of the hall ring when an alert is sent and when it ends, in the words of who did it', async () => {
  const endpoint = `https://fcm.googleapis.com/fcm/send/mairie-${hall.userId}`
  const subscription = { endpoint, keys: { p256dh: 'p', auth: 'a' } }
  await server.client.call('POST /v1/account/devices', { token: hall.token, body: { subscription, label: 'Chrome' } })
  const alert = await written({ title: 'Fuite de chlore' })
  expect((await send(alert)).status).toBe(200)
  await server.runJobs()
  await server.client.call('POST /v1/alerts/:id/end', {
    params: { id: alert.id },
    token: hall.token,
    body: { text: '' },
  })
  await server.runJobs()
  const told = await rowsOf<{ text: string }>(server.db)`
    select text from outbox where kind = 'push' and recipient like ${`%${endpoint}%`} order by id`
  expect(told.map(({ text }) => text)).toEqual([
    expect.stringMatching(/^Mairie de Clichy\nPaul .*Fuite de chlore/),
    expect.stringMatching(/^Mairie de Clichy\nMarie .*Fuite de chlore/),
  ])
})

test('Y-003 Y-022 an alert whose end has passed before it is sent is refused beside its end; so is a sending beyond the day’s', async () => {
  const late = await written({ until: inHours(0.3) })
  await server.setClock(inHours(0.5))
  expect((await send(late)).error?.fields).toEqual({ until: 'alert_until_error' })
  await server.setClock(null)
  const statuses: number[] = []
  for (let n = 0; n < 11 && statuses.at(-1) !== 429; n++) statuses.push((await send(await written())).status)
  expect([statuses[0], statuses.at(-1)]).toEqual([200, 429])
})

test('Y-023 Y-017 six sendings a day, and as many exercises beside them: a hall that rehearsed all day warns', async () => {
  const sendNext = async (exercise: boolean) => await send(await written({ exercise }))
  for (const [exercise, refused] of [
    [true, /^Trop d’exercices en 24/],
    [false, /^Trop d’envois en 24/],
  ] as const) {
    for (let n = 0; n < 6; n++) expect((await sendNext(exercise)).status).toBe(200)
    expect(await sendNext(exercise)).toMatchObject({
      status: 429,
      error: { message: expect.stringMatching(refused) },
    })
  }
})
