import { createHash, randomBytes } from 'node:crypto'
import { deviceName } from '@parvis/domain/access/device-name'
import type { Body } from '@parvis/domain/kernel/contract'
import { readDateTime, writeParisIso } from '@parvis/domain/kernel/paris-time'
import { refusal, refuseFields } from '@parvis/domain/refusals'
import type { siteContract } from '@parvis/domain/site/site.contract'
import { instantSlug } from '@parvis/domain/towns/slug'
import { transaction } from '@parvis/postgres'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { addressNetworks } from '../../../admission/networks.ts'
import { readNow, toDate } from '../../../db/clock.ts'
import type { Db } from '../../../db/database.ts'
import type { Dependencies } from '../../../dependencies.ts'
import type { Resident } from '../../../http/actor.ts'
import { countAgainstNetworks, returnNetworkUse } from '../../../http/limits.ts'
import { hashDeviceSecret, keepDevice, newDeviceSecret } from '../../../http/resident-cookie.ts'
import { insertDevice, lockCaller } from '../../../http/resident-door.queries.ts'
import { mediaUrl } from '../../../pictures/picture-store.ts'
import { randomCode } from '../../../random-code.ts'
import { markNewsSeen } from '../../messages/index.ts'
import { addAct, saveDevice } from '../../residents/index.ts'
import { countTownView, countView, networksOfDay, visitorOf } from '../../stats/index.ts'
import { townOfSlug } from '../../towns/index.ts'
import { businessPath, residentHome } from '../addresses.ts'
import { findBusiness, findBusinesses } from '../businesses.queries.ts'
import { lockPeople } from './join.queries.ts'
import { listNews } from './news.queries.ts'
import { joinByTransfer } from './phone.ts'
import { deletePush, findTransfer, saveTransfer, spendTransfer } from './residents.queries.ts'

/** Stores a browser's subscription: one endpoint is one device. */
export async function addPush(
  { db, gateways }: Dependencies,
  { userId, deviceId }: Resident,
  { subscription, formerEndpoint }: Body<typeof siteContract.addPush>,
) {
  const { endpoint } = subscription
  if (!gateways.browserPush.isPushService(endpoint)) refuseFields({ subscription: 'invalid' })
  await transaction(db, async (tx) => {
    await lockCaller(tx, userId)
    for (const known of [endpoint, formerEndpoint]) if (known) await deletePush(tx, userId, known)
    await saveDevice(tx, { userId, token: JSON.stringify(subscription), platform: 'web', residentDeviceId: deviceId })
  })
}

const newsAtOnce = 30

/** News of the followed businesses, rung or not; reading the first page moves the read mark. */
export async function readNews({ db, config }: Dependencies, userId: number, before: string | undefined) {
  const moment = before ? readDateTime(before) : undefined
  if (before && !moment) refuseFields({ before: 'invalid' })
  const now = await readNow(db)
  const rows = await listNews(db, userId, moment && toDate(moment), newsAtOnce)
  const companyIds = rows.map(({ companyId }) => companyId)
  const businesses = await findBusinesses(db, companyIds)
  if (!before) await markNewsSeen(db, userId, toDate(now))
  return rows.flatMap((row) => {
    const business = businesses.get(row.companyId)
    if (!business) return []
    const path = businessPath(business)
    const end = row.kind === 'broadcast' ? '' : `/${instantSlug(row.title)}-${row.id}`
    return [
      {
        kind: row.kind,
        companyId: row.companyId,
        title: row.title,
        text: row.text,
        picture: row.picture && mediaUrl(config, row.picture),
        url: `${residentHome(config)}${path}${end}`,
        at: writeParisIso(row.at),
      },
    ]
  })
}

const transferMinutes = 10
const hashCode = (code: string): Buffer => createHash('sha256').update(`transfer ${code.trim().toLowerCase()}`).digest()

export async function addTransfer({ db, config }: Dependencies, userId: number) {
  const code = randomCode()
  const transfer = { codeHash: hashCode(code), minutes: transferMinutes, madeFor: null }
  const at = await transaction(db, (tx) => saveTransfer(tx, userId, transfer))
  if (!at) throw refusal('request.session_unknown')
  return { code, url: `${residentHome(config)}/transfert?code=${code}`, expiresAt: writeParisIso(at) }
}

