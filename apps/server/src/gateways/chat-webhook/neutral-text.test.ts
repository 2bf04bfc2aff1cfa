import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { neutralText } from './neutral-text.ts'

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
