import { globSync, readFileSync } from 'node:fs'
import { parseSync } from '@swc/core'
import { expect, test } from 'vitest'
import { typographic } from '../apps/portal/src/lib/typographic.ts'
import { englishIn } from './testing/english-words.ts'
import { typographyFaultsIn } from './testing/french-typography.ts'

/** Where what people read is written: the portal, and the French texts of the domain. */
const sources = globSync(['apps/portal/src/**/*.{ts,tsx}', 'packages/domain/src/**/*.fr.ts']).filter(
  (path) => !path.includes('.test.'),
)

test('X-001 nothing that the interface says is written in English', () => {
  expect(sources.length).toBeGreaterThan(300)
  const found = sources.flatMap((path) =>
    textsOf(readFileSync(path, 'utf8'), path.endsWith('x')).flatMap((text) => {
      const word = englishIn(text)
      return word ? [`${path}: « ${word} » in « ${text.trim()} »`] : []
    }),
  )
  expect(found).toEqual([])
})

test('X-001 an English label, sentence or template is found; French and code are not', () => {
  const source = `
    const a = 'visually-hidden', b = call('GET /v1/company/settings/:companyId'), c = new TypeError('An instant has a picture')
    const french = <button aria-label="Fermer la fenêtre" title={\`Supprimer « \${name} » ?\`}>Enregistrer le message</button>
  `
  expect(textsOf(source, true).filter((text) => englishIn(text))).toEqual([])
  const english = `<p title="Close and save" aria-label={\`Delete \${name}\`}>Loading… {ok ? 'Saved' : "Try again"}</p>`
  expect(textsOf(english, true).filter((text) => englishIn(text))).toHaveLength(5)
})

/** Sentences that the API answers too, shown through `typographic`: orders as the specification writes them, SMS in its letters. */
const ofTheApi = /\/(?:[\w.-]*(?:refusals|field-texts|server-error-text)|order-messages|notice-texts)\.fr\.ts$/
const alsoRead = ['packages/domain/src/instants/kind.ts', 'packages/domain/src/agenda/grouping.ts']

test('X-001 every text of the interface is set as French is: no-break spaces, curly apostrophes, guillemets', () => {
  const found = [...sources, ...alsoRead].flatMap((path) =>
    textsOf(readFileSync(path, 'utf8'), path.endsWith('x'), isPrinted).flatMap((text) =>
      typographyFaultsIn(ofTheApi.test(path) ? typographic(text) : text).map((it) => `${path}: ${it} in « ${text} »`),
    ),
  )
  expect(found).toEqual([])
})

test('X-001 a straight apostrophe, an ordinary space, a missing one, English quotes and dots are found', () => {
  const faulty = ["l'équipe", 'Attention : ici', 'Attention!', '« ici »', 'Suite...', '10 Mo', 'dit "oui"', 'Prix: dix']
  expect(faulty.filter((text) => typographyFaultsIn(text).length === 0)).toEqual([])
  const right = [
    'L’équipe\u00a0: «\u00a0oui\u00a0»\u202f!',
    'à 18\u00a0h…',
    'a[aria-label="Voir"] ::before',
    'https://x.fr?a=1',
  ]
  expect(right.flatMap((text) => typographyFaultsIn(text))).toEqual([])
  expect(typographic("L'image : 10 Mo, « ici »")).toBe('L’image\u00a0: 10\u00a0Mo, «\u00a0ici\u00a0»')
})

/** What the code may say to people: the text between tags, and the sentences among the strings and templates. */
function textsOf(source: string, tsx: boolean, isRead = isSentence): string[] {
  return textsIn(parseSync(source, { syntax: 'typescript', tsx, target: 'esnext' }).body, isRead)
}

type Node = { type?: string; value?: unknown; cooked?: unknown; callee?: { value?: unknown } }

function textsIn(node: unknown, isRead: typeof isSentence): string[] {
  if (Array.isArray(node)) return node.flatMap((one) => textsIn(one, isRead))
  if (typeof node !== 'object' || node === null || isUnread(node)) return []
  return [...textOf(node).filter(isRead), ...Object.values(node).flatMap((one) => textsIn(one, isRead))]
}

/** Modules and types have no words; those of an error of the code itself go to the log. */
function isUnread({ type, callee }: Node): boolean {
  if (type === 'NewExpression') return /(Error|Exception)$/.test(String(callee?.value))
  return type === 'ImportDeclaration' || type === 'TsLiteralType'
}

function textOf({ type, value, cooked }: Node): string[] {
  if (type === 'JSXText' || type === 'StringLiteral') return [String(value)]
  return type === 'TemplateElement' ? [String(cooked)] : []
}

/** A field key of the specification (api.md 8.2), keys of the keyboard, a selector. */
const codes = ['opening hours error', 'Enter', 'Home', '#content [type="submit"]']

/** Words apart or a capital: the rest names a class, a key, a file. An address of the API and a selector are no sentences. */
function isSentence(text: string): boolean {
  if (codes.includes(text)) return false
  return (/\p{L}\s|\s\p{L}/u.test(text) || /^\p{Lu}\p{Ll}/u.test(text)) && !/^(GET|POST|PUT|DELETE|\/|\[)/.test(text)
}

/** Also what stands between two values of a template: ` » ?`. */
const isPrinted = (text: string) => isSentence(text) || /^[ \u00a0]?[:;!?«»]|[«»]/.test(text)
