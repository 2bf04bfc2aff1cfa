import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { testApp } from '@parvis/harness/server/test-app'
import { instantCalls } from '@parvis/harness/town/instants'
import { newOwner } from '@parvis/harness/town/people'
import { expect, test } from 'vitest'

const server = testApp()
const { newInstant } = instantCalls(server)

test('G20 T28 a long answer to a GET leaves compressed as the client takes it; a short one, a write’s and one to a cookie do not', async () => {
  const owner = await newOwner(server)
  for (let n = 0; n < 3; n++) await newInstant(owner)
  const get = async (url: string, more: Record<string, string>) => {
    const headers = { authorization: `Bearer ${owner.token}`, ...more }
    const answer = await server.app.inject({ url, headers })
    expect(answer.statusCode).toBe(200)
    return answer
  }
  const list = `/v1/instants/company/${owner.companyId}`
  const plain = await get(list, {})
  expect(plain.headers['content-encoding']).toBeUndefined()
  const [br, gzip] = [
    await get(list, { 'accept-encoding': 'gzip, deflate, br' }),
    await get(list, { 'accept-encoding': 'gzip' }),
  ]
  expect([br, gzip].map(({ headers }) => [headers['content-encoding'], headers.vary])).toEqual([
    ['br', 'accept-encoding'],
    ['gzip', 'accept-encoding'],
  ])
  expect(brotliDecompressSync(br.rawPayload).toString()).toBe(plain.body)
  expect(gunzipSync(gzip.rawPayload).toString()).toBe(plain.body)
  expect(br.rawPayload.length).toBeLessThan(plain.rawPayload.length / 3)
  const taken = { 'accept-encoding': 'br' }
  const others = [await get(list, { ...taken, cookie: 'a=b' }), await get('/v1/authentication/session', taken)]
  expect(others.map(({ headers }) => headers['content-encoding'])).toEqual([undefined, undefined])
  const crossed = await get(list, { ...taken, origin: 'https://autre.example' })
  expect(crossed.headers.vary).toBe('Origin, accept-encoding')
})
