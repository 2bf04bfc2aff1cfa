import { attentionClock, summaryOf, waitUntil } from '@parvis/domain/residents/attention'
import { transaction } from '@parvis/postgres'
import { readNow, toDate } from '../../db/clock.ts'
import type { Transaction } from '../../db/database.ts'
import type { Dependencies } from '../../dependencies.ts'
import { openedPage, type PushMessage, type PushResult } from '../../gateways/push/push.ts'
import type { PeriodicTask } from '../../jobs/job.ts'
import { settingsOf } from './attention.queries.ts'
import {
  claimNotices,
  type DeferredNotice,
  dropNotices,
  listDevicesOf,
  listDueDeferred,
  lockWaitingResidents,
  type OwnedDevice,
  postponeNotices,
  returnNotices,
} from './deferred.queries.ts'
import { contentOf } from './push-fan-out.queries.ts'
import { sendPushes, stateAtLast } from './push-fan-out.ts'
import { type MarkedDevice, markDevices, recordOutcomes } from './push-marks.queries.ts'

/** Residents per transaction: a killed worker loses at most this many summaries. */
const residentsAtOnce = 100
const maxAttempts = 5
const retrySeconds = 60
const summaryHours = 10

/** Periodic task: sends what was deferred, one notification per resident. */
export const deferredNotices: PeriodicTask = {
  name: 'deferred-notices',
  everySeconds: 2,
  run: async (deps) => {
    while ((await sendBatch(deps)) > 0);
  },
}

type Summary = { userId: number; notices: DeferredNotice[]; devices: MarkedDevice[] }

async function sendBatch(deps: Dependencies): Promise<number> {
  const { waiting, summaries } = await transaction(deps.db, (tx) => takeSummaries(tx))
  const messages = summaries.flatMap((summary) =>
    summary.devices.map(({ token, platform }) => ({ ...messageOf(deps, summary), token, platform })),
  )
  if (messages.length === 0) return waiting
  const results = await sendPushes(deps.db, deps.gateways, messages)
  let at = 0
  for (const summary of summaries) {
    await settle(deps, summary, results.slice(at, at + summary.devices.length))
    at += summary.devices.length
  }
  return waiting
}

/** Decides what leaves, marks it and claims it in one transaction: a crash afterwards counts as unsent. */
async function takeSummaries(tx: Transaction): Promise<{ waiting: number; summaries: Summary[] }> {
  const residents = await lockWaitingResidents(tx, residentsAtOnce)
  if (residents.length === 0) return { waiting: 0, summaries: [] }
  const clock = attentionClock(await readNow(tx))
  const ready: number[] = []
  for (const { userId, ...stored } of residents) {
    const settings = settingsOf(stored)
    const wait = settings && waitUntil(settings, clock)
    if (wait) await postponeNotices(tx, userId, toDate(wait.at))
    else ready.push(userId)
  }
  const due = await listDueDeferred(tx, ready)
  await dropNotices(
    tx,
    due.filter(({ isDropped }) => isDropped),
  )
  const live = due.filter(({ isDropped }) => !isDropped)
  await claimNotices(tx, live)
  return { waiting: residents.length, summaries: await markSummaries(tx, live) }
}

/** Writes one mark per thing and device, so that the outcome of a campaign counts its summaries. */
async function markSummaries(tx: Transaction, live: readonly DeferredNotice[]): Promise<Summary[]> {
  const byResident = Map.groupBy(live, ({ userId }) => userId)
  if (byResident.size === 0) return []
  const devices = Map.groupBy(await listDevicesOf(tx, [...byResident.keys()]), ({ userId }) => userId)
  const marked = new Map<number, MarkedDevice>()
  for (const [campaignId, deferred] of Map.groupBy(live, ({ campaignId: id }) => id)) {
    const told: OwnedDevice[] = deferred.flatMap(({ userId }) => devices.get(userId) ?? [])
    for (const device of await markDevices(tx, campaignId, told)) marked.set(device.deviceId, device)
  }
  return [...byResident].map(([userId, notices]) => ({
    userId,
    notices,
    devices: (devices.get(userId) ?? []).flatMap(({ deviceId }) => marked.get(deviceId) ?? []),
  }))
}

function messageOf({ config }: Dependencies, { userId, notices }: Summary): Omit<PushMessage, 'token' | 'platform'> {
  const [first] = notices
  if (!first) throw new Error('a summary is never empty')
  if (notices.length === 1) return contentOf(first)
  return {
    ...summaryOf(notices),
    data: { topic: 'summary' },
    key: `resume-${userId}-${first.campaignId}`,
    ttl: summaryHours * 3_600,
    urgency: 'low',
    topic: 'resume',
    ...openedPage(config.residentUrl, '/mes-abonnements'),
  }
}

/**
 * When no device accepted it, the whole summary waits and is sent again, five times at most. A device that is gone is deleted.
 */
async function settle({ db }: Dependencies, { notices, devices }: Summary, results: PushResult[]): Promise<void> {
  const attempts = notices[0]?.attempts ?? 0
  const isLost = results.includes('retry') && !results.includes('sent')
  if (isLost && attempts + 1 < maxAttempts)
    return await transaction(db, (tx) => returnNotices(tx, notices, retrySeconds * 2 ** attempts))
  const campaignIds = notices.map(({ campaignId }) => campaignId)
  const state = (index: number) => stateAtLast(results[index] ?? 'retry')
  const outcomes = devices.map((device, index) => ({ ...device, state: state(index), retrySeconds: 0 }))
  await recordOutcomes(db, campaignIds, outcomes)
}
