import { registerHooks } from 'node:module'
import { fileURLToPath } from 'node:url'

/**
 * Loader (node --import) that plants the defect named by PLANTED_DEFECT in our server by replacing a line of one of its files.
 * When that line no longer exists, the process ends: no defect may vanish unnoticed. Never part of the product.
 */
export const defects = {
  'limits counted by each process': {
    file: 'http/limits.queries.ts',
    line: 'select counted.name, counted.subject, app_now()',
    becomes: 'select counted.name, counted.subject || $' + '{String(process.pid)}::text, app_now()',
  },
  'an event that stays in its process': {
    file: 'db/live-hub.ts',
    line: "liveChannel = 'parvis_live'",
    becomes: 'liveChannel = `parvis_live_$' + '{process.pid}`',
  },
  'a disk error answered 500': {
    file: 'http/error-handler.ts',
    line: 'if (error instanceof GatewayFailure && (',
    becomes: 'if (false && (',
  },
  'a draft left where it failed': {
    file: 'gateways/blobs/disk-blobs.ts',
    line: 'await rm(draft, { force: true }).catch(() => {})',
    becomes: 'void draft',
  },
  'a slow body is waited for': {
    file: 'http/slow-clients.ts',
    line: 'if (!hasBody(request)) return done()',
    becomes: 'return done()',
  },
  'a standby kept as the leader': {
    file: 'db/postgres/connection.ts',
    line: 'return codeOf(error) !== readOnly',
    becomes: 'return true',
  },
  'the dead are never buried': {
    file: 'jobs/start-jobs.ts',
    line: 'this.mayTake = now - this.#renewedAt < 2 * renewMilliseconds',
    becomes: 'this.mayTake = false',
  },
  'a live connection without a proof': {
    file: 'db/live-hub.ts',
    line: 'this.#prove(client, lost)\n      this.#notifyEveryone()',
    becomes: 'this.#notifyEveryone()',
  },
  'seats counted before the date is locked': {
    file: 'features/bookings/capacities.queries.ts',
    line: 'order by capacities.subject for no key update',
    becomes: 'order by capacities.subject',
  },
  'a list in the order of the clock': {
    file: 'features/bookings/bookings.queries.ts',
    line: "bookings.state = 'waiting' order by bookings.rank",
    becomes: "bookings.state = 'waiting' order by (select created_at from users where users.id = bookings.user_id)",
  },
  'a freed seat given twice': {
    file: 'features/bookings/change-bookings.ts',
    line: 'await listQueue(tx, date.subject), seatsLeftOf(date)',
    becomes: 'await listQueue(tx, date.subject), seatsLeftOf(date) + 1',
  },
  'a campaign that makes no way': {
    file: 'features/notifications/push-fan-out.ts',
    line: 'if (!campaign || campaign.makesWay) return []',
    becomes: 'if (!campaign) return []',
  },
  'the row written before the file': {
    file: 'gateways/blobs/disk-blobs.ts',
    line: 'put: (name, content) => at(name, (path) => writeWhole(path, content)),',
    becomes: `put: async (name, content) => {
      setTimeout(() => void at(name, (path) => writeWhole(path, content)).catch(() => undefined), 1_000)
    },`,
  },
}

const name = process.env.PLANTED_DEFECT
if (name !== undefined) plant(name)

function plant(wanted) {
  const defect = defects[wanted]
  if (!defect) throw new Error(`no such defect: ${wanted}`)
  registerHooks({
    load(url, context, next) {
      const loaded = next(url, context)
      // The bundle was built without the defect: the sources run instead (decision 0001).
      if (url.endsWith('/apps/server/src/built.mjs'))
        return { ...loaded, source: 'export const builtServer = () => undefined' }
      if (!url.startsWith('file:') || !fileURLToPath(url).endsWith(`/apps/server/src/${defect.file}`)) return loaded
      const source = String(loaded.source)
      if (!source.includes(defect.line)) {
        console.error(`${defect.file} has no line to break any more: ${defect.line}`)
        process.exit(1)
      }
      return { ...loaded, source: source.replace(defect.line, () => defect.becomes) }
    },
  })
}
