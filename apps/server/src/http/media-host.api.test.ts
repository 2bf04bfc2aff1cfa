import { testApp } from '@parvis/harness/server/test-app'
import { editForm, picture, settingsOf, updateCompany } from '@parvis/harness/town/companies'
import { newOwner } from '@parvis/harness/town/people'
import { expect, test } from 'vitest'
import { readConfig } from '../config.ts'

const apart = testApp({ MEDIA_ORIGIN: 'https://images.exemple.fr' })
const together = testApp()

test('ASVS 3.5.4 pictures are served on a host of their own, which pages may show and which serves nothing else', async () => {
  const shop = await newOwner(apart)
  await updateCompany(apart, shop, editForm({ profileImage: await picture(500, 500) }))
  const url = new URL((await settingsOf(apart, shop)).profileImage ?? '')
  expect(url.origin).toBe('https://images.exemple.fr')
  const on = async (host: string, path: string) => await apart.app.inject({ url: path, headers: { host } })
  const served = await on(url.host, url.pathname)
  expect([served.statusCode, served.headers['content-type']]).toEqual([200, 'image/jpeg'])
  for (const path of ['/', '/login', '/v1/configuration', '/v1/docs', '/dev/outbox', '/v1/mediation'])
    expect([path, (await on(url.host, path)).statusCode]).toEqual([path, 404])
  const page = await on('localhost', '/v1/configuration')
  expect(page.statusCode).toBe(200)
  expect(page.headers['content-security-policy']).toMatch(
    /img-src 'self' data: blob: https:\/\/images\.exemple\.fr[; ]/,
  )
})

test('ASVS 3.5.4 without the setting everything is on one host, and no other is allowed', async () => {
  const shop = await newOwner(together)
  await updateCompany(together, shop, editForm({ profileImage: await picture(500, 500) }))
  const { publicUrl } = together.deps.config
  expect((await settingsOf(together, shop)).profileImage).toContain(`${publicUrl}/v1/media/`)
  const { headers } = await together.app.inject({ url: '/v1/configuration' })
  // In development by its full address too: the portal is also opened at localhost.
  expect(headers['content-security-policy']).toContain(`img-src 'self' data: blob: ${publicUrl};`)
  const wrong = { NODE_ENV: 'development', MEDIA_ORIGIN: 'https://images.exemple.fr/media' }
  expect(() => readConfig(wrong)).toThrow('MEDIA_ORIGIN')
})
