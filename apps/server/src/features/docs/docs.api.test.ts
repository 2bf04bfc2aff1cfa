import { readFileSync } from 'node:fs'
import { api } from '@parvis/domain/api'
import { type Endpoint, pathOf } from '@parvis/domain/kernel/contract'
import { testApp } from '@parvis/harness/server/test-app'
import { expect, test } from 'vitest'
import { developmentContract } from '../../development/index.ts'
import { buildOpenApi, type OpenApi, type Operation } from './build-openapi.ts'
import type { JsonSchema } from './json-schema.ts'

const server = testApp()

async function read(): Promise<OpenApi> {
  const { statusCode, headers, body } = await server.app.inject({ url: '/v1/openapi.json' })
  expect([statusCode, headers['content-type']]).toEqual([200, 'application/json; charset=utf-8'])
  return JSON.parse(body)
}

function find(document: OpenApi, id: string): Operation {
  const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods))
  const operation = operations.find(({ operationId }) => operationId === id)
  if (!operation) throw new Error(`no operation is called ${id}`)
  return operation
}

function fieldsOf({ requestBody }: Operation, type: string): JsonSchema {
  const schema = requestBody?.content[type]?.schema
  if (!schema) throw new Error(`no body of type ${type}`)
  return schema
}

const errorsOf = ({ responses }: Operation, status: number): string => responses[status]?.description ?? ''

test('the document holds every call of the contracts, once, with unique names', async () => {
  const document = await read()
  expect(document.openapi).toBe('3.1.0')
  const written = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  )
  const endpoints = [...Object.values(api), developmentContract].flatMap(
    (contract) => Object.values(contract) as Endpoint[],
  )
  expect(written.toSorted()).toEqual(endpoints.map(({ call }) => call.replace(/:(\w+)/g, '{$1}')).toSorted())
  const ids = Object.values(document.paths).flatMap((methods) => Object.values(methods).map((one) => one.operationId))
  expect(new Set(ids).size).toBe(ids.length)
})

test('every call that it names is a route of the server', async () => {
  const document = await read()
  for (const [path, methods] of Object.entries(document.paths)) {
    const url = path.replace(/\{(\w+)\}/g, ':$1')
    for (const method of Object.keys(methods)) {
      expect([method, url, server.app.hasRoute({ method: method.toUpperCase() as 'GET', url })]).toEqual([
        method,
        url,
        true,
      ])
    }
  }
})

test('C-021 a call says who may make it, its fields, its answer and every error with its French sentence', async () => {
  const operation = find(await read(), 'subscription.createPaymentSession')
  expect(operation.security).toEqual([{ session: [] }])
  expect(operation.description).toBe('A member of the company named at body.companyId, with the role owner or above.')
  const form = fieldsOf(operation, 'multipart/form-data')
  expect(form.properties).toMatchObject({
    companyId: { type: 'string', format: 'uuid' },
    subscriptionId: { type: 'string', enum: ['basic', 'premium', 'digital'] },
    periodicity: { type: 'string', enum: ['monthly', 'annual'] },
  })
  expect(form.required).toEqual(['companyId', 'subscriptionId', 'periodicity'])
  const statuses = Object.keys(operation.responses).map(Number)
  expect(statuses).toEqual([200, 400, 401, 403, 409, 413, 415, 429, 500, 502, 503])
  expect(errorsOf(operation, 403)).toContain('NOT_OFFERED: Cette offre')
  expect(operation.parameters.map(({ name }) => name)).toEqual(['Idempotency-Key'])
})

test('S15 the document and its page leave compressed, a tenth of their size, and not at all to who has them', async () => {
  for (const url of ['/v1/openapi.json', '/v1/docs']) {
    const plain = await server.app.inject({ url })
    const { headers, rawPayload } = await server.app.inject({ url, headers: { 'accept-encoding': 'br' } })
    expect(headers).toMatchObject({ 'content-encoding': 'br', vary: expect.stringContaining('Accept-Encoding') })
    expect(rawPayload.length).toBeLessThan(plain.rawPayload.length / 10)
    const again = await server.app.inject({ url, headers: { 'if-none-match': String(headers.etag) } })
    expect([again.statusCode, again.body]).toEqual([304, ''])
  }
})

test('C-015 files are binary fields of a multipart body', async () => {
  const operation = find(await read(), 'company.updateCompany')
  const properties = fieldsOf(operation, 'multipart/form-data').properties
  expect(properties).toHaveProperty('profileImage', { type: 'string', format: 'binary' })
  expect(properties).toHaveProperty(['cacImages[]'], { type: 'array', items: { type: 'string', format: 'binary' } })
  expect(fieldsOf(operation, 'application/json').properties).not.toHaveProperty('profileImage')
  expect(errorsOf(operation, 404)).toContain('data_format_error')
})

test('production does not name the development calls', () => {
  const document = buildOpenApi('https://parvis.example')
  expect(Object.keys(document.paths).filter((path) => path.startsWith('/v1/dev'))).toEqual([])
})

test('T27 the page to read holds every call, no script and nothing from elsewhere', async () => {
  const { statusCode, headers, body } = await server.app.inject({ url: '/v1/docs' })
  expect([statusCode, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
  expect(body).not.toMatch(/<script|javascript:|src=|url\(|@import|https?:\/\/(?!127\.0\.0\.1)[a-z]/i)
  for (const [path, methods] of Object.entries((await read()).paths)) {
    expect(body).toContain(path)
    for (const { operationId } of Object.values(methods)) expect(body).toContain(`id="${operationId}"`)
  }
})

const written = readFileSync(new URL('../../../../../docs/spec/api.md', import.meta.url), 'utf8')

/** Paths without parameter names: the document writes {id} where a contract writes :companyId. */
const shape = (path: string) => path.replace(/:\w+|\{\w+\}/g, '*')
const served = new Set(
  [...Object.values(api), developmentContract]
    .flatMap((contract): Endpoint[] => Object.values(contract))
    .map((endpoint) => shape(pathOf(endpoint))),
)
const named = [...written.matchAll(/((?:GET|POST|PUT|DELETE) )?(?<!\w)(\/v1\/[\w/{}.-]*[\w}])/g)]

test('C-001 every call that is served is written in api.md', () => {
  const documented = new Set(named.map(([, , path = '']) => shape(path)))
  expect([...served].filter((path) => !documented.has(path))).toEqual([])
})

test('C-001 every call that api.md writes is served', () => {
  const calls = named.filter(([, method]) => method).map(([, , path = '']) => shape(path))
  expect(calls.length).toBeGreaterThan(60)
  expect(calls.filter((path) => !served.has(path))).toEqual([])
})
