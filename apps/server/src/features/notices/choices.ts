import { deviceName } from '@parvis/domain/access/device-name'
import { writeParisIso } from '@parvis/domain/kernel/paris-time'
import { noticeTexts } from '@parvis/domain/notices/notice-texts.fr'
import { type NoticeChoice, type NoticeKind, smsOfMonth } from '@parvis/domain/notices/notices'
import { refusal, refuseFields } from '@parvis/domain/refusals'
import { readNow } from '../../db/clock.ts'
import { transaction } from '../../db/transaction.ts'
import type { Dependencies } from '../../dependencies.ts'
import type { Actor } from '../../http/actor.ts'
import { takeTicket } from '../../http/limits.ts'
import { listChoices, readSmsUse, saveChoice } from './notices.queries.ts'
import { deleteTarget, listTargets, noteResults, saveTarget } from './push-targets.queries.ts'

const failingDays = 7 * 86_400_000

/** The devices, the choices and the SMS of a person; `failing`: nothing has reached the device for seven days (U-086). */
export async function readNotifications({ db }: Pick<Dependencies, 'db'>, userId: number) {
  const [now, targets, choices, use] = await Promise.all([
    readNow(db),
    listTargets(db, userId),
    listChoices(db, userId),
    readSmsUse(db, userId),
  ])
  const isFailing = (since: Date | null) => since !== null && now.epochMilliseconds - since.getTime() > failingDays
  return {
    devices: targets.map(({ id, label, lastSeen, failingSince }) => ({
      id,
      label,
      lastSeen: writeParisIso(lastSeen),
      failing: isFailing(failingSince),
    })),
    choices,
    sms: { used: use?.used ?? 0, most: use ? smsOfMonth(use.type, use.membership) : 0 },
  }
}

type Changes = { kind: NoticeKind } & { [Name in keyof NoticeChoice]?: boolean | undefined }

/** Refuses to switch the mail about terms off (U-087). */
export async function chooseNotices(
  { db }: Dependencies,
  userId: number,
  companyId: string,
  { kind, ...changes }: Changes,
) {
  if (kind === 'terms' && changes.email === false) refuseFields({ email: 'invalid' })
  return await transaction(db, async (tx) => {
    await saveChoice(tx, { userId, companyId, kind }, changes)
    return (await listChoices(tx, userId)).filter((choice) => choice.companyId === companyId)
  })
}

type Subscription = { endpoint: string; keys: { auth: string; p256dh: string } }

/** Keeps the browser of this session; 400 for an address that is of no push service (W-074, T14). */
export async function addPushTarget(
  { db, gateways }: Dependencies,
  { userId, sessionId }: Actor,
  { subscription: { endpoint, keys }, label }: { subscription: Subscription; label?: string | undefined },
  userAgent: string | undefined,
) {
  if (!gateways.browserPush.isPushService(endpoint)) refuseFields({ subscription: 'invalid' })
  const subscription = JSON.stringify({ endpoint, keys: { auth: keys.auth, p256dh: keys.p256dh } })
  const name = label || deviceName(userAgent ?? '')
  await transaction(db, (tx) => saveTarget(tx, { userId, sessionId, endpoint, subscription, label: name }))
  return {}
}

export async function removePushTarget({ db }: Dependencies, userId: number, endpoint: string) {
  await transaction(db, (tx) => deleteTarget(tx, userId, endpoint))
  return {}
}

const tests = { name: 'push-tests', most: 10, seconds: 600 }

/** One notification to that device of the caller: 404 when it is not known, or gone; 503 when the push service does not take it. */
export async function testPushTarget({ db, config, gateways }: Dependencies, userId: number, endpoint: string) {
  await takeTicket(db, config, tests, `user:${userId}`)
  const target = (await listTargets(db, userId)).find((one) => one.endpoint === endpoint)
  if (!target) throw refusal('request.not_found')
  const [result] = await gateways.push.send([
    {
      token: target.subscription,
      platform: 'web',
      title: 'Parvis Pro',
      body: noticeTexts.test,
      data: { topic: 'test' },
      key: `test-${target.id}`,
      navigate: `${config.publicUrl}/notifications#de=notification`,
      ttl: 600,
      urgency: 'high',
    },
  ])
  const only = (wanted: string) => (result === wanted ? [target.id] : [])
  await transaction(db, (tx) =>
    noteResults(tx, { expired: only('expired'), failed: only('retry'), reached: only('sent') }),
  )
  if (result === 'expired') throw refusal('request.not_found')
  if (result !== 'sent') throw refusal('request.upstream_unavailable')
  return {}
}
