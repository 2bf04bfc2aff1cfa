import { testApp } from '@parvis/harness/server/test-app'
import { newOwner, newPerson } from '@parvis/harness/town/people'
import { expect, test } from 'vitest'

const server = testApp()
const types = ['commerce', 'association', 'entreprise', 'mairie'] as const
const claimed = { role: 'admin', roles: ['admin'], isSuperAdmin: true, is_super_admin: true }

test('X-009 nobody has a role: claiming one changes nothing, and the session names none', async () => {
  const { token } = await newPerson(server)
  const profile = { first_name: 'Marie', last_name: 'Durand', date_of_birth: '1990-12-31', email: 'marie@exemple.fr' }
  const json = { ...profile, zip_code: '92110', city: 'Clichy', ...claimed }
  expect((await server.client.answer('POST /v1/profile/update', { token, body: json })).status).toBe(200)
  const { data } = await server.client.answer('GET /v1/authentication/session', { token })
  expect(data).toMatchObject({ isSuperAdmin: false })
  expect(JSON.stringify(data)).not.toContain('role')
  expect((await server.client.answer('GET /v1/stats', { token })).status).toBe(403)
})

test.each(types)('X-009 owning a %s gives its owner everything of it, and nothing of another', async (type) => {
  const [owner, other] = [await newOwner(server, { type }), await newOwner(server, { type })]
  const { answer } = server.client
  const read = async ({ companyId }: { companyId: string }) => {
    const { token } = owner
    const answers = await Promise.all([
      answer('GET /v1/company/settings/:companyId', { token, params: { companyId } }),
      answer('GET /v1/instants/company/:companyId', { token, params: { companyId } }),
      answer('GET /v1/chat/discussion', { token, query: { companyId } }),
      answer('GET /v1/company/:id/broadcast', { token, params: { id: companyId } }),
    ])
    return answers.map(({ status }) => status)
  }
  expect(await read(owner)).toEqual([200, 200, 200, 200])
  expect(await read(other)).toEqual([403, 403, 403, 403])
})
