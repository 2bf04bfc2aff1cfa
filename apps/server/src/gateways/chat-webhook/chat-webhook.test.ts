import { type Fault, startFakeProvider, timeoutFor } from '@parvis/harness/fakes/fake-provider'
import { untilFileEnds } from '@parvis/harness/server/lifetimes'
import fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import { createRealChatWebhook, neutralText } from './chat-webhook.ts'

const channel = untilFileEnds(await startFakeProvider())

const lines: string[] = []
const log = { info: () => {}, warn: (details: object, text: string) => void lines.push(JSON.stringify(details) + text) }
const webhook = (provider: 'slack' | 'discord' = 'slack', timeoutMs = timeoutFor()) =>
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
      await webhook('slack', timeoutFor(fault)).post('x')
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
    const one = webhook('slack', timeoutFor('silence'))
    await Promise.all(Array.from({ length: 1000 }, () => one.post('x')))
    expect(lostLines()).toHaveLength(990)
    await lost(1000)
    expect(channel.requests.length).toBeLessThanOrEqual(10)
  })
})

describe('T15 what may be shown in the chat', () => {
  test.each([
    '0612345678',
    '06 12 34 56 78',
    '06.12.34.56.78',
    '+33612345678',
    '+33 6 12 34 56 78',
    '+33 (0)6 12 34 56 78',
    '0033612345678',
    '33612345678',
    '+41 79 123 45 67',
  ])('masks the phone %s', (phone) => {
    expect(neutralText(`appel de ${phone} refusé`)).toBe('appel de [téléphone] refusé')
  })

  test.each([
    ['marie.durand+x@exemple.fr', '[e-mail]'],
    ['Authorization: Bearer abcDEF123456_-xyz', 'Authorization: [jeton]'],
    ['{"token":"s3cr3t-value"}', '{"[jeton]"}'],
    ['eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.abc-def', '[jeton]'],
    ['sk_live_51Habcdefghij', '[jeton]'],
    ['f'.repeat(43), '[jeton]'],
    ['appel 1f0c9b52-7d34-4c1e-9a55-0e2b7c6d8f91', 'appel 1f0c9b52-7d34-4c1e-9a55-0e2b7c6d8f91'],
    ['essai-1f0c9b52-7d34-4c1e-9a55-0e2b7c6d8f91', 'essai-1f0c9b52-7d34-4c1e-9a55-0e2b7c6d8f91'],
    ['1f0c9b52-7d34-4c1e-9a55-0e2b7c6d8f91-et-un-secret', '[jeton]'],
    ['code: 12345', '[code]'],
  ])('masks %s', (secret, masked) => {
    expect(neutralText(secret)).toBe(masked)
  })

  test('leaves registry numbers, versions and stack lines readable', () => {
    const text = 'Recherche du code 73282932000074 ou 732 829 320 00074\n at publish (cart.tsx:12:5) x.0.17'
    expect(neutralText(text)).toBe(text)
  })

  test.each([
    '@everyone',
    '@here',
    '<!channel>',
    '<!here|x>',
    '<@U012345>',
    'https://evil.example/x',
    'www.evil.fr',
    'evil.com',
  ])('makes %s inert', (active) => {
    const shown = neutralText(`voir ${active} vite`)
    expect(shown).not.toContain(active)
    expect(shown).not.toMatch(/[<>]|@(everyone|here)|https?:\/\/|www\./)
  })

  test('hidden characters cannot hide a mention', () => {
    expect(neutralText('@\u200beveryone\u202e')).not.toContain('@everyone')
    expect(neutralText('h\u0000ttps://evil.fr')).not.toContain('https://')
  })

  test('whatever comes in, at most 4,000 characters and no mention come out', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 6000 }), (text) => {
        const shown = neutralText(`${text} @everyone <!channel>`)
        return shown.length <= 4000 && !shown.includes('@everyone') && !shown.includes('<')
      }),
    )
  })

  test('100,000 hostile characters are read in no time', () => {
    const hostile = ['0', 'a', '@', '+3', 'a.', 'code:', '1 '].map((part) => part.repeat(100_000))
    const start = performance.now()
    for (const text of hostile) neutralText(text)
    expect(performance.now() - start).toBeLessThan(2000)
  })
})
