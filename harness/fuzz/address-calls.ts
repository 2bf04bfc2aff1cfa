import type { Answered } from '@parvis/client/client'
import type { TestApp } from '../server/test-app.ts'
import { newOwner } from '../town/people.ts'

type Server = Pick<TestApp, 'call'>
type Send = (to: Server, headers: Record<string, string>) => Promise<Answered>

/** Changing calls on where residents find a business: a counted code, and a domain of its own claimed, then read. */
export async function addressCalls(server: TestApp): Promise<Record<string, Send>> {
  return { ...(await codeCalls(server)), ...(await domainCalls(server)) }
}

async function codeCalls(server: TestApp): Promise<Record<string, Send>> {
  const { token, companyId } = await newOwner(server)
  const path = `/v1/company/${companyId}/codes`
  const [first] = await server.client.call('POST /v1/company/:id/codes', {
    token,
    params: { id: companyId },
    body: { label: 'Comptoir' },
  })
  return {
    'PUT /v1/company/:id/codes/:code': (to, headers) =>
      to.call('PUT', `${path}/${first?.code}`, { token, headers, json: { label: 'Vitrine' } }),
  }
}

async function domainCalls(server: TestApp): Promise<Record<string, Send>> {
  const claiming = await newOwner(server, { membership: 'digital' })
  const claimed = await newOwner(server, { membership: 'digital' })
  const json = { domain: 'fournil-valide.fr' }
  const path = `/v1/company/${claimed.companyId}/domain`
  const whose = { token: claimed.token, params: { id: claimed.companyId } }
  await server.client.call('PUT /v1/company/:id/domain', { ...whose, body: json })
  return {
    'PUT /v1/company/:id/domain': (to, headers) =>
      to.call('PUT', `/v1/company/${claiming.companyId}/domain`, { token: claiming.token, headers, json }),
    'POST /v1/company/:id/domain/check': (to, headers) =>
      to.call('POST', `${path}/check`, { token: claimed.token, headers, json: {} }),
  }
}
