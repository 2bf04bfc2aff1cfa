import type { Temporal } from 'temporal-polyfill'
import type { FieldErrors } from '../kernel/field-errors.ts'

/** The texts that the operator publishes, dated and versioned. */
export const legalKinds = ['terms', 'privacy', 'accessibility'] as const
export type LegalKind = (typeof legalKinds)[number]
export const legalKindLabels: Record<LegalKind, string> = {
  terms: 'Conditions d’utilisation',
  privacy: 'Politique de confidentialité',
  accessibility: 'Accessibilité',
}

/**
 * Publisher, host and data protection contact: each from one setting (LCEN art. 1-1, GDPR art. 13), with its label on the page.
 */
export const legalFactLabels = {
  LEGAL_NAME: 'Éditeur',
  LEGAL_FORM: 'Forme juridique',
  LEGAL_CAPITAL: 'Capital social',
  LEGAL_REGISTER: 'Immatriculation',
  LEGAL_VAT: 'TVA intracommunautaire',
  LEGAL_ADDRESS: 'Siège',
  LEGAL_PHONE: 'Téléphone',
  LEGAL_EMAIL: 'E-mail',
  LEGAL_DIRECTOR: 'Directeur de la publication',
  LEGAL_HOST_NAME: 'Hébergeur',
  LEGAL_HOST_ADDRESS: 'Adresse de l’hébergeur',
  LEGAL_HOST_PHONE: 'Téléphone de l’hébergeur',
  DPO_EMAIL: 'Délégué à la protection des données',
} as const
export type LegalFact = keyof typeof legalFactLabels
export const legalFactNames = Object.keys(legalFactLabels) as [LegalFact, ...LegalFact[]]

export const accessibilityStates = ['totalement conforme', 'partiellement conforme', 'non conforme'] as const
export type AccessibilityState = (typeof accessibilityStates)[number]

/** What an audit by the RGAA found; without one the state is « non conforme » and the rest is null. */
export type AccessibilityAudit = {
  state: AccessibilityState
  /** Percentage of the criteria that apply. */
  rate: number | null
  /** YYYY-MM-DD. */
  date: string | null
  auditor: string | null
}

/** What the settings say, and which of them say nothing: those are left out of the pages and red at the desk. */
export type LegalSettings = {
  facts: Partial<Record<LegalFact, string>>
  accessibility: { portal: AccessibilityAudit; residents: AccessibilityAudit }
  missing: readonly string[]
  /**
   * How many months the identity of whoever published outlives the erasure of their account (LCEN art. 6, decree 2021-1362, for a
   * lawyer to judge); 0, the default: it goes with the account.
   */
  authorMonths: number
}

export type LegalVersion = { version: number; effectiveOn: Temporal.PlainDate }

/** P2B art. 3: whoever sells through us knows new terms that long before. */
const termsNoticeDays = 15

/**
 * Later terms take effect 15 days ahead at the earliest; their first version and the other kinds at will (fine point 5).
 * `isFirst`: nothing of that kind was published before.
 */
export function checkEffectiveDay(
  { kind, effectiveOn, isFirst }: { kind: LegalKind; effectiveOn: Temporal.PlainDate; isFirst: boolean },
  today: Temporal.PlainDate,
): FieldErrors {
  if (kind !== 'terms' || isFirst) return {}
  return today.until(effectiveOn).days < termsNoticeDays ? { effectiveOn: 'terms_notice_error' } : {}
}

/** The last published of those in effect: a version published later replaces an earlier one that had not begun yet. */
export function currentVersion<V extends LegalVersion>(
  versions: readonly V[],
  today: Temporal.PlainDate,
): V | undefined {
  return highest(versions.filter(({ effectiveOn }) => today.until(effectiveOn).days <= 0))
}

/** The one that will replace the current one, if any. */
export function comingVersion<V extends LegalVersion>(
  versions: readonly V[],
  today: Temporal.PlainDate,
): V | undefined {
  const last = highest(versions)
  return last && today.until(last.effectiveOn).days > 0 ? last : undefined
}

function highest<V extends LegalVersion>(versions: readonly V[]): V | undefined {
  return versions.toSorted((one, other) => other.version - one.version)[0]
}

/** French sentences of the field keys above. */
export const legalFieldTexts: Record<string, string> = {
  terms_notice_error: 'De nouvelles conditions s’appliquent 15 jours après leur publication au plus tôt',
}
