import cluster from 'node:cluster'
import { setInterval as every, setTimeout as pause } from 'node:timers/promises'
import { once } from '@parvis/domain/kernel/memoised'
import type { FastifyBaseLogger, FastifyInstance, onRequestHookHandler } from 'fastify'
import { buildApp } from './app.ts'
import { CannotStart } from './cannot-start.ts'
import { collectOnceIdle } from './collect-once-idle.ts'
import type { Config } from './config.ts'
import { forgetMovedClock, readNow } from './db/clock.ts'
import { createDatabase, type Db } from './db/database.ts'
import { LiveHub } from './db/live-hub.ts'
import { NoticeSender } from './db/notice-sender.ts'
import type { Dependencies, Development } from './dependencies.ts'
import { readLegalDesk } from './features/legal/read-legal.ts'
import { builtScript } from './features/site/hosts/site-build.ts'
import { prepareTowns } from './features/towns/index.ts'
import { describeGateways } from './gateways/gateway-settings.ts'
import { createGateways, type Substitutes } from './gateways/gateways.ts'
import { listenOnSockets } from './http/front-doors.ts'
import { createLog, watched } from './http/logger.ts'
import { startJobs } from './jobs/start-jobs.ts'
import { givenDatabase, loadDevelopment, openDatabase } from './open-database.ts'
import { readVapidKeys } from './signing-keys.queries.ts'
import { startTracing } from './tracing.ts'
import { jobs, periodicTasks } from './work.ts'

/** `restart`: rolling, where several processes answer on one port. */
export type RunningServer = { stop(): Promise<void>; restart?(): Promise<void> }

type CreateDevelopment = (
  db: Db,
  own: { config: Config; log: FastifyBaseLogger },
) => Development & { substitutes: Substitutes }

/** Pool of jobs: longer statement time-out, no connection taken from calls. Opened at first use. */
const workConnections = 10
const workMilliseconds = 60_000

/** Shared connections of a process that answers calls: PostgreSQL works on two statements while the process parses others. */
const sharedConnections = 2

/** A server that stops asks the database so often whether it is worth waiting for: whoever is answered has the time for it. */
const lookMilliseconds = 5_000

/** Starts the database when none is given, brings it up to date, answers calls and runs jobs, as the settings say. */
export async function startServer(config: Config, log = createLog(config)): Promise<RunningServer> {
  // To the person at the terminal; in production everything that is printed is a line of the log.
  const say = (sentence: string) => (config.production ? log.info(sentence.trim()) : console.log(sentence))
  const { tracesEndpoint: endpoint, role } = config
  const stopTracing = endpoint && (await startTracing({ endpoint, service: `parvis-${role}` }))
  const database = cluster.isWorker ? givenDatabase(config) : await openDatabase(config, say)
  try {
    const development = await loadDevelopment(config)
    const running = await startParts(config, database.url, log, development?.createDevelopment)
    if (config.production) collectOnceIdle(log)
    for (const line of welcome(
      config,
      [...describeGateways(config.gateways), running.legal, ...config.proofNotes],
      running.premium,
    ))
      say(line)
    return {
      stop: async () => {
        await running.stop()
        if (stopTracing) await stopTracing()
        await database.stop()
      },
    }
  } catch (error) {
    await database.stop()
    throw error
  }
}

/** Pool of calls: through the pooler, where `url` is the direct address beside it. */
function openServing(
  { databaseUrl, directDatabaseUrl, poolSize: size }: Config,
  url: string,
  notices: NoticeSender,
): Db {
  const isPooled = directDatabaseUrl !== undefined
  // A pooler in transaction mode lends its connections statement by statement by itself.
  const shared = Math.min(sharedConnections, Math.floor(size / 4))
  return createDatabase({
    url: (isPooled && databaseUrl) || url,
    size,
    isPooled,
    isServing: true,
    notices,
    ...(!isPooled && { shared }),
  })
}

/** In production a site that answers 503 page after page would be noticed by its residents only. */
function requireSite({ production, residentUrl, role }: Config): void {
  if (!production || role === 'worker' || residentUrl === undefined || builtScript()) return
  throw new CannotStart('Le site des habitants n’est pas construit : lancez npm run build avant de démarrer.')
}

/** Without a VAPID pair of the database: the way to start when `SECRET_KEY` was lost. */
function hasOwnPair({ gateways: { push } }: Config): boolean {
  if (push.provider === 'embedded') return false
  return Boolean(push.webPush?.publicKey && push.webPush.privateKey)
}

