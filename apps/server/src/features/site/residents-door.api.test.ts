import { HtmlValidate } from 'html-validate'
import { expect, test } from 'vitest'
import { testApp } from '../../../../../harness/server/test-app.ts'
import { editForm, updateCompany } from '../../../../../harness/town/companies.ts'
import { instantCalls } from '../../../../../harness/town/instants.ts'
import { newOwner } from '../../../../../harness/town/people.ts'

const server = testApp()
const host = 'parvis.localhost:3000'
const origin = `http://${host}`

const open = (url: string, headers: Record<string, string> = {}) =>
  server.app.inject({ method: 'GET', url, headers: { host, accept: 'text/html', ...headers } })

/** A call of a browser on the residents' site, with the cookie that it was given. */
async function act(method: 'POST' | 'PUT' | 'DELETE' | 'GET', path: string, body?: object, cookie = '', from = origin) {
  const answer = await server.app.inject({
    method,
    url: `/v1/site${path}`,
    headers: { host, origin: from, cookie, 'content-type': 'application/json' },
    ...(body && { payload: body }),
  })
  const set = [answer.headers['set-cookie'] ?? []].flat().map((line) => line.split(';')[0])
  return {
    status: answer.statusCode,
    data: answer.json().data,
    code: answer.json().error?.code,
    cookie: set.join('; '),
  }
}

async function newShop(name: string) {
  const owner = await newOwner(server)
  await updateCompany(server, owner, editForm({ name }))
  return owner
}

const validator = new HtmlValidate({
  extends: ['html-validate:standard'],
  // React writes void elements and attributes its own way; both are valid HTML.
  rules: {
    'void-style': 'off',
    'attribute-boolean-style': 'off',
    'attribute-empty-style': 'off',
    'no-implicit-button-type': 'off',
    'long-title': 'off',
    'attr-case': 'off',
    'no-inline-style': 'off',
    'doctype-style': 'off',
    'require-sri': 'off',
  },
})

test('W-005 W-020 W-030 W-039 W-055 every kind of page is valid HTML, complete without script', async () => {
  const owner = await newShop('Fournil des pages')
  const id = await instantCalls(server).newInstant(owner)
  const paths = [
    '/',
    '/clichy-92110',
    '/clichy-92110/annuaire',
    '/clichy-92110/agenda',
    '/clichy-92110/services',
    '/clichy-92110/fournil-des-pages',
    `/x/y/z-${id}`,
    '/clichy-92110/fournil-des-pages/ecrire',
    '/clichy-92110/fournil-des-pages/affiche',
    '/mes-abonnements',
    '/reglages',
    '/transfert',
    '/installer',
    '/signaler',
    '/aide',
    '/rien',
  ]
  for (const path of paths) {
    const first = await open(path)
    const page = first.statusCode === 301 ? await open(String(first.headers.location)) : first
    expect([200, 404], path).toContain(page.statusCode)
    const { results } = await validator.validateString(page.body)
    expect(
      results.flatMap(({ messages }) => messages.map(({ ruleId, message }) => `${path} ${ruleId}: ${message}`)),
    ).toEqual([])
    expect(Buffer.byteLength(page.body), path).toBeLessThan(50_000)
  }
})

test('W-056 W-057 W-059 W-061 X-010 a resident is made by the first act, known by its cookie alone', async () => {
  const shop = await newShop('Fournil suivi')
  const other = await act('POST', `/companies/${shop.companyId}/follow`, { follows: 1 }, '', 'https://evil.example')
  expect([other.status, other.code, other.cookie]).toEqual([403, 'FORBIDDEN', ''])
  const followed = await act('POST', `/companies/${shop.companyId}/follow`, { follows: 1 })
  expect(followed.data).toEqual({ followersCount: 1, isFollowed: true, mode: 'now' })
  const me = await act('GET', '/me', undefined, followed.cookie)
  expect(me.data.follows.map(({ companyId }: { companyId: string }) => companyId)).toEqual([shop.companyId])
  expect((await act('GET', '/conversations', undefined, 'habitant-dev=inconnu')).code).toBe('SESSION_UNKNOWN')
  expect((await act('GET', '/conversations')).code).toBe('TOKEN_NOT_FOUND')
  const erased = await act('DELETE', '/me', {}, followed.cookie)
  expect(erased.data).toEqual({ erased: true, laterAt: null })
  expect((await act('GET', '/me', undefined, followed.cookie)).data).toEqual({ hasIdentity: false })
})

test('W-003 W-110 the residents’ host serves no portal, and the same bytes to everybody', async () => {
  expect((await open('/login')).statusCode).toBe(404)
  expect((await open('/v1/company/ownership')).statusCode).toBe(404)
  const [plain, known] = [
    await open('/clichy-92110'),
    await open('/clichy-92110', { cookie: 'habitant-dev=x; habitant=1' }),
  ]
  expect(known.body).toBe(plain.body)
  expect(known.headers['set-cookie']).toBeUndefined()
})
