import { clientAt } from '../../harness/bench/parts/http-client.ts'
import { signIn } from '../../harness/town/town-client.ts'

const phone = '0612345678'
const boundary = 'injections'

/**
 * Good calls of every kind of parameter, by somebody who may make them all: { method, path, headers, body }.
 * `*` marks a piece of a path, which sqlmap would not try otherwise.
 * @param {string} base
 * @param {(phone: string) => void} makeSuperAdmin
 */
export async function callsToInject(base, makeSuperAdmin) {
  const client = clientAt(base)
  const token = await signIn(client, phone)
  makeSuperAdmin(phone)
  const own = { authorization: `Bearer ${token}` }
  const profile = {
    first_name: 'Marie',
    last_name: 'Durand',
    date_of_birth: '1990-12-31',
    email: 'marie@exemple.fr',
    zip_code: '92110',
    city: 'Clichy',
  }
  await client.call('POST /v1/profile/update', { token, body: profile })
  const company = { type: 'mairie', siren: '73282932000074', membership: 'freemium' }
  const id = await client.call('POST /v1/company/subscription', { token, body: company })
  const link = { type: 'LINK', label: 'Piscine', content: 'https://www.ville.fr', iconId: '1' }
  const [service] = await client.call('POST /v1/municipality/:id/service', { params: { id }, token, body: link })
  const json = jsonOf(own)
  const form = formOf(own)
  const read = (path) => ({ method: 'GET', path, headers: own })
  return [
    read('/v1/company/siren?type=commerce&siren=73282932000074'),
    read('/v1/app/companies?zipCode=92110&search=pain&latitude=48.9&longitude=2.3'),
    read(`/v1/chat/discussion?companyId=${id}&search=Marie`),
    read('/v1/operator/audit?before=99&object=company&action=identity.view&actor=user'),
    read('/v1/stats?zipCode=92110'),
    read('/v1/geo/cities?zipCode=92110'),
    read('/v1/instants/1*'),
    read(`/v1/company/settings/${id}*`),
    json('POST', '/v1/authentication/start-session', { phone, code: '12345' }),
    json('POST', '/v1/profile/update', profile),
    json('POST', `/v1/instants`, {
      companyId: id,
      title: 'Un pain',
      categoryId: '4',
      city: 'Clichy',
      zipCode: '92110',
    }),
    form('POST', '/v1/authentication/send-activation-code', { phone }),
    form('PUT', `/v1/company/${id}/social-page`, { idPage: '123', name: 'Page', type: 'FACEBOOK' }),
    multipart(own, `/v1/municipality/service/${service.id}/update`, link),
    multipart(own, `/v1/company/${id}/update-settings-and-openingHours`, {
      companyId: id,
      name: 'Mairie',
      city: 'Clichy',
    }),
  ]
}

const jsonOf = (headers) => (method, path, fields) => ({
  method,
  path,
  headers: { ...headers, 'Content-Type': 'application/json' },
  body: JSON.stringify(fields),
})

const formOf = (headers) => (method, path, fields) => ({
  method,
  path,
  headers: { ...headers, 'Content-Type': 'application/x-www-form-urlencoded' },
  body: new URLSearchParams(fields).toString(),
})

function multipart(headers, path, fields) {
  const parts = Object.entries(fields).map(
    ([name, value]) => `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  )
  return {
    method: 'POST',
    path,
    headers: { ...headers, 'Content-Type': `multipart/form-data; boundary=${boundary}` },
    body: `${parts.join('')}--${boundary}--\r\n`,
  }
}
