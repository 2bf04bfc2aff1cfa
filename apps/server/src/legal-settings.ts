import { isDate } from '@parvis/domain/kernel/day'
import {
  type AccessibilityAudit,
  type AccessibilityState,
  accessibilityStates,
  type LegalFact,
  type LegalSettings,
  legalFactNames,
} from '@parvis/domain/legal/legal'
import { collectFaults, type Environment, noteFault, wholeNumber } from './gateways/environment.ts'

/** Placeholder texts, which a public page would show as if they were true. */
const placeholder = /^(x{3,}|todo|tbd|n\/a|[?.\-_…]+|à (compléter|définir|venir).*|lorem.*|\[.*\]|<.*>)$/i
/** An association has no capital: said so, the fact is left out and nothing is missing. */
const none = /^aucune?$/i

/**
 * Facts of the legal pages. A missing fact does not stop the server, because an upgrade must not; it is listed in
 * `missing`. Throws for an accessibility state, rate or day that cannot be read, which would be false on the page.
 */
export function readLegalSettings(env: Environment): LegalSettings {
  return collectFaults(env, () => readFacts(env))
}

function readFacts(env: Environment): LegalSettings {
  const facts: Partial<Record<LegalFact, string>> = {}
  const missing: string[] = []
  for (const name of legalFactNames) {
    const written = fact(env[name])
    if (written === undefined) missing.push(name)
    else if (!none.test(written)) facts[name] = written
  }
  const portal = readAudit(env, '', missing)
  const residents = readAudit(env, 'RESIDENT_', missing)
  const authorMonths = wholeNumber(env, 'KEEP_AUTHORS_MONTHS', 0, 0, 60)
  return { facts, accessibility: { portal, residents }, missing, authorMonths }
}

function fact(written: string | undefined): string | undefined {
  const text = written?.replaceAll(/\p{Cc}/gu, ' ').trim()
  return text && !placeholder.test(text) ? text : undefined
}

/** A state rests on a dated audit: without its day the pages say « non conforme », whatever is written (RGAA). */
function readAudit(env: Environment, prefix: '' | 'RESIDENT_', missing: string[]): AccessibilityAudit {
  const name = (end: string) => `${prefix}ACCESSIBILITY_${end}`
  const state = readState(env, name('STATE'), fact(env[name('STATE')]))
  const date = readDay(env, name('DATE'), fact(env[name('DATE')]))
  const rate = readRate(env, name('RATE'), fact(env[name('RATE')]))
  const auditor = fact(env[name('AUDITOR')])
  if (state === undefined || date === undefined) {
    missing.push(...(state === undefined ? [name('STATE')] : []), ...(date === undefined ? [name('DATE')] : []))
    return { state: 'non conforme', rate: null, date: null, auditor: null }
  }
  missing.push(...(rate === undefined ? [name('RATE')] : []), ...(auditor === undefined ? [name('AUDITOR')] : []))
  return { state, rate: rate ?? null, date, auditor: auditor ?? null }
}

const shortStates: Record<string, AccessibilityState> = {
  conforme: 'totalement conforme',
  total: 'totalement conforme',
  partial: 'partiellement conforme',
  none: 'non conforme',
}

function readState(env: Environment, name: string, written: string | undefined): AccessibilityState | undefined {
  if (written === undefined) return undefined
  const plain = written.toLowerCase().replaceAll(/\s+/g, ' ')
  const state = accessibilityStates.find((one) => one === plain) ?? shortStates[plain]
  if (!state) noteFault(env, name, `${name} doit être ${accessibilityStates.join(', ')}, et non « ${written} »`)
  return state
}

function readDay(env: Environment, name: string, written: string | undefined): string | undefined {
  if (written === undefined) return undefined
  if (!written.startsWith('20') || !isDate(written))
    noteFault(env, name, `${name} doit être un jour comme 2026-10-01, et non « ${written} »`)
  return written
}

function readRate(env: Environment, name: string, written: string | undefined): number | undefined {
  if (written === undefined) return undefined
  const rate = Number(written.replace('%', '').replace(',', '.'))
  if (!(rate >= 0 && rate <= 100)) noteFault(env, name, `${name} doit être un taux de 0 à 100, et non « ${written} »`)
  return rate
}