async function startParts(
  config: Config,
  url: string,
  log: FastifyBaseLogger,
  createDevelopment: CreateDevelopment | undefined,
): Promise<RunningServer & { premium: string | undefined; legal: string }> {
  // Ended in the reverse order, also when a later part cannot start: a port that is taken leaves no job without its database.
  await using started = new AsyncDisposableStack()
  const notices = new NoticeSender(url)
  const db = openServing(config, url, notices)
  const work = createDatabase({ url, size: workConnections, queryTimeoutMs: workMilliseconds, notices })
  started.defer(async () => void (await Promise.all([db.pool.end(), work.pool.end()])))
  const development = createDevelopment?.(db, { config, log })
  const { publicUrl, secretKey } = config
  const gateways = createGateways(config.gateways, {
    log,
    publicUrl,
    secretKey,
    substitutes: development?.substitutes,
    vapid: hasOwnPair(config) ? undefined : await readVapidKeys(db, secretKey),
  })
  const live = new LiveHub(url, { warn: (message: unknown) => log.warn(String(message)) })
  const report = (details: object, message: string) => log.error(details, message)
  const stopping = new AbortController()
  const deps = { config, db, gateways, live, report, development, stopping: stopping.signal }

  requireSite(config)
  if (config.production && (await forgetMovedClock(db)))
    log.warn('the clock had been moved in development: real time again')
  started.defer(() => live.stop())
  await live.start()
  started.defer(() => notices.stop())
  notices.start()
  const worker = config.role === 'api' ? undefined : startJobs({ ...deps, db: work }, { jobs, periodicTasks })
  started.defer(async () => await worker?.stop())
  const app = buildApp(deps, config.role === 'worker' ? 'watch' : 'all')
  const closeDoors = config.role === 'worker' ? await openWatch(app, config, log) : await openForCalls(app, deps)
  started.defer(async () => await closeDoors?.())
  const [premium, legal] = [await development?.premiumSubdomain(), describeLegal(await readLegalDesk(deps))]
  const all = started.move()
  return {
    premium,
    legal,
    stop: async () => {
      stopping.abort()
      if (config.role !== 'worker' && config.drainSeconds > 0) await pause(config.drainSeconds * 1_000)
      await Promise.race([all.disposeAsync(), untilSilent(db)])
    },
  }
}

/**
 * Resolves once the database does not answer, or has been left: jobs would wait for it a minute and connections for ever, and nothing of
 * theirs can be written any more.
 */
async function untilSilent(db: Db): Promise<void> {
  try {
    for await (const _ of every(lookMilliseconds, undefined, { ref: false })) await readNow(db)
  } catch {}
}

/** A process at rest, which only its health checks call, does without the towns; the next call does not wait for them. */
function prepareOnceUsed(): onRequestHookHandler {
  const prepare = once(prepareTowns)
  return ({ url }, _reply, done) => {
    // Whoever needs a town after a failure reads the list anew.
    if (!watched.test(url)) prepare().catch(() => undefined)
    done()
  }
}

/** Listens first, then warms the pool up: the start waits for the port only. */
async function openForCalls(app: FastifyInstance, { config, db }: Pick<Dependencies, 'config' | 'db'>) {
  app.addHook('onRequest', prepareOnceUsed())
  const close = await listenOnSockets(app, config)
  void db.pool.warmUp()
  return close
}

/**
 * A worker serves its health routes only where PORT is set, because former installations gave workers another process's, or none.
 */
async function openWatch(app: FastifyInstance, config: Config, log: FastifyBaseLogger) {
  if (!config.isPortGiven) return undefined
  return await listenOnSockets(app, config).catch((error: unknown) => {
    log.warn({ err: error }, 'nobody can ask this worker how it does')
    return undefined
  })
}

/** Warns of missing legal facts; the server starts all the same. */
function describeLegal({ missing }: { missing: readonly string[] }): string {
  return missing.length === 0 ? 'legal: complete' : `legal: missing ${missing.join(', ')}`
}

/** Browsers make passkeys for names only (WebAuthn): on an address of this machine, its name comes first. */
function portalAddresses(publicUrl: string): string[] {
  const { hostname, port } = new URL(publicUrl)
  return hostname === '127.0.0.1' ? [`http://localhost:${port}`, publicUrl] : [publicUrl]
}

function welcome(
  { publicUrl, residentUrl, production, role, livePortalPort }: Config,
  gateways: string[],
  premium: string | undefined,
): string[] {
  // In a cluster, only the first process prints it.
  if (role === 'api' && cluster.isWorker) return []
  if (role === 'worker') return ['Parvis Pro : travaux de fond en marche', ...gateways]
  return [
    ...(production ? [] : ['']),
    ...portalAddresses(publicUrl).map((address) => `  Parvis Pro        ${address}`),
    `  Documentation API ${publicUrl}/v1/docs`,
    ...(production
      ? []
      : [
          ...(residentUrl ? [`  Site des habitants ${residentUrl}`] : []),
          ...(residentUrl && premium ? [`  Adresse premium   ${residentUrl.replace('://', `://${premium}.`)}`] : []),
          `  SMS envoyés       ${publicUrl}/dev/outbox`,
          '',
        ]),
    ...gateways,
    // Last, where it is looked for: the portal above is the last one built, which no edit changes.
    ...(livePortalPort ? ['', `  Portail en direct http://127.0.0.1:${livePortalPort}`] : []),
  ]
}
