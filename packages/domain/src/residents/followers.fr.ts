/** `12 abonnés`, `1 abonné`, `0 abonné` (AMB-60). */
export function followersText(count: number): string {
  return `${new Intl.NumberFormat('fr-FR').format(count)} abonné${count > 1 ? 's' : ''}`
}

/** `Envoyé à 12 abonnés` (M-029, AMB-107). */
export function sentToText(receiversCount: number): string {
  return `Envoyé à ${followersText(receiversCount)}`
}
