import { formatDayWithoutYear } from '../kernel/french-format.ts'
import { conflict, forbidden, type Refusals } from '../kernel/refusal.ts'
import type { DomainReason } from './own-domain.ts'

/** Refusals of own domains (residents.md W-127, W-129). */
export const domainsRefusals = {
  'domains.not_allowed': forbidden(
    'DOMAIN_NOT_ALLOWED',
    'Le nom de domaine personnalisé fait partie de l’offre ADVANCED.',
  ),
  'domains.taken': conflict('DOMAIN_TAKEN', 'Ce domaine sert déjà à un autre établissement.'),
} satisfies Refusals

export const domainsFieldTexts = {
  domain_format_error: 'Écrivez un nom de domaine, comme boulangerie-lilas.fr.',
  domain_reserved: 'Ce nom ne peut pas être utilisé.',
} as const satisfies Record<string, string>

/** What ADVANCED holds beside the name, done by people: on `/domaine`, after a purchase and on the receipt. */
export const byHandText =
  'Adresse e-mail à votre nom de domaine, interlocuteur attitré\u00A0: compris dans votre offre, installés avec vous par notre équipe.'

export const writeToTeamText = (contact: string): string => `Écrivez à ${contact}.`

/** Until when the proof may come back, a moment in epoch milliseconds; `name`: where it does not stand beside. */
export const proofMissingText = (until: number, name?: string): string =>
  `La preuve ${name ? `de votre adresse ${name} ` : ''}a disparu\u00A0: remettez-la avant le ${formatDayWithoutYear(until)}.`

/** Why it stopped, in words. */
export const domainReasonTexts: Record<DomainReason, string> = {
  plan: 'Votre offre ne comprend plus de nom de domaine.',
  proof: 'La ligne de preuve a disparu trois jours de suite.',
  silence: 'Les serveurs de ce domaine ne répondent plus depuis huit jours.',
  sold: 'Ce domaine a été prouvé par un autre établissement.',
  operator: 'Notre équipe a arrêté ce domaine.',
}
