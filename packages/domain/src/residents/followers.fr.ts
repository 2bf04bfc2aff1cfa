import { Temporal } from 'temporal-polyfill'
import { followersText } from '../kernel/french-format.ts'
import { momentWords } from '../site/when.fr.ts'
import type { FollowMode } from './attention.ts'

/** The modes as a resident chooses them. */
export const followModeWords: Record<FollowMode, string> = {
  now: 'Tout de suite',
  digest: 'Résumé du soir',
  none: 'Sans notification',
}

export type Reach = { followers: number; told: number; seen: number; conversations: number; lost: number }

/** `Envoyé à 214 abonnés · 168 téléphones prévenus · vu par 91 · 6 conversations`; figures of zero are left out. */
export function reachText({ followers, told, seen, conversations, lost }: Reach): string {
  const some = (count: number, one: string, many: string) =>
    count === 0 ? [] : [`${count}\u00A0${count === 1 ? one : many}`]
  return [
    `Envoyé à ${followersText(followers)}`,
    ...some(told, 'téléphone prévenu', 'téléphones prévenus'),
    ...(seen === 0 ? [] : [`vu par ${seen}`]),
    ...some(conversations, 'conversation', 'conversations'),
    ...some(lost, 'abonné perdu', 'abonnés perdus'),
  ].join(' · ')
}

type ExpectedReach = {
  followers: number
  now: number
  later: readonly { at: string; count: number }[]
  digest: { at: string; count: number }
  silent: number
}

const fewest = 5

/**
 * The reach of a sending at the moment `at`: « 214 abonnés : 120 avertis aussitôt, 40 demain à 8 h, 30 dans le résumé
 * (demain à 18 h), 24 sans notification. » Below five followers only their number, since more would identify them.
 */
export function expectedReachText(reach: ExpectedReach, at: Temporal.Instant, end?: Temporal.Instant): string {
  if (reach.followers < fewest) return `${followersText(reach.followers)}.`
  const moment = (isoDate: string) => momentWords(Temporal.Instant.from(isoDate), at)
  const isLate = (sent: { at: string }) => end && Temporal.Instant.compare(sent.at, end) >= 0
  const digest = reach.digest.count > 0 ? [reach.digest] : []
  const late = [...reach.later, ...digest].filter(isLate).reduce((sum, { count }) => sum + count, 0)
  const parts = [
    ...(reach.now > 0 ? [`${reach.now} averti${reach.now > 1 ? 's' : ''} aussitôt`] : []),
    ...reach.later.filter((later) => !isLate(later)).map((later) => `${later.count} ${moment(later.at)}`),
    ...digest.filter((it) => !isLate(it)).map((it) => `${it.count} dans le résumé, ${moment(it.at)}`),
    ...(late > 0 ? [`${late} ne ${late > 1 ? 'seront pas prévenus' : 'sera pas prévenu'}, l’offre sera finie`] : []),
    ...(reach.silent > 0 ? [`${reach.silent} sans notification`] : []),
  ]
  return `${followersText(reach.followers)}${parts.length > 0 ? `\u00A0: ${parts.join(', ')}` : ''}.`
}

/**
 * What a notice of an instant does once its five minutes are over: the reach alone, where nobody is told by then. What
 * would be sent after the `end` of an offer is not.
 */
export function nextReachText(reach: ExpectedReach | undefined, at: Temporal.Instant, end?: Temporal.Instant): string {
  const soon = 'Une notification partira dans 5\u00A0minutes sur leur téléphone.'
  if (!reach || reach.now === reach.followers) return soon
  const text = expectedReachText(reach, at, end)
  return reach.now === 0 && reach.followers >= fewest ? text : `${soon} ${text}`
}
