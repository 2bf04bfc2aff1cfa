import type { BusinessType } from '@parvis/domain/kernel/business-type'
import { testApp } from '@parvis/harness/server/test-app'
import { instantCalls, ok, recurrentTime } from '@parvis/harness/town/instants'
import { buy, openSession, payInSilence, play, validate } from '@parvis/harness/town/payments'
import { newOwner, type Owner } from '@parvis/harness/town/people'
import { expect, test } from 'vitest'
import { cellOf, run } from '../../db/database.ts'

const server = testApp()

async function limitsOf({ companyId, token }: Owner): Promise<Record<string, unknown>> {
  const { data } = await server.client.answer('GET /v1/company/settings/:companyId', { params: { companyId }, token })
  return (data as { subscription: Record<string, unknown> }).subscription
}

const free = {
  membership: 'freemium',
  allowedInstant: 3,
  allowedConversation: 3,
  allowedNotificationPerInstant: 1,
  allowedBroadcast: 1,
  hasSubdomain: false,
  hasClickAndCollect: false,
}
const everything = {
  membership: 'premium',
  allowedInstant: -1,
  allowedConversation: -1,
  allowedNotificationPerInstant: -1,
  allowedBroadcast: -1,
  hasSubdomain: true,
  hasClickAndCollect: true,
}

test('S-043 S-044 S-045 a new shop has the limits of the free plan', async () => {
  expect(await limitsOf(await newOwner(server))).toEqual(free)
})

test.each([
  ['association', { ...everything, hasClickAndCollect: false }],
  ['mairie', { ...everything, hasClickAndCollect: false }],
] as [BusinessType, object][])(
  'S-046 AMB-65 %s: premium without paying, but no click-and-collect',
  async (type, limits) => {
    expect(await limitsOf(await newOwner(server, { type }))).toEqual(limits)
  },
)

test.each([
  ['basic', { ...free, membership: 'basic', allowedConversation: -1 }],
  ['premium', everything],
  ['digital', { ...everything, membership: 'digital' }],
])('S-025 S-038 S-043 S-050 %s: its limits apply at the answer of the validation', async (plan, limits) => {
  const owner = await newOwner(server)
  const sessionId = await openSession(server, owner, { plan })
  await payInSilence(server, sessionId)
  expect((await validate(server, owner, sessionId)).data).toMatchObject({ status: 'paid', membership: plan })
  expect(await limitsOf(owner)).toEqual(limits)
})

test('S-052 back to the free plan, what premium gave is hidden and kept', async () => {
  const owner = await newOwner(server)
  await buy(server, owner)
  await run(server.db)`update companies set subdomain = 'le-fournil' where companies.id = ${owner.companyId}`
  await play(server, owner, 'cancelled')
  expect(await limitsOf(owner)).toEqual(free)
  const kept = await cellOf<string | null>(server.db)`
    select companies.subdomain from companies where companies.id = ${owner.companyId}`
  expect(kept).toBe('le-fournil')
})

test('S-047 S-050 a full group refuses a fourth instant, and takes it once PREMIUM is validated', async () => {
  const owner = await newOwner(server)
  const { newInstant, post, addTime } = instantCalls(server)
  const fourth = async () => await addTime(owner, ok<number>(await post(owner)), recurrentTime())
  for (let n = 0; n < 3; n++) await newInstant(owner)
  const before = await fourth()
  expect([before.status, before.error?.code]).toEqual([403, 'MAX_INSTANTS'])
  const sessionId = await openSession(server, owner)
  await payInSilence(server, sessionId)
  await validate(server, owner, sessionId)
  expect((await fourth()).status).toBe(200)
})
