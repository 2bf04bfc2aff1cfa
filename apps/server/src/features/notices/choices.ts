import { deviceName } from '@parvis/domain/access/device-name'
import type { Body } from '@parvis/domain/kernel/contract'
import { writeParisIso } from '@parvis/domain/kernel/paris-time'
import { noticeTexts } from '@parvis/domain/notices/notice-texts.fr'
import { type NoticeChoice, type NoticeKind, noticeRoles, smsOfMonth } from '@parvis/domain/notices/notices'
import type { noticesContract } from '@parvis/domain/notices/notices.contract'
import { refusal, refuseFields } from '@parvis/domain/refusals'
import { transaction } from '@parvis/postgres'
import { readNow } from '../../db/clock.ts'
import type { Transaction } from '../../db/database.ts'
import { notifyLive } from '../../db/notify.queries.ts'
import type { Dependencies } from '../../dependencies.ts'
import { openedPage } from '../../gateways/push/push.ts'
import type { ActingCompany, Actor } from '../../http/actor.ts'
import { refuseBelow } from '../../http/authorize.ts'
import { countAgainstLimit } from '../../http/limits.ts'
import { lockCaller } from '../../http/resident-door.queries.ts'
import { sendPushes } from '../notifications/index.ts'
import { listChoices, readSound, saveChoice, saveSound } from './choices.queries.ts'
import { findMailAddress, isRefusedAddress } from './mail.queries.ts'
import { hashAddress } from './mail-tickets.ts'
import { readSmsUse } from './notices.queries.ts'
import { listTargets, noteResults, removeTarget, replaceTarget, saveTarget } from './push-targets.queries.ts'

const failingDays = 7 * 86_400_000

/** The devices, the choices and the SMS of a person; `failing`: nothing has reached the device for seven days. */
export async function readNotifications({ db, config }: Dependencies, { userId, sessionId }: Actor) {
  const [now, targets, choices, use, sound, email] = await Promise.all([
    readNow(db),
    listTargets(db, userId),
    listChoices(db, userId),
    readSmsUse(db, userId),
    readSound(db, userId),
    findMailAddress(db, userId),
  ])
  const refused = email !== undefined && (await isRefusedAddress(db, hashAddress(config, email)))
  const isFailing = (since: Date | null) => since !== null && now.epochMilliseconds - since.getTime() > failingDays
  return {
    devices: targets.map(({ id, label, lastSeen, failingSince, endpoint, ofSession }) => ({
      id,
      label,
      lastSeen: writeParisIso(lastSeen),
      failing: isFailing(failingSince),
      endpoint,
      current: ofSession === sessionId,
    })),
    choices,
    sms: { used: use?.used ?? 0, most: use ? smsOfMonth(use.type, use.membership) : 0 },
    sound,
    address: email === undefined ? null : { email, refused },
  }
}

/** The choice is the person's: every tab and every device hears of it. */
const notifyTabs = (tx: Transaction, userId: number) =>
  notifyLive(tx, { topic: 'notice', id: userId }, [`user:${userId}`])

export async function chooseSound({ db }: Dependencies, userId: number, sound: boolean) {
  await transaction(db, async (tx) => {
    await saveSound(tx, userId, sound)
    await notifyTabs(tx, userId)
  })
  return { sound }
}

type Changes = { kind: NoticeKind } & { [Name in keyof NoticeChoice]?: boolean | undefined }

/** Refuses a kind that the role is not told of, and to switch the mail about terms off. */
export async function chooseNotices(
  { db }: Dependencies,
  userId: number,
  { id: companyId, role }: ActingCompany,
  { kind, ...changes }: Changes,
) {
  refuseBelow(role, noticeRoles[kind])
  if (kind === 'terms' && changes.email === false) refuseFields({ email: 'invalid' })
  return await transaction(db, async (tx) => {
    await saveChoice(tx, { userId, companyId, kind }, changes)
    await notifyTabs(tx, userId)
    return (await listChoices(tx, userId)).filter((choice) => choice.companyId === companyId)
  })
}

/** Keeps the browser of this session; 400 for an address that is of no push service. */
export async function addPushTarget(
  { db, gateways }: Dependencies,
  { userId, sessionId }: Actor,
  { subscription, label, formerEndpoint, renewed = false }: Body<typeof noticesContract.addPushTarget>,
  userAgent: string | undefined,
) {
  const { endpoint } = subscription
  if (!gateways.browserPush.isPushService(endpoint)) refuseFields({ subscription: 'invalid' })
  const name = label || deviceName(userAgent ?? '')
  const target = { userId, sessionId, endpoint, subscription: JSON.stringify(subscription), label: name }
  await transaction(db, async (tx) => {
    await lockCaller(tx, userId)
    if (formerEndpoint && formerEndpoint !== endpoint) await replaceTarget(tx, target, formerEndpoint)
    await saveTarget(tx, target, renewed ? 'renewed' : 'chosen')
    await notifyTabs(tx, userId)
  })
}

export async function removePushTarget({ db }: Dependencies, userId: number, endpoint: string) {
  await transaction(db, async (tx) => {
    await removeTarget(tx, userId, endpoint)
    await notifyTabs(tx, userId)
  })
}

const tests = { name: 'push-tests', max: 10, seconds: 600 }

/**
 * Sends a test notification to that device of the caller: 404 when it is unknown or gone, 503 when the push service does not
 * accept it.
 */
export async function testPushTarget({ db, config, gateways }: Dependencies, userId: number, endpoint: string) {
  await countAgainstLimit(db, config, tests, `user:${userId}`)
  const target = (await listTargets(db, userId)).find((one) => one.endpoint === endpoint)
  if (!target) throw refusal('request.not_found')
  const [result] = await sendPushes(db, gateways, [
    {
      token: target.subscription,
      platform: 'web',
      title: 'Parvis Pro',
      body: noticeTexts.test,
      data: { topic: 'test' },
      key: `test-${target.id}`,
      ...openedPage(config.publicUrl, '/notifications'),
      ttl: 600,
      urgency: 'high',
    },
  ])
  const only = (wanted: string) => (result === wanted ? [target.id] : [])
  await transaction(db, (tx) =>
    noteResults(tx, {
      expired: only('expired'),
      failed: [...only('retry'), ...only('refused')],
      reached: only('sent'),
    }),
  )
  if (result === 'expired') throw refusal('request.not_found')
  if (result !== 'sent') throw refusal('request.upstream_unavailable')
}
