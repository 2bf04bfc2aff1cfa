import { foldText } from '../kernel/text.ts'

/** What a quick reply, an away message or a scheduled one may name between braces. */
export const variableNames = [
  'prénom',
  'établissement',
  'horaires du jour',
  'prochaine ouverture',
  'adresse',
  'téléphone',
  'site',
] as const
export type VariableName = (typeof variableNames)[number]
export type VariableValues = Partial<Record<VariableName, string | null>>

// From the first of its spaces only: a long run of them is read once.
const written = /(?<![ \u00A0\u202F])([ \u00A0\u202F]*)\{([^{}\n]{1,60})\}/g

/** The variables of a text that exist nowhere, `{nom}`: they are marked, and nothing is sent with them. */
export function unknownVariables(text: string): string[] {
  return [...text.matchAll(written)].flatMap(([all, , name = '']) => (nameOf(name) ? [] : [all.trim()]))
}

export const unknownVariablesText = (text: string): string =>
  `Remplacez ou retirez ${unknownVariables(text).join(', ')}\u00a0: cette information n’existe pas`

/**
 * The text with its variables filled. Without a value: a first name is left out (« Bonjour, »), the sentence of anything else
 * goes, unless nothing would be left.
 */
export function fillVariables(text: string, values: VariableValues): string {
  const kept = text
    .split('\n')
    .map((line) => withoutEmptySentences(line, values))
    .join('\n')
    .trim()
  return fill(kept || text, values)
}

function withoutEmptySentences(line: string, values: VariableValues): string {
  const isSaid = (sentence: string) =>
    [...sentence.matchAll(written)].every(([, , name = '']) => {
      const variable = nameOf(name)
      return variable === undefined || variable === 'prénom' || Boolean(values[variable])
    })
  return line
    .split(/(?<=[.!?…])\s+/)
    .filter(isSaid)
    .join(' ')
}

function fill(text: string, values: VariableValues): string {
  return text
    .replace(written, (all, space: string, name: string) => {
      const variable = nameOf(name)
      if (!variable) return all
      const value = values[variable]
      return value ? `${space}${value}` : ''
    })
    .replace(/^[ ,;]+(\p{L})/gmu, (_, letter: string) => letter.toLocaleUpperCase('fr'))
    .trim()
}

function nameOf(name: string): VariableName | undefined {
  const folded = foldText(name.trim())
  return variableNames.find((known) => foldText(known) === folded)
}

/** The default away text (time-and-orders.md 5.2). */
export const defaultAwayText =
  'Bonjour {prénom}, nous sommes fermés pour le moment. Nous vous répondrons {prochaine ouverture}. À bientôt\u00A0!'
