import { api } from '@parvis/domain/api'
import { type Access, type Contract, type Endpoint, methodOf, pathOf } from '@parvis/domain/kernel/contract'
import { z } from 'zod'
import { type JsonSchema, jsonSchema, possibleErrors } from './json-schema.ts'

export type Operation = ReturnType<typeof operation>
export type OpenApi = ReturnType<typeof buildOpenApi>

/** Builds the OpenAPI document from the contracts that the server binds; `more`: those of development, where they exist. */
export function buildOpenApi(publicUrl: string, more: Record<string, Contract> = {}) {
  const paths: Record<string, Record<string, Operation>> = {}
  const contracts: Record<string, Contract> = { ...api, ...more }
  for (const [feature, contract] of Object.entries(contracts)) {
    for (const [name, endpoint] of Object.entries(contract) as [string, Endpoint][]) {
      const path = pathOf(endpoint).replace(/:(\w+)/g, '{$1}')
      paths[path] = {
        ...paths[path],
        [methodOf(endpoint).toLowerCase()]: operation(feature, name, endpoint, publicUrl),
      }
    }
  }
  return {
    openapi: '3.1.0' as const,
    info: { title: 'Parvis Pro', version: '1', description: introduction },
    servers: [{ url: publicUrl }],
    tags: Object.keys(contracts).map((name) => ({ name })),
    paths,
    components: {
      schemas: { Error: errorSchema },
      securitySchemes: {
        session: { type: 'http', scheme: 'bearer', description: 'The token of POST /v1/authentication/start-session.' },
      },
    },
  }
}

function operation(feature: string, name: string, endpoint: Endpoint, publicUrl: string) {
  const { access, summary, body, files, example } = endpoint
  return {
    operationId: `${feature}.${name}`,
    tags: [feature],
    summary,
    description: whoMayCall(access),
    security: needsCaller(access) ? [session] : access === 'visitor' ? [{}, session] : [],
    parameters: [
      ...fieldsOf(endpoint, 'params', 'path'),
      ...fieldsOf(endpoint, 'query', 'query'),
      ...(takesKey(endpoint) ? [idempotencyKey] : []),
    ],
    responses: { 200: success(endpoint), ...failures(endpoint) } as Record<string, Response>,
    ...((body || files) && { requestBody: requestBody(endpoint) }),
    // The extension by which documentation tools show how a call is made.
    ...(example && { 'x-codeSamples': [{ lang: 'Shell', source: `curl '${publicUrl}${example}'` }] }),
  }
}

const session: Record<string, string[]> = { session: [] }

type Parameter = { name: string; in: 'path' | 'query' | 'header'; required: boolean; schema: JsonSchema }
type Response = { description: string; content?: Record<string, { schema: JsonSchema | { $ref: string } }> }

const needsCaller = (access: Access) => access !== 'public' && access !== 'signature' && access !== 'visitor'
const takesKey = (endpoint: Endpoint) =>
  endpoint.onceByKey || (needsCaller(endpoint.access) && methodOf(endpoint) !== 'GET')

function fieldsOf(endpoint: Endpoint, part: 'params' | 'query', place: 'path' | 'query'): Parameter[] {
  const schema = endpoint[part]
  if (!schema) return []
  const { properties = {}, required = [] } = jsonSchema(schema, 'input')
  return Object.entries(properties).map(([name, field]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: field,
  }))
}

/** Three encodings for every body; files travel in multipart only. */
function requestBody({ body, files = {} }: Endpoint) {
  const fields: JsonSchema = body ? jsonSchema(body, 'input') : { type: 'object' }
  const binary: JsonSchema = { type: 'string', format: 'binary' }
  const fileFields = Object.entries(files).map(([name, max]): [string, JsonSchema] => [
    name,
    max > 1 ? { type: 'array', items: binary } : binary,
  ])
  const withFiles = { ...fields, properties: { ...fields.properties, ...Object.fromEntries(fileFields) } }
  return {
    required: (fields.required ?? []).length > 0,
    content: {
      'application/json': { schema: fields },
      'application/x-www-form-urlencoded': { schema: fields },
      'multipart/form-data': { schema: withFiles },
    } as Record<string, { schema: JsonSchema }>,
  }
}

function success({ answer }: Endpoint): Response {
  if (answer === 'raw') return { description: 'The content itself: an image, a page, a file or a stream.' }
  const data = jsonSchema(answer ?? z.object({}), 'output')
  const schema: JsonSchema = { type: 'object', properties: { data }, required: ['data'] }
  return { description: 'Success.', content: { 'application/json': { schema } } }
}

function failures(endpoint: Endpoint): Record<string, Response> {
  const responses: Record<string, Response> = {}
  for (const { status, code, message } of possibleErrors(endpoint)) {
    const before = responses[status]?.description
    responses[status] = {
      description: `${before ? `${before}\n` : ''}${code}: ${message}`,
      content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
    }
  }
  return responses
}

function whoMayCall(access: Access): string {
  if (typeof access === 'string') return callers[access]
  if ('through' in access) return `Any signed-in person, for a ${access.through} of theirs${roleOf(access)}.`
  const kind = access.type ? 'the town hall' : 'the company'
  return `A member of ${kind} named at ${access.company}${roleOf(access)}${access.orSuperAdmin ? ', or a super admin' : ''}.`
}

const roleOf = (access: object) => ('atLeast' in access ? `, with the role ${access.atLeast} or above` : '')

const callers: Record<Extract<Access, string>, string> = {
  public: 'Anyone.',
  visitor: 'Anyone; a session is read when there is one.',
  session: 'Any signed-in person.',
  'super-admin': 'Super admins.',
  resident: 'The resident of a device, by its cookie, on the residents’ host.',
  'new-resident': 'Anyone on the residents’ host; whoever is not known yet becomes a resident.',
  anyone: 'Anyone on the residents’ host; the cookie of a device is read when there is one.',
  signature: 'Whoever holds a signature: the call carries its own proof.',
}

const idempotencyKey: Parameter = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  schema: { type: 'string', description: 'One per action: a retry with the same key gets the first answer for 24 h.' },
}

const text: JsonSchema = { type: 'string' }
const errorSchema: JsonSchema = {
  type: 'object',
  properties: {
    error: {
      type: 'object',
      properties: {
        code: text,
        message: { type: 'string', description: 'A French sentence for the person.' },
        fields: {
          type: 'object',
          additionalProperties: text,
          description: 'Field to key; the first failing rule first.',
        },
        details: { type: 'object' },
      },
      required: ['code', 'message'],
    },
  },
  required: ['error'],
}

const introduction = [
  'Success is 200 with `{"data": …}`, failure is `{"error": {"code", "message", "fields"?, "details"?}}`.',
  'Calls without file accept JSON, form-urlencoded and multipart bodies; numbers and booleans may travel as texts.',
  'Dates are ISO 8601; without an offset they are read in Europe/Paris.',
].join(' ')
