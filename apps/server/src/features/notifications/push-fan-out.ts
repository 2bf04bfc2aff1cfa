import { together, transaction } from '@parvis/postgres'
import { readNow } from '../../db/clock.ts'
import type { Db, Transaction } from '../../db/database.ts'
import type { Dependencies } from '../../dependencies.ts'
import type { Gateways } from '../../gateways/gateways.ts'
import type { PushMessage, PushResult } from '../../gateways/push/push.ts'
import { enqueue, type Job, urgentPriority } from '../../jobs/job.ts'
import { decidePage } from './decide-page.ts'
import {
  endPaging,
  type FanOut,
  findCampaignNotice,
  insertCampaign,
  lockCampaignsOf,
  lockOpenCampaign,
  type OpenCampaign,
  takeNextPage,
} from './push-fan-out.queries.ts'
import { type MarkedDevice, markDevices, type PushOutcome, recordOutcomes } from './push-marks.queries.ts'
import { countRefusals } from './push-tasks.queries.ts'

/** At most this many devices per worker stay unsent when a process is killed (AMB-149, trust.md F13). */
export const pageSize = 100
/** An alert takes more at once: the marks of a killed worker are sent again after ten seconds. */
const urgentPageSize = 500

/** Back-off in seconds before each retry; then the delivery is abandoned and reported as failed. */
const backOffSeconds = [10, 60, 300, 1_800]

const jobName = 'push-fan-out'

/**
 * Tells the devices of everyone who follows the company now, in the caller's transaction: nothing leaves if it does
 * not commit. The same key is accepted once. Costs two rows, whatever the number of followers.
 */
export async function enqueueFanOut(tx: Transaction, fanOut: FanOut): Promise<void> {
  const campaignId = await insertCampaign(tx, fanOut)
  if (campaignId !== undefined) await enqueuePage(tx, { id: campaignId, class: fanOut.class ?? 'news' })
}

const isUrgent = ({ class: kind }: Pick<OpenCampaign, 'class'>) => kind === 'alert'

/** The job of the next page; those of an alert run before all others. */
export async function enqueuePage(
  tx: Transaction,
  campaign: Pick<OpenCampaign, 'id' | 'class'>,
  key?: string,
): Promise<void> {
  const options = { ...(key && { key }), ...(isUrgent(campaign) && { priority: urgentPriority }) }
  await enqueue(tx, jobName, { campaignId: campaign.id }, options)
}

/**
 * Takes one page: marks its devices and enqueues the next page in one transaction, then sends. A killed worker loses its page and
 * never sends it twice; the campaign goes on, since the next page is enqueued.
 */
export const pushFanOut: Job = {
  name: jobName,
  run: async (deps, payload) => {
    const { campaignId } = payload as { campaignId: number }
    const devices = await takePage(deps, campaignId)
    await sendMarked(deps, campaignId, devices)
  },
}

async function takePage({ db }: Dependencies, campaignId: number): Promise<MarkedDevice[]> {
  return await transaction(db, async (tx) => {
    const campaign = await lockOpenCampaign(tx, campaignId)
    // Makes way without its next page: `push-resume` takes it up again after the alert.
    if (!campaign || campaign.makesWay) return []
    if (!campaign.isShown) {
      await endPaging(tx, campaignId)
      return []
    }
    // An alert counts nowhere: it waits for no other campaign of its sender.
    if (!isUrgent(campaign)) await lockCampaignsOf(tx, campaign.companyId)
    const size = isUrgent(campaign) ? urgentPageSize : pageSize
    const [now, { taken, devices }] = await together(tx, (db) => [readNow(db), takeNextPage(db, campaign, size)])
    if (taken < size) await endPaging(tx, campaignId)
    else await enqueuePage(tx, campaign)
    return await markDevices(tx, campaignId, await decidePage(tx, campaign, { devices, now }))
  })
}

/** Hands pushes over, one result each in their order, and counts those that are refused by our fault for the team. */
export async function sendPushes(
  db: Db,
  { push }: Pick<Gateways, 'push'>,
  messages: readonly PushMessage[],
): Promise<PushResult[]> {
  const results = await push.send(messages)
  const refused = results.filter((result) => result === 'refused').length
  if (refused > 0) await countRefusals(db, refused)
  return results
}

/** Sends to devices that the caller has marked, and writes down what became of each. */
export async function sendMarked(
  { db, gateways }: Dependencies,
  campaignId: number,
  devices: readonly MarkedDevice[],
): Promise<void> {
  const notice = devices.length > 0 ? await findCampaignNotice(db, campaignId) : undefined
  if (!notice) return
  const messages = devices.map(({ token, platform }) => ({ ...notice, token, platform }))
  const results = await sendPushes(db, gateways, messages)
  const outcomes = devices.map((device, index) => outcomeOf(device, results[index] ?? 'retry'))
  await recordOutcomes(db, [campaignId], outcomes)
}

function outcomeOf(device: MarkedDevice, result: PushResult): PushOutcome {
  const retrySeconds = result === 'retry' ? backOffSeconds[device.attempts - 1] : undefined
  if (retrySeconds !== undefined) return { ...device, state: 'retry', retrySeconds }
  return { ...device, state: stateAtLast(result), retrySeconds: 0 }
}

/** What becomes of a device that is not tried again. */
export function stateAtLast(result: PushResult): 'sent' | 'expired' | 'failed' {
  return result === 'retry' || result === 'refused' ? 'failed' : result
}
