import { brotliDecompressSync } from 'node:zlib'
import { testApp } from '@parvis/harness/server/test-app'
import { fixedTime, instantCalls } from '@parvis/harness/town/instants'
import { newSiteShop, residentHost } from '@parvis/harness/town/site-visitors'
import { beforeAll, expect, test } from 'vitest'

const server = testApp()
const { newInstant } = instantCalls(server)
const town = '/clichy-92110'

beforeAll(async () => {
  await server.setClock('2030-01-01T09:00:00+01:00')
})

async function open(path: string) {
  const headers = { host: residentHost, 'accept-encoding': 'br' }
  const { statusCode: status, headers: answered, rawPayload } = await server.app.inject({ url: path, headers })
  const html = (answered['content-encoding'] === 'br' ? brotliDecompressSync(rawPayload) : rawPayload).toString()
  return { status, headers: answered, bytes: rawPayload.length, html }
}

test('F-023 F-024 F-026 hours and agenda that any site may frame, light, without a cookie or a form', async () => {
  const club = await newSiteShop(server, { name: 'La Chorale', type: 'association' })
  for (let at = 10; at < 24; at++)
    await newInstant(club, { title: `Répétition ${at}`, categoryId: 10 }, [fixedTime(`2030-01-${at}`)])
  for (const path of [
    `${town}/la-chorale/carte?vue=horaires`,
    `${town}/la-chorale/carte?vue=agenda`,
    `${town}/agenda/carte`,
  ]) {
    const { status, headers, bytes, html } = await open(path)
    expect([status, html.match(/<h1/g)?.length, html.includes('<form')], path).toEqual([200, 1, false])
    expect(headers['content-security-policy'], path).toMatch(/^default-src 'none'; .*frame-ancestors \*$/)
    expect([headers['x-frame-options'], headers['set-cookie']], path).toEqual([undefined, undefined])
    expect(bytes, path).toBeLessThan(6 * 1024)
  }
  const { html } = await open(`${town}/la-chorale/carte?vue=agenda`)
  expect(html.match(/Répétition \d+/g)).toEqual(Array.from({ length: 10 }, (_, at) => `Répétition ${10 + at}`))
  expect(html).toContain('target="_blank" rel="noopener"')
})

test('F-026 what is unknown, or another view, says so in its frame', async () => {
  for (const path of [
    `${town}/personne/carte`,
    `${town}/la-chorale/carte?vue=autre`,
    `${town}/agenda/carte?vue=horaires`,
    '/nulle-part-99999/agenda/carte',
    '/nulle-part-99999/la-chorale/carte?vue=horaires',
  ]) {
    const { status, headers, html } = await open(path)
    expect([status, html.includes('Page introuvable')], path).toEqual([404, true])
    expect(headers['content-security-policy'], path).toContain('frame-ancestors *')
  }
})

test('F-025 the script that sites load has two kilobytes at most, for a day', async () => {
  const { status, headers, html } = await open('/carte.js')
  expect([status, headers['access-control-allow-origin'], headers['cross-origin-resource-policy']]).toEqual([
    200,
    '*',
    'cross-origin',
  ])
  expect(headers['cache-control']).toBe('public, max-age=86400')
  expect(Buffer.byteLength(html)).toBeLessThan(2 * 1024)
  expect(html).not.toMatch(/\b(import|export)\b/)
})
