import { testApp } from '@parvis/harness/server/test-app'
import { newOwner } from '@parvis/harness/town/people'
import { expect, test } from 'vitest'

const server = testApp()

test('C-056 I-058 AMB-91 remembers one page of each network for a company, 404 NO_PAGE_FOUND before', async () => {
  const { companyId, token } = await newOwner(server)
  const whose = { token, params: { id: companyId } }
  const read = (type: 'FACEBOOK' | 'INSTAGRAM') =>
    server.client.answer('GET /v1/company/:id/social-page', { ...whose, query: { type } })
  const before = await read('FACEBOOK')
  expect([before.status, before.error?.code, before.error?.message]).toEqual([
    404,
    'NO_PAGE_FOUND',
    'Aucune page trouvée',
  ])

  const pages = [
    { idPage: '102345678901234', name: 'Boulangerie Martin', type: 'FACEBOOK' },
    { idPage: '17841400000000000', name: 'boulangerie.martin', type: 'INSTAGRAM' },
    { idPage: '998', name: 'Martin & Fils', type: 'FACEBOOK' },
  ] as const
  for (const body of pages) {
    const written = await server.client.answer('PUT /v1/company/:id/social-page', { ...whose, body })
    expect([written.status, written.data]).toEqual([200, body])
    expect((await read(body.type)).data).toEqual(body)
  }
  expect((await read('INSTAGRAM')).data).toEqual(pages[1])
})

test('C-056 refuses an incomplete page with 400, another network, and whoever does not own the company with 403', async () => {
  const { companyId, token } = await newOwner(server)
  const path = `/v1/company/${companyId}/social-page`
  const page = { idPage: '998', name: 'Martin & Fils', type: 'FACEBOOK' } as const
  for (const [field, value] of [
    ['idPage', ''],
    ['idPage', '<script>'],
    ['name', undefined],
    ['type', 'TIKTOK'],
  ] as const) {
    const { status, error } = await server.call('PUT', path, { token, json: { ...page, [field]: value } })
    expect([status, error?.code, Object.keys(error?.fields ?? {})]).toEqual([400, 'VALIDATION', [field]])
  }
  expect((await server.call('GET', `${path}?type=TIKTOK`, { token })).status).toBe(400)
  expect((await server.call('GET', path, { token })).status).toBe(400)
  const other = await newOwner(server)
  const theirs = { token: other.token, params: { id: companyId } }
  const put = await server.client.answer('PUT /v1/company/:id/social-page', { ...theirs, body: page })
  const query = { type: 'FACEBOOK' } as const
  expect([
    put.status,
    (await server.client.answer('GET /v1/company/:id/social-page', { ...theirs, query })).status,
  ]).toEqual([403, 403])
})
