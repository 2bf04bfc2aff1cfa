import { readClockTime, writeClockTime } from '@parvis/domain/kernel/clock-time'
import type { Body } from '@parvis/domain/kernel/contract'
import { readDateTime, writeParisIso } from '@parvis/domain/kernel/paris-time'
import { formatPhone } from '@parvis/domain/kernel/phone'
import { cleanText } from '@parvis/domain/kernel/text'
import { refusal, refuseFields } from '@parvis/domain/refusals'
import type { choicesContract } from '@parvis/domain/site/choices.contract'
import type { siteContract } from '@parvis/domain/site/site.contract'
import { slugOf } from '@parvis/domain/towns/slug'
import { transaction } from '@parvis/postgres'
import { Temporal } from 'temporal-polyfill'
import type { Config } from '../../../config.ts'
import { readNow, toDate } from '../../../db/clock.ts'
import type { Db } from '../../../db/database.ts'
import type { Dependencies } from '../../../dependencies.ts'
import type { Resident } from '../../../http/actor.ts'
import type { Read } from '../../../http/caller.queries.ts'
import { lockCaller } from '../../../http/resident-door.queries.ts'
import { mediaUrl } from '../../../pictures/picture-store.ts'
import { townOfCode, townOfSlug } from '../../towns/index.ts'
import { businessUrl } from '../addresses.ts'
import { presentLetter } from './letter.ts'
import {
  findResident,
  pushPattern,
  type ResidentRow,
  type SettingsChange,
  saveFirstName,
  saveSettings,
  selectMe,
} from './residents.queries.ts'

/** The read of `readMe`, to be sent with who calls. */
export const meAhead = (endpoint = ''): Read => ({ statement: selectMe, values: { push: patternOf(endpoint) } })
const patternOf = (endpoint: string) => (endpoint ? pushPattern(endpoint) : null)

/** The resident of this device (GET /v1/site/me); null for a device that never acted. */
export async function readMe(
  { db, config }: { db: Db; config: Config },
  resident: Resident | undefined,
  endpoint = '',
) {
  const [row] = resident ? await selectMe(db, { userId: resident.userId, push: patternOf(endpoint) }) : []
  if (!resident || !row) return { hasIdentity: false as const }
  return {
    hasIdentity: true as const,
    firstName: row.firstName,
    phone: row.phone && maskedPhone(row.phone),
    town: (row.town && townOfCode(row.town)?.slug) || null,
    follows: row.follows.map(({ companyId, name, picture, mode, unseen, ...place }) => ({
      companyId,
      name,
      url: businessUrl(config, place),
      picture: picture && mediaUrl(config, picture),
      mode,
      unseen,
    })),
    settings: presentSettings(row),
    devices: row.devices.map(({ lastSeenAt, ...device }) => ({
      ...device,
      lastSeenAt: writeParisIso(new Date(lastSeenAt)),
      current: device.id === resident.deviceId,
    })),
    pushKnown: row.isPushKnown,
    unread: row.unread,
    letter: presentLetter(row.letter),
  }
}

/** `06 •• •• •• 78`. */
export function maskedPhone(phone: string): string {
  const [first = '', , , , last = ''] = formatPhone(phone).split(' ')
  return `${first} •• •• •• ${last}`
}

function presentSettings(row: ResidentRow) {
  return {
    quietFrom: writeClockTime(row.quietFrom),
    quietTo: writeClockTime(row.quietTo),
    dailyCap: row.dailyCap,
    digestAt: writeClockTime(row.digestAt),
    pausedUntil: row.pausedUntil && writeParisIso(row.pausedUntil),
    hideExcerpts: row.hideExcerpts,
  }
}

type TypedSettings = Body<typeof choicesContract.updateSettings>

/** Writes what is given; absent keys stay (residents.md 15.11). */
export async function updateSettings({ db }: Dependencies, userId: number, typed: TypedSettings) {
  const change: SettingsChange = {}
  if (typed.quietFrom !== undefined) change.quiet_from = readClockTime(typed.quietFrom) ?? 0
  if (typed.quietTo !== undefined) change.quiet_to = readClockTime(typed.quietTo) ?? 0
  if (typed.digestAt !== undefined) change.digest_at = readClockTime(typed.digestAt) ?? 0
  if (typed.dailyCap !== undefined) change.daily_cap = typed.dailyCap
  if (typed.hideExcerpts !== undefined) change.hide_excerpts = typed.hideExcerpts
  if (typed.pausedUntil !== undefined) change.paused_until = readPause(typed.pausedUntil, await readNow(db))
  return await transaction(db, async (tx) => {
    await lockCaller(tx, userId)
    await saveSettings(tx, userId, change)
    const row = await findResident(tx, userId)
    if (!row) throw new Error('a resident has settings')
    return presentSettings(row)
  })
}

/** A date-time, or a day, which counts until its end: one that is over would pause nothing. */
function readPause(typed: string | null, now: Temporal.Instant): Date | null {
  if (typed === null) return null
  const moment = readDateTime(/^\d{4}-\d{2}-\d{2}$/.test(typed) ? `${typed} 23:59:59` : typed)
  if (moment && Temporal.Instant.compare(moment, now) > 0) return toDate(moment)
  throw refusal('request.validation', { fields: { pausedUntil: 'invalid' }, message: pauseOver })
}

const pauseOver = 'Choisissez aujourd’hui ou un jour à venir'
const townUnknown = 'Choisissez une commune de la liste, avec son code postal\u00a0: Clichy 92110'

type TypedMe = Body<typeof siteContract.updateMe>

export async function updateMe(deps: Dependencies, resident: Resident, { firstName, town }: TypedMe) {
  // A form writes the name and the postal code, as the suggestions do.
  const code = town ? (townOfSlug(town) ?? townOfSlug(slugOf(town)))?.code : undefined
  if (town && !code) refuseFields({ town: 'invalid' }, { message: townUnknown })
  const name = firstName === undefined ? undefined : checkFirstName(firstName)
  return await transaction(deps.db, async (tx) => {
    await lockCaller(tx, resident.userId)
    if (name !== undefined) await saveFirstName(tx, resident.userId, name || null)
    await saveSettings(tx, resident.userId, town === undefined ? {} : { town: code ?? null })
    return await readMe({ config: deps.config, db: tx }, resident)
  })
}

/** 2 to 50 letters, as everywhere; empty erases it. */
export function checkFirstName(typed: string): string {
  const name = cleanText(typed)
  if (name !== '' && !/^[\p{L}][\p{L}\p{M}' ’-]{1,49}$/u.test(name))
    refuseFields({ firstName: 'invalid' }, { message: 'Votre prénom a de 2 à 50 lettres' })
  return name
}
