/** `12 abonnés`, `1 abonné`, `0 abonné` (AMB-60). */
export function followersText(count: number): string {
  return `${new Intl.NumberFormat('fr-FR').format(count)} abonné${count > 1 ? 's' : ''}`
}

/** `Envoyé à 12 abonnés` (M-029, AMB-107). */
export function sentToText(receiversCount: number): string {
  return `Envoyé à ${followersText(receiversCount)}`
}

export type Reach = { followers: number; told: number; seen: number; conversations: number; lost: number }

/** `Envoyé à 214 abonnés · 168 téléphones prévenus · vu par 91 · 6 conversations`; figures of zero are left out. */
export function reachText({ followers, told, seen, conversations, lost }: Reach): string {
  const some = (count: number, one: string, many: string) =>
    count === 0 ? [] : [`${count}\u00A0${count === 1 ? one : many}`]
  return [
    sentToText(followers),
    ...some(told, 'téléphone prévenu', 'téléphones prévenus'),
    ...(seen === 0 ? [] : [`vu par ${seen}`]),
    ...some(conversations, 'conversation', 'conversations'),
    ...some(lost, 'abonné perdu', 'abonnés perdus'),
  ].join(' · ')
}
