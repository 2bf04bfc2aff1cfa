import type { Answered } from '@parvis/client/client'
import type { TestApp } from '../server/test-app.ts'
import { editForm, updateCompany } from '../town/companies.ts'
import { dataOf } from '../town/conversations.ts'
import { newOwner, type Owner } from '../town/people.ts'
import { codeSentTo } from '../town/town-client.ts'
import { pushSubscription } from './aimed-call.ts'

type Send = (server: TestApp, headers: Record<string, string>) => Promise<Answered>
type Asked = { cookie?: string; json?: object; headers?: Record<string, string> }

/** A call of a browser on the residents' site: its host, its origin, and the cookie of its device once it has one. */
function callSite(server: TestApp, method: string, path: string, { cookie = '', json, headers }: Asked = {}) {
  const url = server.deps.config.residentUrl ?? ''
  const named = { host: new URL(url).host, origin: url, cookie, ...headers }
  return server.call(method, `/v1/site${path}`, { headers: named, ...(json && { json }) })
}

const cookiesOf = ({ headers }: Answered) =>
  [headers['set-cookie'] ?? []]
    .flat()
    .map((line) => String(line).split(';')[0])
    .join('; ')

const ordering = { pickupDateTime: '2999-01-01 10:00', orderContent: 'Deux pains', firstName: 'Inès' }

/** Every changing call of the residents' door, valid until it has succeeded once; each by a resident of its own. */
export async function residentCalls(server: TestApp): Promise<Record<string, Send>> {
  const owner = await newOwner(server, { membership: 'premium' })
  const { companyId } = owner
  await updateCompany(server, owner, editForm())
  const company = `/companies/${companyId}`
  await server.db.updateTable('companies').set({ cac_active: true }).where('id', '=', companyId).execute()
  const newDevice = async () => cookiesOf(await callSite(server, 'PUT', '/me', { json: { firstName: 'Inès' } }))
  const written = async () => {
    const cookie = await newDevice()
    const answer = await callSite(server, 'POST', `${company}/messages`, { cookie, json: { message: 'Bonjour' } })
    return { cookie, path: `/conversations/${dataOf<{ uuid: string }>(answer).uuid}` }
  }
  const send =
    (method: string, path: string, asked: Asked = {}): Send =>
    (to, headers) =>
      callSite(to, method, path, { ...asked, headers })
  const [writing, blocking, reopening, deleting] = [await written(), await written(), await written(), await written()]
  await callSite(server, 'POST', `${reopening.path}/block`, { cookie: reopening.cookie })
  const [withdrawing, retiring, moving] = [await newDevice(), await newDevice(), await newDevice()]
  const placed = await callSite(server, 'POST', `${company}/orders`, { cookie: withdrawing, json: ordering })
  const me = await callSite(server, 'GET', '/me', { cookie: retiring })
  const transfer = await callSite(server, 'POST', '/transfers', { cookie: moving })
  return {
    ...(await negotiatingCalls(server, owner, await newDevice())),
    ...(await phoneCalls(server, await newDevice())),
    'PUT /v1/site/me': send('PUT', '/me', { json: { firstName: 'Inès' } }),
    'POST /v1/site/companies/:id/follow': send('POST', `${company}/follow`, { json: { follows: 1 } }),
    'PUT /v1/site/settings': send('PUT', '/settings', { json: { dailyCap: 2 } }),
    'POST /v1/site/push': send('POST', '/push', { json: { subscription: pushSubscription } }),
    'DELETE /v1/site/push': send('DELETE', '/push', {
      cookie: await newDevice(),
      json: { endpoint: pushSubscription.endpoint },
    }),
    'POST /v1/site/transfers': send('POST', '/transfers', { cookie: await newDevice() }),
    'POST /v1/site/transfers/claim': send('POST', '/transfers/claim', {
      json: { code: dataOf<{ code: string }>(transfer).code },
    }),
    'DELETE /v1/site/devices/:id': send(
      'DELETE',
      `/devices/${dataOf<{ devices: { id: number }[] }>(me).devices[0]?.id}`,
      { cookie: retiring },
    ),
    'DELETE /v1/site/me': send('DELETE', '/me', { cookie: await newDevice(), json: {} }),
    'POST /v1/site/reports': send('POST', '/reports', { json: { address: '/clichy-92110', reason: 'spam' } }),
    'POST /v1/site/counts': send('POST', '/counts', { json: { companyId, act: 'view' } }),
    'POST /v1/site/companies/:id/messages': send('POST', `${company}/messages`, { json: { message: 'Bonjour' } }),
    'POST /v1/site/conversations/:id/messages': send('POST', `${writing.path}/messages`, {
      cookie: writing.cookie,
      json: { message: 'Et demain ?' },
    }),
    'POST /v1/site/conversations/:id/block': send('POST', `${blocking.path}/block`, { cookie: blocking.cookie }),
    'POST /v1/site/conversations/:id/unblock': send('POST', `${reopening.path}/unblock`, { cookie: reopening.cookie }),
    'DELETE /v1/site/conversations/:id': send('DELETE', deleting.path, { cookie: deleting.cookie }),
    'POST /v1/site/companies/:id/orders': send('POST', `${company}/orders`, { json: ordering }),
    'POST /v1/site/orders/:id/withdraw': send('POST', `/orders/${dataOf<{ id: number }>(placed).id}/withdraw`, {
      cookie: withdrawing,
    }),
  }
}

/** What a resident does with requests that are not accepted yet. */
async function negotiatingCalls(server: TestApp, owner: Owner, cookie: string): Promise<Record<string, Send>> {
  const place = async () => {
    const path = `/companies/${owner.companyId}/orders`
    return dataOf<{ id: number }>(await callSite(server, 'POST', path, { cookie, json: ordering })).id
  }
  const [changed, agreed] = [await place(), await place()]
  const proposed = await server.client.answer('POST /v1/clickAndCollect/order/:id/propose', {
    params: { id: agreed },
    token: owner.token,
    body: { ...ordering, version: 1, total: '3,50' },
  })
  const { proposal } = dataOf<{ proposal: { id: number } }>(proposed)
  const act =
    (id: number, verb: string, json: object): Send =>
    (to, headers) =>
      callSite(to, 'POST', `/orders/${id}/${verb}`, { cookie, json, headers })
  return {
    'POST /v1/site/orders/:id/change': act(changed, 'change', { version: 1, orderContent: 'Un pain' }),
    'POST /v1/site/orders/:id/accept': act(agreed, 'accept', { proposalId: proposal.id }),
  }
}

async function phoneCalls(server: TestApp, cookie: string): Promise<Record<string, Send>> {
  const phone = '+33612340099'
  await server.client.call('POST /v1/authentication/send-activation-code', { body: { phone } })
  const code = await codeSentTo(server.client, phone)
  const confirm = { phone, code }
  return {
    'POST /v1/site/phone': (to, headers) => callSite(to, 'POST', '/phone', { cookie, json: confirm, headers }),
    'DELETE /v1/site/phone': (to, headers) => callSite(to, 'DELETE', '/phone', { cookie, headers }),
  }
}
