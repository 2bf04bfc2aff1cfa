import { fileURLToPath } from 'node:url'
import { type CalendarReason, minutesToNext } from '@parvis/domain/calendars/calendar'
import type { CalendarEvent } from '@parvis/domain/calendars/imported-event'
import { transaction } from '@parvis/postgres'
import { z } from 'zod'
import { Semaphore } from '../../admission/semaphore.ts'
import { ChildProgram } from '../../child-program.ts'
import { readNow } from '../../db/clock.ts'
import type { Dependencies } from '../../dependencies.ts'
import type { Job, PeriodicTask } from '../../jobs/job.ts'
import type { CalendarFile, CalendarQuestion } from './calendar-file.ts'
import { type CalendarRow, endReading, findCalendar, takeDueCalendars } from './calendars.queries.ts'
import { importEvents } from './import-events.ts'
import { askJob, jobName, openUrl, ourHosts } from './subscribe.ts'

const batchSize = 100

/** Asks for the readings whose time has come. */
export const dueReadings: PeriodicTask = {
  name: 'due-readings',
  everySeconds: 15,
  run: async ({ db, config }) => {
    if (!config.calendars) return
    await transaction(db, async (tx) => {
      for (const { company_id, host } of await takeDueCalendars(tx, batchSize)) await askJob(tx, company_id, host)
    })
  },
}

const payloadOf = z.object({ companyId: z.string() })

/** Ten at a time in each worker: they wait for hosts of strangers. */
export const calendarJob: Job = {
  name: jobName,
  workers: 10,
  run: async (deps, payload) => await readOne(deps, payloadOf.parse(payload).companyId),
}

/** One file at a time is read in each worker, which bounds its memory. */
const turns = new Semaphore({ max: 1, waiting: 20 })
const reader = new ChildProgram<CalendarQuestion, CalendarFile>({
  program: fileURLToPath(new URL('calendar-file.ts', import.meta.url)),
  deadlineMilliseconds: 5_000,
  idleMilliseconds: 10_000,
  heapMegabytes: 128,
})

async function readOne(deps: Dependencies, companyId: string): Promise<void> {
  const { db, config } = deps
  const calendar = await findCalendar(db, companyId)
  if (!calendar || !config.calendars) return
  const found = await download(deps, calendar)
  if ('events' in found) return await importEvents(deps, calendar, found)
  const { reason } = found
  const failures = reason ? calendar.failures + 1 : 0
  const state = reason ? { state: 'failing' as const, failures } : { failures }
  await endReading(db, calendar, { ...state, reason, minutes: minutesToNext(reason, failures, Math.random()) })
}

type Found = { events: CalendarEvent[]; etag: string | null } | { reason: CalendarReason | null }

async function download({ db, config, gateways }: Dependencies, calendar: CalendarRow): Promise<Found> {
  // Any other state has something to settle with what the file says now.
  const isSettled = calendar.state === 'read' && !calendar.accept
  const reply = await gateways.outgoing.read(new URL(openUrl(config, calendar.url)), isSettled ? calendar.etag : null)
  if (reply.kind === 'unchanged') return { reason: null }
  if (reply.kind !== 'read') return { reason: reply.kind }
  const now = (await readNow(db)).epochMilliseconds
  const question = { bytes: reply.bytes, now, ourHosts: ourHosts(config) }
  const file = await turns.run({ subject: calendar.company_id }, () => reader.ask(question))
  if (file === 'killed' || file === 'crashed') return { reason: 'too_complex' }
  return file.kind === 'events' ? { events: file.events, etag: reply.etag } : { reason: file.kind }
}