const installMinutes = 24 * 60

/**
 * The system of a browser, as both Safari and the app that it installs name it (`iPhone OS 18_4`); undefined for a client that is
 * no browser.
 */
function systemOf(userAgent: string | undefined): string | undefined {
  if (!userAgent?.startsWith('Mozilla/')) return undefined
  return /\((?:iPhone|iPad); CPU ((?:iPhone )?OS [\d_]+)/.exec(userAgent)?.[1] ?? 'other'
}

/** The transfer that the app which an iPhone or iPad installs may claim, once, within a day; undefined elsewhere, and of who is gone. */
export async function addInstallTransfer(
  { db }: Dependencies,
  userId: number,
  userAgent: string | undefined,
): Promise<string | undefined> {
  if (!/iphone|ipad/i.test(userAgent ?? '')) return undefined
  const token = randomBytes(16).toString('hex')
  const transfer = { codeHash: hashCode(token), minutes: installMinutes, madeFor: systemOf(userAgent) ?? null }
  return (await transaction(db, (tx) => saveTransfer(tx, userId, transfer))) && token
}

/** Whom the app would become: its page names them, and nothing is claimed without a tap there. */
export const readInstallTransfer = async ({ db }: Dependencies, token: string, userAgent: string | undefined) =>
  /^[0-9a-f]{32}$/.test(token) ? await findTransfer(db, hashCode(token), systemOf(userAgent)) : undefined

const wrongCodes = { name: 'transfer-claims', max: 5, seconds: 3_600 }

/**
 * This device becomes the resident of the code, once; a wrong, spent or old code is one refusal (residents.md 15.17). A
 * try is counted before the code is looked up, and given back when it was right: beyond five wrong ones no right one
 * passes either.
 */
export async function claimTransfer(
  deps: Dependencies,
  known: number | undefined,
  code: string,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
) {
  const { db, config } = deps
  const secret = newDeviceSecret()
  const networks = addressNetworks(request.ip)
  await countAgainstNetworks(db, config, wrongCodes, networks)
  const asked = [hashCode(code), systemOf(request.headers['user-agent'])] as const
  const claimed = await transaction(db, async (tx) => {
    const person = await findTransfer(tx, ...asked)
    if (!person) return false
    // Before the transfer is: who erases everything holds their own row, then deletes it.
    await lockPeople(tx, [person.userId, known ?? person.userId])
    const userId = await spendTransfer(tx, ...asked)
    if (userId === undefined) return false
    await returnNetworkUse(tx, wrongCodes, networks)
    if (known !== undefined) {
      if (known !== userId) await joinByTransfer(tx, known, userId)
      return 'joined'
    }
    await insertDevice(tx, {
      userId,
      secretHash: hashDeviceSecret(secret),
      name: deviceName(request.headers['user-agent']),
    })
    return true
  })
  if (!claimed) throw refusal('site.transfer_expired')
  if (claimed !== 'joined') keepDevice(config, reply, secret)
}

const counts = { name: 'site-counts', max: 120, seconds: 60 }

type Counted = Body<typeof siteContract.count>

/**
 * Counts an act of a page, or the view of a town's page; a view of a business also in the one count of views. No address is kept,
 * only its hash with a secret of the day.
 */
export async function countAct(
  deps: Dependencies,
  { companyId, town, page, instantId, act, source = 'direct' }: Counted,
  request: FastifyRequest,
): Promise<void> {
  const { db, config } = deps
  const networks = await networksOfDay(db, request.ip)
  await countAgainstNetworks(db, config, counts, networks)
  if (town !== undefined) {
    const known = townOfSlug(town)
    if (!known || !page) throw refusal('request.not_found')
    await countTownView(db, { town: known.code, page, viewer: visitorOf(networks) })
    return
  }
  if (companyId === undefined) throw refusal('request.validation', { fields: { companyId: 'invalid' } })
  if (!(await findBusiness(db, companyId))) throw refusal('request.not_found')
  const add = (to: Db) => addAct(to, { companyId, instantId: instantId ?? 0, act, source })
  if (act !== 'view' && act !== 'instant_view') await add(db)
  else {
    const view = { companyId, instantId: instantId ? String(instantId) : undefined, networks }
    await countView(deps, { ...view, fromNotification: source === 'notification' }, add)
  }
}
