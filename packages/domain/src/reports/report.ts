import { Temporal } from 'temporal-polyfill'
import type { FieldErrors } from '../kernel/field-errors.ts'
import { countCharacters } from '../kernel/text.ts'

/** Why somebody reports something, in the order of the form (residents.md W-101, 15.6). */
export const reportReasons = {
  spam: 'Publicité ou message indésirable',
  illegal: 'Contenu illicite',
  danger: 'Danger pour quelqu’un',
  child: 'Atteinte à un enfant',
  hate: 'Haine ou discrimination',
  fraud: 'Arnaque ou fausse identité',
  privacy: 'Vie privée',
  other: 'Autre chose',
} as const
export type ReportReason = keyof typeof reportReasons
export const reportReasonCodes = Object.keys(reportReasons) as [ReportReason, ...ReportReason[]]

/** What the team does with it, and the words in which the reporter and the author read it (DSA art. 16 and 17). */
export const reportDecisions = {
  none: 'Sans suite',
  remove: 'Contenu retiré',
  block: 'Conversation bloquée',
  suspend: 'Fiche suspendue',
} as const
export type ReportDecision = keyof typeof reportDecisions
export const reportDecisionCodes = Object.keys(reportDecisions) as [ReportDecision, ...ReportDecision[]]

/** What can be reported; `other` is an address where nothing of ours was found. */
export type ReportedKind = 'business' | 'instant' | 'service' | 'message' | 'conversation' | 'code' | 'other'

const shortestText = 20

/** Unlawful content is described in 20 characters and stated in good faith (DSA art. 16); the rest needs no words. */
export function checkReport(report: { reason: ReportReason; text: string; goodFaith: boolean }): FieldErrors {
  if (report.reason !== 'illegal') return {}
  return {
    ...(countCharacters(report.text) < shortestText && { text: 'report_text_error' }),
    ...(!report.goodFaith && { goodFaith: 'good_faith_error' }),
  }
}

/** 24 hours for a danger, 7 days otherwise. */
export function isReportLate(
  { reason, receivedAt }: { reason: ReportReason; receivedAt: Temporal.Instant },
  now: Temporal.Instant,
): boolean {
  const hours = reason === 'danger' ? 24 : 7 * 24
  return Temporal.Instant.compare(now, receivedAt.add({ hours })) > 0
}

/** Which decisions the thing allows: a message is emptied, a business is only suspended. */
export function allowedDecisions(kind: ReportedKind, hasCompany: boolean): ReportDecision[] {
  const removable = kind === 'instant' || kind === 'service' || kind === 'message' || kind === 'code'
  return [
    'none',
    ...(removable ? (['remove'] as const) : []),
    ...(kind === 'conversation' || kind === 'message' ? (['block'] as const) : []),
    ...(hasCompany ? (['suspend'] as const) : []),
  ]
}
