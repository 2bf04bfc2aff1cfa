import { testApp } from '@parvis/harness/server/test-app'
import { foundCell } from '@parvis/harness/sql/found'
import { newOwner, newPerson, type Person } from '@parvis/harness/town/people'
import { expect, test } from 'vitest'
import { rowsOf, run } from '../../db/database.ts'

const server = testApp()

const follow = (who: Person, companyId: string) =>
  server.client.answer('PUT /v1/app/companies/:id/follow', { params: { id: companyId }, token: who.token })
const unfollow = (who: Person, companyId: string) =>
  server.client.answer('DELETE /v1/app/companies/:id/follow', { params: { id: companyId }, token: who.token })
const addDevice = (who: Person, json: unknown) => server.call('POST', '/v1/app/devices', { token: who.token, json })
const devicesOf = (who: Person) =>
  rowsOf<{ token: string; platform: string }>(
    server.db,
  )`select token, platform from devices where user_id = ${who.userId}`

async function countFollowers(companyId: string): Promise<number> {
  return await foundCell<number>(server.db)`
    select companies.followers_count from companies where companies.id = ${companyId}`
}

test('M-045 C-057 following twice counts once, unfollowing twice uncounts once', async () => {
  const shop = await newOwner(server)
  const [one, two] = [await newPerson(server), await newPerson(server)]
  expect((await follow(one, shop.companyId)).data).toEqual({ followersCount: 1 })
  expect((await follow(one, shop.companyId)).data).toEqual({ followersCount: 1 })
  expect((await follow(two, shop.companyId)).data).toEqual({ followersCount: 2 })
  expect((await unfollow(one, shop.companyId)).data).toEqual({ followersCount: 1 })
  expect((await unfollow(one, shop.companyId)).data).toEqual({ followersCount: 1 })
  expect((await follow(one, shop.companyId)).data).toEqual({ followersCount: 2 })
})

test('M-045 follows and unfollows at the same moment end in the exact count', async () => {
  const shop = await newOwner(server)
  const one = await newPerson(server)
  const others = await Promise.all(Array.from({ length: 8 }, () => newPerson(server)))
  const answers = await Promise.all([
    ...Array.from({ length: 8 }, () => follow(one, shop.companyId)),
    ...others.map((other) => follow(other, shop.companyId)),
  ])
  expect(answers.map(({ status }) => status)).toEqual(Array(16).fill(200))
  expect(await countFollowers(shop.companyId)).toBe(9)
  await Promise.all(others.map((other) => unfollow(other, shop.companyId)))
  expect(await countFollowers(shop.companyId)).toBe(1)
})

test('M-045 an account that goes away no longer counts', async () => {
  const shop = await newOwner(server)
  const [one, two] = [await newPerson(server), await newPerson(server)]
  await follow(one, shop.companyId)
  await follow(two, shop.companyId)
  await run(server.db)`delete from users where users.id = ${one.userId}`
  expect(await countFollowers(shop.companyId)).toBe(1)
})

test('C-057 only completed companies can be followed; one that is no longer can be left', async () => {
  const one = await newPerson(server)
  const empty = await newOwner(server, { category: null })
  expect((await follow(one, empty.companyId)).status).toBe(404)
  expect((await follow(one, 'abc')).status).toBe(404)
  expect((await follow(one, '7b0e6f3a-5c1d-4e2f-9a8b-0c1d2e3f4a5b')).status).toBe(404)
  expect((await unfollow(one, empty.companyId)).data).toEqual({ followersCount: 0 })
  const anonymous = await server.client.answer('PUT /v1/app/companies/:id/follow', { params: { id: empty.companyId } })
  expect(anonymous.error?.code).toBe('TOKEN_NOT_FOUND')
})

test('C-057 a device belongs to the last person who registered it, who alone can remove it', async () => {
  const [one, two] = [await newPerson(server), await newPerson(server)]
  expect((await addDevice(one, { token: 'shared', platform: 'ios' })).data).toEqual({})
  expect((await addDevice(two, { token: 'shared', platform: 'android' })).status).toBe(200)
  expect(await devicesOf(one)).toEqual([])
  await server.client.answer('DELETE /v1/app/devices', { token: one.token, body: { token: 'shared' } })
  expect(await devicesOf(two)).toEqual([{ token: 'shared', platform: 'android' }])
  await server.client.answer('DELETE /v1/app/devices', { token: two.token, body: { token: 'shared' } })
  expect(await devicesOf(two)).toEqual([])
})

test('C-057 a device needs a token and a known platform; twenty are kept, the last ones', async () => {
  const one = await newPerson(server)
  for (const json of [
    { platform: 'ios' },
    { token: '', platform: 'ios' },
    { token: 'x'.repeat(2001), platform: 'web' },
  ]) {
    expect((await addDevice(one, json)).error?.code).toBe('VALIDATION')
  }
  expect((await addDevice(one, { token: 'a', platform: 'windows' })).status).toBe(400)
  for (let n = 0; n < 22; n++) await addDevice(one, { token: `device-${n}`, platform: 'web' })
  const tokens = (await devicesOf(one)).map(({ token }) => token)
  expect(tokens).toHaveLength(20)
  expect(tokens).not.toContain('device-1')
  expect(tokens).toContain('device-21')
})
