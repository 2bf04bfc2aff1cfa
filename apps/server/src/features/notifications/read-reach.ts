import { readDateTime, writeParisIso } from '@parvis/domain/kernel/paris-time'
import { refusal } from '@parvis/domain/refusals'
import { type AttentionClock, attentionClock, attentionOutcome, type Outcome } from '@parvis/domain/residents/attention'
import type { Temporal } from 'temporal-polyfill'
import { readNow, toDate } from '../../db/clock.ts'
import type { Db } from '../../db/database.ts'
import { type FollowerGroup, findSender, groupFollowers, settingsOf } from './attention.queries.ts'
import { noticeOf } from './decide-page.ts'

type Asked = {
  kind: 'instant' | 'broadcast' | 'change' | 'alert'
  at?: string | undefined
  instantId?: number | undefined
  /** For a change: when what is changed begins. */
  beginsAt?: Date | undefined
}

const usualDigest = 18 * 60

/**
 * The decisions of the rules of attention for a sending at that moment (now when absent), by the function that decides it then.
 * `silent`: no notification wanted, or no device (residents.md 15.24). 400 for an invalid moment, 404 for another's instant.
 */
export async function reachOf(db: Db, companyId: string, { kind, at, instantId, beginsAt }: Asked) {
  const now = await readMoment(db, at)
  const sender = await findSender(db, companyId, instantId)
  if (!sender) throw refusal('request.not_found')
  const clock = attentionClock(now)
  const groups = await groupFollowers(db, companyId, toDate(now))
  const tally = tallyOf(
    groups,
    { ...sender, beginsAt: beginsAt ?? null, class: kind === 'change' || kind === 'alert' ? kind : 'news' },
    clock,
  )
  const digests = listed(tally.digest)
  return {
    followers: tally.followers,
    now: tally.now,
    silent: tally.silent,
    later: listed(tally.later),
    digest: {
      at: digests[0]?.at ?? writeParisIso(clock.next(usualDigest)),
      count: digests.reduce((sum, { count }) => sum + count, 0),
    },
  }
}

async function readMoment(db: Db, at: string | undefined): Promise<Temporal.Instant> {
  if (!at) return await readNow(db)
  const moment = readDateTime(at)
  if (!moment) throw refusal('request.validation', { fields: { at: 'invalid' } })
  return moment
}

function tallyOf(groups: readonly FollowerGroup[], campaign: Parameters<typeof noticeOf>[0], clock: AttentionClock) {
  const tally = { followers: 0, now: 0, silent: 0, later: new Map<string, number>(), digest: new Map<string, number>() }
  for (const group of groups) {
    const settings = settingsOf(group)
    const outcome: Outcome = settings
      ? attentionOutcome(noticeOf(campaign, group, settings), settings, clock)
      : { when: 'now' }
    tally.followers += group.count
    if (!group.hasDevice || outcome.when === 'listed') tally.silent += group.count
    else if (outcome.when === 'now') tally.now += group.count
    else add(outcome.when === 'digest' ? tally.digest : tally.later, writeParisIso(outcome.at), group.count)
  }
  return tally
}

function add(to: Map<string, number>, at: string, count: number): void {
  to.set(at, (to.get(at) ?? 0) + count)
}

const listed = (by: ReadonlyMap<string, number>) =>
  [...by].map(([at, count]) => ({ at, count })).toSorted((one, other) => Date.parse(one.at) - Date.parse(other.at))
