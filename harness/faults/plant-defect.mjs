import { registerHooks } from 'node:module'
import { fileURLToPath } from 'node:url'

/**
 * Loader (node --import) that plants the defect named by PLANTED_DEFECT in our server by replacing a line of one of its files.
 * When that line no longer exists, the process ends: no defect may vanish unnoticed. Never part of the product.
 * Each has its file (of apps/server/src/ unless it says more), a line of it, and what that line becomes.
 */
export const defects = {
  'limits counted by each process': [
    'http/limits.queries.ts',
    'select counted.name, counted.subject, app_now()',
    'select counted.name, counted.subject || $' + '{String(process.pid)}::text, app_now()',
  ],
  'an event that stays in its process': [
    'db/live-hub.ts',
    "liveChannel = 'parvis_live'",
    'liveChannel = `parvis_live_$' + '{process.pid}`',
  ],
  'a disk error answered 500': ['http/error-handler.ts', '(error instanceof GatewayFailure && [', '(false && ['],
  'a draft left where it failed': [
    'gateways/blobs/disk-blobs.ts',
    'await rm(draft, { force: true }).catch(() => {})',
    'void draft',
  ],
  'a full PostgreSQL answered 500': ['db/unavailable.ts', "  '53', // insufficient_resources\n", ''],
  'sign-in behind the calls of its session': [
    'admission/calls.ts',
    "critical.test(request.url) ? 'critical ' : ''",
    "''",
  ],
  'no time-out of statements': [
    'packages/postgres/src/pool.ts',
    'const callMilliseconds = 2_500',
    'const callMilliseconds = 60_000',
  ],
  'no listener of lost connections': ['packages/postgres/src/pool.ts', "pool.on('error', ignoreLostConnection)", ''],
  'no limit for bodies': ['http/read-body.ts', 'maxTextBytes = 256 * 1024', 'maxTextBytes = 64 * 1024 * 1024'],
  'no limit for readers': ['http/slow-clients.ts', 'socket.setTimeout(milliseconds)', 'void milliseconds'],
  'slow headers are waited for': [
    'app.ts',
    'const headersMilliseconds = 5_000\nconst requestMilliseconds = 30_000',
    'const [headersMilliseconds, requestMilliseconds] = [0, 0]',
  ],
  'a slow body is waited for': ['http/slow-clients.ts', 'if (!hasBody(request)) return done()', 'return done()'],
  'a standby kept as the leader': [
    'packages/postgres/src/connection.ts',
    'return codeOf(error) !== readOnly',
    'return true',
  ],
  'the dead are never buried': [
    'jobs/start-jobs.ts',
    'this.mayTake = now - this.#renewedAt < 2 * renewMilliseconds',
    'this.mayTake = false',
  ],
  'a live connection without a proof': [
    'db/live-hub.ts',
    'this.#prove(client, lost)\n      this.#notifyEveryone()',
    'this.#notifyEveryone()',
  ],
  'seats counted before the date is locked': [
    'features/bookings/capacities.queries.ts',
    'order by capacities.subject for no key update',
    'order by capacities.subject',
  ],
  'a list in the order of the clock': [
    'features/bookings/bookings.queries.ts',
    "bookings.state = 'waiting' order by bookings.rank",
    "bookings.state = 'waiting' order by (select created_at from users where users.id = bookings.user_id)",
  ],
  'a freed seat given twice': [
    'features/bookings/change-bookings.ts',
    'await listQueue(tx, date.subject), seatsLeftOf(date)',
    'await listQueue(tx, date.subject), seatsLeftOf(date) + 1',
  ],
  'a campaign that makes no way': [
    'features/notifications/push-fan-out.ts',
    'if (!campaign || campaign.makesWay) return []',
    'if (!campaign) return []',
  ],
  'the row written before the file': [
    'gateways/blobs/disk-blobs.ts',
    'put: (name, content) => at(name, (path) => writeWhole(path, content)),',
    `put: async (name, content) => {
      setTimeout(() => void at(name, (path) => writeWhole(path, content)).catch(() => undefined), 1_000)
    },`,
  ],
}

/** The path of such a file from the root. */
export const pathOf = (file) => (file.startsWith('packages/') ? file : `apps/server/src/${file}`)

const name = process.env.PLANTED_DEFECT
if (name !== undefined) plant(name)

function plant(wanted) {
  if (!defects[wanted]) throw new Error(`no such defect: ${wanted}`)
  const [file, line, becomes] = defects[wanted]
  registerHooks({
    load(url, context, next) {
      const loaded = next(url, context)
      // The bundle was built without the defect: the sources run instead (decision 0001).
      if (url.endsWith('/apps/server/src/built.mjs'))
        return { ...loaded, source: 'export const builtServer = () => undefined' }
      if (!url.startsWith('file:') || !fileURLToPath(url).endsWith(`/${pathOf(file)}`)) return loaded
      const source = String(loaded.source)
      if (!source.includes(line)) {
        console.error(`${file} has no line to break any more: ${line}`)
        process.exit(1)
      }
      return { ...loaded, source: source.replace(line, () => becomes) }
    },
  })
}
