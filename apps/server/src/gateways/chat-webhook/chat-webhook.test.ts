import { type FakeProvider, type Fault, patience, startFakeProvider } from '@parvis/harness/fakes/fake-provider'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { createRealChatWebhook } from './real-chat-webhook.ts'

let channel: FakeProvider
beforeAll(async () => {
  channel = await startFakeProvider()
})
afterAll(() => channel.close())

const lines: string[] = []
const log = { info: () => {}, warn: (details: object, text: string) => void lines.push(JSON.stringify(details) + text) }
const webhook = (provider: 'slack' | 'discord' = 'slack', timeoutMs = patience()) =>
  createRealChatWebhook(
    { provider, url: `${channel.url}/services/T0/B0/secret-path` },
    { log, userAgent: 'Parvis tests', timeoutMs },
  )
const arrived = (count: number) => vi.waitFor(() => expect(channel.requests).toHaveLength(count))
const lost = (count: number) => vi.waitFor(() => expect(lostLines()).toHaveLength(count))
const lostLines = () => lines.filter((line) => line.includes('chat message lost'))
const bodyOf = () => JSON.parse(channel.requests[0]?.text ?? '')
const HOSTILE = 'TypeError & <!channel> @everyone https://evil.example 06 12 34 56 78 marie@exemple.fr'

test('T15 Slack and Mattermost get an inert text, without previews', async () => {
  channel.reply({ text: 'ok', headers: { 'content-type': 'text/plain' } })
  await webhook().post(HOSTILE)
  await arrived(1)
  expect(channel.requests[0]).toMatchObject({ method: 'POST', path: '/services/T0/B0/secret-path' })
  expect(bodyOf()).toMatchObject({ unfurl_links: false, unfurl_media: false })
  expect(bodyOf().text).toContain('TypeError &amp; ‹!channel›')
  expect(bodyOf().text).not.toMatch(/@everyone|https:\/\/|06 12|marie@|</)
})

test('T15 Discord may mention nobody and gets 2,000 characters at most', async () => {
  channel.reply({ status: 204, text: '' })
  await webhook('discord').post(`${HOSTILE} ${'mot '.repeat(2000)}`)
  await arrived(1)
  expect(bodyOf().allowed_mentions).toEqual({ parse: [] })
  expect(bodyOf().content).toHaveLength(2000)
})

describe('a channel in trouble', () => {
  test.each<Fault>(['silence', 'cut', 'drip', 'huge', 'redirect', '500', '429'])(
    'T15 AMB-20 %s makes nobody wait, says nothing of the address',
    async (fault) => {
      channel.reply(fault)
      lines.length = 0
      const start = performance.now()
      await webhook('slack', patience(fault)).post('x')
      expect(performance.now() - start).toBeLessThan(250)
      await lost(1)
      expect(channel.requests).toHaveLength(1)
      expect(lines.join()).not.toContain('secret-path')
    },
  )

  test('is left alone after five failures', async () => {
    channel.reply('500')
    lines.length = 0
    const one = webhook()
    for (let count = 1; count <= 8; count += 1) {
      await one.post('x')
      await lost(count)
    }
    expect(channel.requests).toHaveLength(5)
  })

  test('T15 a silent channel holds ten messages, not a thousand', async () => {
    channel.reply('silence')
    lines.length = 0
    const one = webhook('slack', patience('silence'))
    await Promise.all(Array.from({ length: 1000 }, () => one.post('x')))
    expect(lostLines()).toHaveLength(990)
    await lost(1000)
    expect(channel.requests.length).toBeLessThanOrEqual(10)
  })
})
