import {
  type AttentionClock,
  type AttentionSettings,
  attentionClock,
  attentionOutcome,
  type FollowMode,
  type Notice,
} from '@parvis/domain/residents/attention'
import type { Temporal } from 'temporal-polyfill'
import { toInstant } from '../../db/clock.ts'
import type { Transaction } from '../../db/database.ts'
import { deferNotices, markRung, type NoticeToDefer, settingsOf, takeDailyTurns } from './attention.queries.ts'
import type { OpenCampaign, PagedDevice } from './push-fan-out.queries.ts'

type Told = { device: PagedDevice; settings: AttentionSettings }
type Sender = Pick<OpenCampaign, 'class' | 'beginsAt' | 'isTownHall'>

/**
 * Decides for a page of followers by the rules of attention: ring now, hold for the summary, or list in the news only. Counts,
 * deferred rows and marks are one transaction, so that a killed worker leaves all or none. Followers who never acted on the
 * site are rung. Returns the devices to ring.
 */
export async function decidePage(
  tx: Transaction,
  campaign: OpenCampaign,
  { devices, now }: { devices: readonly PagedDevice[]; now: Temporal.Instant },
): Promise<PagedDevice[]> {
  const told = devices.flatMap((device): Told[] => {
    const settings = settingsOf(device)
    return settings ? [{ device, settings }] : []
  })
  if (told.length === 0) return [...devices]
  const clock = attentionClock(now)
  const { rung, deferred } = decide(campaign, told, clock)
  const counted = kindOf(campaign) === 'news'
  const places = counted
    ? await takeDailyTurns(
        tx,
        [...rung.keys()].toSorted((a, b) => a - b),
      )
    : new Set(rung.keys())
  // Another sender took the last place of the day between reading and counting: this news goes to the next summary.
  for (const [userId, { digestAt }] of rung) if (!places.has(userId)) deferred.push(inDigest(userId, digestAt, clock))
  if (campaign.class === 'news' || campaign.class === 'town') await markRung(tx, campaign.companyId, [...places])
  await deferNotices(tx, campaign.id, deferred)
  return devices.filter((device) => places.has(device.userId) || settingsOf(device) === undefined)
}

const inDigest = (userId: number, digestAt: number, clock: AttentionClock): NoticeToDefer => ({
  userId,
  at: clock.next(digestAt),
  isDigest: true,
})

/** One decision per person, whatever the number of their devices. */
function decide(campaign: Sender, told: readonly Told[], clock: AttentionClock) {
  const rung = new Map<number, AttentionSettings>()
  const deferred: NoticeToDefer[] = []
  for (const [userId, { device, settings }] of new Map(told.map((one) => [one.device.userId, one]))) {
    const outcome = attentionOutcome(noticeOf(campaign, device, settings), settings, clock)
    if (outcome.when === 'now') rung.set(userId, settings)
    else if (outcome.when !== 'listed') deferred.push({ userId, at: outcome.at, isDigest: outcome.when === 'digest' })
  }
  return { rung, deferred }
}

function kindOf({ class: kind, isTownHall }: Sender) {
  return kind === 'news' && isTownHall ? 'town' : kind
}

/** A campaign and one of its followers, in the form that the rules take. */
export function noticeOf(
  campaign: Sender,
  { mode, rangRecently, rung }: { mode: FollowMode; rangRecently: boolean; rung: number },
  { dailyCap }: AttentionSettings,
): Notice {
  const kind = kindOf(campaign)
  if (kind === 'alert') return { kind, mode }
  if (kind === 'change') return { kind, mode, begins: campaign.beginsAt ? toInstant(campaign.beginsAt) : undefined }
  return { kind, mode, rangRecently, isDayFull: dailyCap !== null && rung >= dailyCap }
}
