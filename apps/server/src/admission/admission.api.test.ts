import { Agent, get } from 'node:http'
import type { AddressInfo } from 'node:net'
import { testApp } from '@parvis/harness/server/test-app'
import { newOwner } from '@parvis/harness/town/people'
import { expect, onTestFinished, test } from 'vitest'

const server = testApp({ RATE_LIMITS: 'strict' })

test('F11 T02 under 200 connections of one address on public reads another person is answered 200, and long before them', {
  timeout: 60_000,
}, async () => {
  const owner = await newOwner(server)
  await server.app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = server.app.server.address() as AddressInfo
  const flood = new Agent({ keepAlive: true, maxSockets: 200 })
  onTestFinished(() => flood.destroy())
  const ask = (path: string, headers = {}, agent = flood) =>
    new Promise<number>((resolve) => {
      get({ port, host: '127.0.0.1', path, headers, agent }, (answer) => {
        answer.resume().once('end', () => resolve(answer.statusCode ?? 0))
      }).on('error', () => resolve(0))
    })
  let isOver = false
  const statuses = new Map<number, number>()
  const waits: number[] = []
  const hostile = Array.from({ length: 200 }, async (_, n) => {
    const paths = [`/v1/app/companies/${owner.companyId}/hours`, '/v1/legal', '/v1/configuration']
    for (let turn = n; !isOver; turn++) {
      const began = performance.now()
      const status = await ask(paths[turn % 3] ?? '', turn % 2 ? { authorization: `Bearer invented ${turn}` } : {})
      waits.push(performance.now() - began)
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
    }
  })
  const headers = { authorization: `Bearer ${owner.token}` }
  const own = new Agent({ keepAlive: true, maxSockets: 1 })
  onTestFinished(() => own.destroy())
  const slow: number[] = []
  for (let n = 0; n < 100; n++) {
    const began = performance.now()
    expect(await ask('/v1/start', headers, own)).toBe(200)
    slow.push(performance.now() - began)
  }
  isOver = true
  await Promise.all(hostile)
  for (const times of [slow, waits]) times.sort((one, other) => one - other)
  const usual = waits.at(waits.length / 2) ?? 0
  if (process.env.SHOW_COSTS)
    console.log(
      `p50 ${slow.at(50)?.toFixed()} ms, p99 ${slow.at(98)?.toFixed()} ms; the crowd’s ${waits.length} calls p50 ${usual.toFixed()} ms`,
    )
  // 300 ms at the 99th percentile; what holds the whole machine up holds the crowd up too.
  expect(slow.at(98)).toBeLessThan(Math.max(300, waits.at(waits.length * 0.99) ?? 0))
  expect(slow.at(50)).toBeLessThan(usual / 2)
  expect(statuses.get(200)).toBeGreaterThan(100)
})
