import { isDate } from '../kernel/day.ts'
import type { FieldErrors } from '../kernel/field-errors.ts'
import { measures, wrongFields } from '../kernel/field-rules.ts'
import { readId } from '../kernel/ids.ts'
import { cleanText } from '../kernel/text.ts'
import type { ActFieldKey } from './acts.refusals.fr.ts'
import { isMatter } from './matters.ts'

/** What a town hall publishes, with its French name, and of its filter on the page of the acts the name and the word. */
export const actKinds = {
  deliberation: { name: 'Délibération', several: 'Délibérations', word: 'deliberations' },
  arrete: { name: 'Arrêté', several: 'Arrêtés', word: 'arretes' },
  decision: { name: 'Décision', several: 'Décisions', word: 'decisions' },
  proces_verbal: { name: 'Procès-verbal', several: 'Procès-verbaux', word: 'proces-verbaux' },
  other: { name: 'Autre acte', several: 'Autres actes', word: 'autres' },
} as const
export type ActKind = keyof typeof actKinds
export const actKindNames = Object.keys(actKinds) as [ActKind, ...ActKind[]]

/** Bytes of the file of an act: 20 MiB at most. */
export const maxActBytes = 20 * 1024 * 1024
export const maxActText = 300_000
/** Days for which the operator can put back a file that was withdrawn by mistake. */
export const restorableDays = 30

/** What was typed or received, texts as they came. Names of the wire. */
export type TypedAct = Record<'kind' | 'number' | 'title' | 'actDate' | 'authorName' | 'authorQuality', string> &
  Record<'matter' | 'text' | 'supersedes', string>

/** The act in the form in which it is measured and stored; its kind and the id that it replaces are read apart. */
export function cleanAct(typed: TypedAct) {
  const one = (text: string) => cleanText(text)
  return {
    kind: typed.kind,
    number: one(typed.number) || null,
    title: one(typed.title),
    actDate: typed.actDate.trim(),
    authorName: one(typed.authorName),
    authorQuality: one(typed.authorQuality),
    matter: one(typed.matter) || null,
    text: cleanText(typed.text, { multiline: true }) || null,
    supersedes: typed.supersedes.trim() === '' ? null : (readId(typed.supersedes) ?? Number.NaN),
  }
}

/** An act as it will be stored, its texts cleaned. Null: absent. */
export type CheckedAct = ReturnType<typeof cleanAct> & { kind: ActKind }

/**
 * The rules of an act; `today`: day in Paris as YYYY-MM-DD. Author: first name and name (CGCT R. 2131-1).
 */
export function checkAct(act: ReturnType<typeof cleanAct>, { today, hasFile }: { today: string; hasFile: boolean }) {
  const isDeliberation = act.kind === 'deliberation'
  const isDated = isDate(act.actDate) && act.actDate <= today
  const isAuthor = measures(act.authorName, 5, 80) && /\S \S/.test(act.authorName)
  const isFiled = act.matter === null ? !isDeliberation : isMatter(act.matter)
  const number = checkNumber(act.number, isDeliberation)
  const rules: [string, boolean, ActFieldKey | 'required_data_error'][] = [
    ['file', hasFile, 'required_data_error'],
    ['kind', act.kind in actKinds, 'act_kind_error'],
    ['number', number === undefined, number ?? 'act_number_error'],
    ['title', measures(act.title, 6, 255), 'act_title_error'],
    ['actDate', isDated, 'act_date_error'],
    ['authorName', isAuthor, 'act_author_error'],
    ['authorQuality', measures(act.authorQuality, 3, 80), 'act_quality_error'],
    ['matter', isFiled, 'act_matter_error'],
    ['text', measures(act.text ?? '', 0, maxActText), 'act_text_error'],
    ['supersedes', !Number.isNaN(act.supersedes), 'act_supersedes_error'],
  ]
  return wrongFields(rules.map(([field, holds, key]) => [field, holds ? undefined : key]))
}

function checkNumber(number: string | null, isRequired: boolean): ActFieldKey | undefined {
  if (number === null) return isRequired ? 'act_number_required_error' : undefined
  return /^[\p{L}\p{N} ./_-]{1,40}$/u.test(number) ? undefined : 'act_number_error'
}

/** Why an act is withdrawn, which its page goes on saying. */
export function checkWithdrawal(reason: string): FieldErrors {
  return measures(reason, 10, 300) ? {} : { reason: 'act_reason_error' satisfies ActFieldKey }
}
