import { randomBytes } from 'node:crypto'
import { type Answered, encodeCall, multipart, type Transport } from '@parvis/client/client'
import type { FastifyInstance, InjectOptions } from 'fastify'
import { afterEach, beforeAll, beforeEach } from 'vitest'
import { buildApp } from '../../apps/server/src/app.ts'
import { type Config, readConfig } from '../../apps/server/src/config.ts'
import { createDatabase, type Db } from '../../apps/server/src/db/database.ts'
import { LiveHub } from '../../apps/server/src/db/live-hub.ts'
import { NoticeSender } from '../../apps/server/src/db/notice-sender.ts'
import type { Dependencies } from '../../apps/server/src/dependencies.ts'
import { createDevelopment } from '../../apps/server/src/development/index.ts'
import { createGateways } from '../../apps/server/src/gateways/gateways.ts'
import { jobs } from '../../apps/server/src/work.ts'
import { temporaryFolder } from '../temporary-folder.ts'
import { createTownClient } from '../town/town-client.ts'
import { untilFileEnds } from './lifetimes.ts'
import { createTestDatabase } from './test-database.ts'

export type CallOptions = {
  token?: string
  json?: unknown
  form?: Record<string, string>
  /** Files among the fields. */
  multipart?: Record<string, unknown>
  headers?: Record<string, string>
}

export type TestApp = Awaited<ReturnType<typeof start>>

/**
 * The whole server on a database of its own, for one test file: `const server = testApp()`, ready inside the tests. A test
 * that moves the clock leaves it as the file set it before its first test.
 */
export function testApp(environment: Record<string, string> = {}): TestApp {
  const started = {} as TestApp
  const clock: Clock = { now: null, atFirst: undefined }
  const owned = untilFileEnds(new AsyncDisposableStack())
  beforeAll(async () => void Object.assign(started, await start(owned, { environment, clock })))
  beforeEach(() => {
    clock.atFirst ??= { now: clock.now }
  })
  afterEach(async () => {
    const { now = null } = clock.atFirst ?? {}
    if (clock.now !== now) await started.setClock(now)
  })
  return started
}

type Clock = { now: string | null; atFirst: { now: string | null } | undefined }
type Starting = { environment: Record<string, string>; clock: Clock }

async function start(owned: AsyncDisposableStack, { environment, clock }: Starting) {
  const { path: folder } = owned.use(temporaryFolder('parvis-test'))
  const database = owned.use(await createTestDatabase())
  const config: Config = readConfig({
    NODE_ENV: 'development',
    PARVIS_DATA: folder,
    LOG_LEVEL: 'silent',
    DATABASE_URL: database.url,
    ...environment,
  })
  const notices = new NoticeSender(database.url)
  const db: Db = owned.use(createDatabase({ url: database.url, size: 12, shared: 2, isServing: true, notices }))
  const ownerDb: Db = owned.use(createDatabase({ url: database.ownerUrl, size: 2 }))
  const log = { info: () => undefined, warn: () => undefined }
  const development = config.production ? undefined : createDevelopment(db, { config, log })
  const gateways = createGateways(config.gateways, {
    log,
    publicUrl: config.publicUrl,
    secretKey: config.secretKey,
    substitutes: development?.substitutes,
  })
  const live = owned.adopt(new LiveHub(database.url, { warn: () => undefined }), (hub) => hub.stop())
  owned.adopt(notices, (sender) => sender.stop())
  await live.start()
  const deps: Dependencies = { config, db, gateways, live, development }
  const app = owned.adopt(buildApp(deps), (built) => built.close())
  await app.ready()
  return {
    app,
    deps,
    /** Absent in production. */
    development,
    db,
    /** As the role that owns the tables: for tests that change them. */
    ownerDb,
    ownerUrl: database.ownerUrl,
    /** Calls as the contracts say. */
    client: createTownClient(injectTransport(app)),
    /** Raw calls that no client of ours would send: `call('POST', '/v1/profile/update', { token, json })` */
    call: (method: string, path: string, options?: CallOptions) => callApp(app, method, path, options),
    /** Moves the one clock; null gives real time back. */
    setClock: async (now: string | null) => {
      clock.now = now
      await callApp(app, 'PUT', '/v1/dev/clock', { json: { now } })
    },
    /** Runs every queued job in the order in which it was enqueued, and the jobs enqueued meanwhile. */
    runJobs: () => runJobs(deps),
  }
}

/** In process: the whole server without a socket. */
export function injectTransport(app: FastifyInstance): Transport {
  return async ({ method, url, headers, payload }) => {
    const reply = await app.inject({
      method: method as NonNullable<InjectOptions['method']>,
      url,
      headers,
      ...(payload && { payload }),
    })
    return { status: reply.statusCode, text: reply.payload, headers: reply.headers }
  }
}

export async function callApp(
  app: FastifyInstance,
  method: string,
  path: string,
  options: CallOptions = {},
): Promise<Answered> {
  const { payload, headers } = await encode(options)
  const { status, ...reply } = await injectTransport(app)({ method, url: path, headers, payload })
  const body = String(reply.headers['content-type']).includes('json') ? JSON.parse(reply.text) : undefined
  return { status, data: body?.data, error: body?.error, headers: reply.headers }
}

function encode({ token, json, form, multipart: fields, headers = {} }: CallOptions) {
  if (fields) {
    const { body, ...parts } = multipart(fields)
    return encodeCall(body, { ...parts, token, headers })
  }
  return encodeCall(json ?? form, { as: form ? 'form' : 'json', token, headers })
}

/** What the worker does, without its timing: claims each waiting job once and runs it. */
async function runJobs(deps: Dependencies): Promise<void> {
  const { takeWaitingJobs } = await import('../sql/seed.ts')
  for (let waiting = await takeWaitingJobs(deps.db); waiting.length > 0; waiting = await takeWaitingJobs(deps.db)) {
    for (const { name, payload } of waiting) {
      const job = jobs.find((candidate) => candidate.name === name)
      if (!job) throw new Error(`no job is called ${name}`)
      await job.run(deps, payload)
    }
  }
}

export const newPhone = (): string => `+336${String(randomBytes(4).readUInt32BE() % 100_000_000).padStart(8, '0')}`
