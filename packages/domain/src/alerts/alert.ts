import type { Temporal } from 'temporal-polyfill'
import type { FieldErrors } from '../kernel/field-errors.ts'
import { measures, wrongFields } from '../kernel/field-rules.ts'
import { readDateTime } from '../kernel/paris-time.ts'
import { cleanText, foldText } from '../kernel/text.ts'
import type { AlertFieldKey } from './alerts.refusals.fr.ts'

/** How grave it is: `danger` rings through quiet hours, `vigilance` waits for the morning. The gravest first. */
export const alertLevels = ['danger', 'vigilance'] as const
export type AlertLevel = (typeof alertLevels)[number]
export const levelNames = { danger: 'DANGER', vigilance: 'VIGILANCE' } as const

/** What proves that a sending is the hall's: a passkey of the session, a member who did not write it, a code by SMS. */
export const alertProofs = ['passkey', 'colleague', 'code'] as const
export type AlertProof = (typeof alertProofs)[number]

/**
 * The proofs that a sending may bring. A code alone never sends « danger » to residents: a stolen SIM must not frighten a town
 * (Settled); it sends vigilance and exercises while nobody of the hall has a passkey.
 */
export function proofsAsked({
  level,
  exercise,
  hasPasskey,
}: {
  level: AlertLevel
  exercise: boolean
  hasPasskey: boolean
}): AlertProof[] {
  const takesCode = !hasPasskey && (exercise || level === 'vigilance')
  return takesCode ? ['code', 'colleague'] : ['passkey', 'colleague']
}

/** For how many hours from its writing each level may stand. */
export const longestHours = { danger: 72, vigilance: 7 * 24 }
const leastMinutes = 15
/** Minutes for which a written alert may still be sent. */
export const lapseMinutes = 60
export const maxWaiting = 5
const maxEndText = 300

export type TypedAlert = { level: string; title: string; text: string; until: string; exercise: boolean }
/** `until` is a moment once the rules hold. */
export type CheckedAlert = Omit<TypedAlert, 'level' | 'until'> & { level: AlertLevel; until: Temporal.Instant }

export function cleanAlert({ title, text, ...typed }: TypedAlert) {
  return {
    ...typed,
    title: cleanText(title),
    text: cleanText(text, { multiline: true }),
    until: readDateTime(typed.until),
  }
}

/** The rules of an alert; `ownHost`: the residents' host, whose addresses may be written. */
export function checkAlert(
  { level, title, text, until }: ReturnType<typeof cleanAlert>,
  { now, ownHost }: { now: Temporal.Instant; ownHost: string },
): FieldErrors {
  const known = alertLevels.find((one) => one === level)
  const found: Record<string, AlertFieldKey | undefined> = {
    level: known ? undefined : 'alert_level_error',
    title: measures(title, 6, 80) ? linkIn(title, ownHost) : 'alert_title_error',
    text: measures(text, 10, 600) ? linkIn(text, ownHost) : 'alert_text_error',
    until: until && endsInTime(until, now, longestHours[known ?? 'danger']) ? undefined : 'alert_until_error',
  }
  return wrongFields(Object.entries(found))
}

function endsInTime(until: Temporal.Instant, now: Temporal.Instant, hours: number): boolean {
  const minutes = (until.epochMilliseconds - now.epochMilliseconds) / 60_000
  return minutes >= leastMinutes && minutes <= hours * 60
}

/** A web address but of the state's or ours: what a stolen account would send a town to. */
function linkIn(text: string, ownHost: string): 'alert_link_error' | undefined {
  const plain = text.normalize('NFKC').replaceAll('。', '.')
  const isKnown = (host: string) => host.endsWith('.gouv.fr') || host === ownHost || host.endsWith(`.${ownHost}`)
  const parts = plain.split('://')
  const isWeb = (scheme: string) => /(^|\P{L})https?$/iu.test(scheme)
  const isForeign =
    parts.some((after, at) => at > 0 && !(isWeb(parts[at - 1] ?? '') && isKnown(hostOf(after)))) ||
    [...plain.toLowerCase().matchAll(hosts)].some(
      ([, host = '', after]) => isAddress(host, after !== undefined) && !isKnown(host),
    )
  return isForeign ? 'alert_link_error' : undefined
}

/** Of what follows a scheme; empty where somebody is named before the host. */
function hostOf(after: string): string {
  const [authority = ''] = after.split(/[\s/?#]/, 1)
  const host = /^[\p{L}\p{N}.-]*/u.exec(authority)?.[0] ?? ''
  const isWhole = /^(:\d+)?[).,;:!?»"'’]*$/.test(authority.slice(host.length))
  return isWhole ? host.toLowerCase().replace(/\.$/, '') : ''
}

/** A host of two labels or more, and what follows it; an address of mail is none. */
const hosts = /(?<![\p{L}\p{N}@.-])((?:[\p{L}\p{N}-]+\.)+\p{L}{2,24})(?![\p{L}\p{N}@])([/:?#]\S)?/gu

function isAddress(host: string, isFollowed: boolean): boolean {
  const ending = host.split('.').at(-1) ?? ''
  return isFollowed || host.startsWith('www.') || commonEndings.has(ending) || !/^\p{Script=Latin}+$/u.test(ending)
}

/** Without a scheme or a path, a dot between two words may be a sentence's: only the usual endings make an address of it. */
const commonEndings = new Set(
  'fr com net org info eu io co app dev me tv cc to ws be ch lu de uk it es pt nl pl ru cn us ca ly gg gl link site online shop store club top xyz biz live click page web bzh paris alsace corsica'.split(
    ' ',
  ),
)

/** The name of the commune, typed again before an alert leaves; accents, case and hyphens apart. */
export const confirms = (typed: string, town: string): boolean => plainName(typed) === plainName(town)
const plainName = (name: string) => foldText(name.normalize('NFC')).replace(/[-'’]/g, ' ').replace(/\s+/g, ' ').trim()

/** Why an alert is ended, at most 300 characters, with no address that the alert itself may not hold. */
export function checkEnd(text: string, ownHost: string): FieldErrors {
  const key: AlertFieldKey | undefined = measures(text, 0, maxEndText) ? linkIn(text, ownHost) : 'alert_end_error'
  return key ? { text: key } : {}
}
