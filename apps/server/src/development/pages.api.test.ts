import { testApp } from '@parvis/harness/server/test-app'
import { expect, test } from 'vitest'

const server = testApp()
const get = (url: string) => server.app.inject({ url })

test.each(['resident', 'outbox'])(
  'C-057 the page /dev/%s has no inline script, and its files are there',
  async (page) => {
    const { statusCode, headers, body } = await get(`/dev/${page}`)
    expect(statusCode).toBe(200)
    expect(headers['content-type']).toContain('text/html')
    expect(String(headers['content-security-policy'])).toContain("script-src 'self'")
    expect(body).not.toMatch(/<script(?![^>]*\bsrc=)|\son\w+=|\sstyle=/)
    const files = [...body.matchAll(/\/dev\/files\/[\w.-]+/g)].map(([path]) => path)
    expect(files.length).toBeGreaterThan(1)
    for (const file of files) expect((await get(file)).statusCode).toBe(200)
  },
)

test('C-057 nothing but these files is served', async () => {
  for (const name of ['..%2fdevelopment.routes.ts', 'resident.html', 'unknown.js', '%2e%2e', 'a.js%00']) {
    expect((await get(`/dev/files/${name}`)).statusCode).toBe(404)
  }
})
