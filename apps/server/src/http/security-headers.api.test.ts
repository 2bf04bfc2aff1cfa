import { createHash } from 'node:crypto'
import { testApp } from '@parvis/harness/server/test-app'
import { describe, expect, test } from 'vitest'

const applications = [
  {
    facebook: 'no application',
    settings: {},
    opener: 'same-origin',
    sources: { script: '', connect: '', frame: '', style: '' },
  },
  {
    facebook: 'an application',
    settings: { FACEBOOK_APP_ID: '123456789' },
    opener: 'same-origin-allow-popups',
    sources: {
      script: ' https://connect.facebook.net',
      connect: ' https://graph.facebook.com https://*.facebook.com',
      frame: ' https://www.facebook.com https://web.facebook.com',
      style: " 'unsafe-inline'",
    },
  },
] as const

describe.each(applications)('with $facebook of Facebook', ({ settings, opener, sources }) => {
  const server = testApp(settings)

  test('T27 I-108 the content policy lets in Meta only where sharing is possible', async () => {
    const { headers } = await server.app.inject({ url: '/v1/configuration' })
    const policy = String(headers['content-security-policy']).split(';')
    expect(policy).toContain(`script-src 'self'${sources.script}`)
    expect(policy).toContain(`style-src 'self'${sources.style}`)
    expect(policy).toContain(`connect-src 'self'${sources.connect}`)
    // What a business shows on other sites is previewed from the residents' site.
    expect(policy).toContain(`frame-src 'self' http://parvis.localhost:3000${sources.frame}`)
    expect(policy.filter((rule) => rule.includes('facebook'))).toHaveLength(sources.script === '' ? 0 : 3)
    // Facebook's sign-in popup posts its answer to the page that opened it.
    expect(headers['cross-origin-opener-policy']).toBe(opener)
  })

  test('T27 U-083 a worker and a manifest of this origin alone', async () => {
    const { headers } = await server.app.inject({ url: '/login' })
    const policy = String(headers['content-security-policy']).split(';')
    expect(policy).toEqual(expect.arrayContaining(["worker-src 'self'", "manifest-src 'self'"]))
  })

  test('T27 the page of the API says the hash of its one style element', async () => {
    const { headers, body } = await server.app.inject({ url: '/v1/docs' })
    const [, style = ''] = /<style>([\s\S]*?)<\/style>/.exec(body) ?? []
    const hash = createHash('sha256').update(style).digest('base64')
    const allowed = sources.style || ` 'sha256-${hash}'`
    expect(String(headers['content-security-policy']).split(';')).toContain(`style-src 'self'${allowed}`)
    expect(body).not.toContain(' style="')
  })

  test('T27 whatever is shared, every answer is framed by nobody and runs no foreign script', async () => {
    for (const url of ['/v1/configuration', '/v1/nothing', '/login']) {
      const { headers } = await server.app.inject({ url })
      const policy = String(headers['content-security-policy']).split(';')
      for (const rule of ["default-src 'self'", "frame-ancestors 'none'", "object-src 'none'", "base-uri 'none'"]) {
        expect(policy, url).toContain(rule)
      }
      expect(policy, url).toContain("require-trusted-types-for 'script'")
      expect(headers['x-content-type-options'], url).toBe('nosniff')
    }
  })
})
