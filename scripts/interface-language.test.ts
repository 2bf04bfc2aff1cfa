import { globSync, readFileSync } from 'node:fs'
import { parseSync } from '@swc/core'
import { expect, test } from 'vitest'
import { englishIn } from './testing/english-words.ts'

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

/** What the code may say to people: the text between tags, and the sentences among the strings and templates. */
function textsOf(source: string, tsx: boolean): string[] {
  return textsIn(parseSync(source, { syntax: 'typescript', tsx, target: 'esnext' }).body)
}

type Node = { type?: string; value?: unknown; cooked?: unknown; callee?: { value?: unknown } }

function textsIn(node: unknown): string[] {
  if (Array.isArray(node)) return node.flatMap(textsIn)
  if (typeof node !== 'object' || node === null || isUnread(node)) return []
  return [...textOf(node), ...Object.values(node).flatMap(textsIn)]
}

/** Modules and types have no words; those of an error of the code itself go to the log. */
function isUnread({ type, callee }: Node): boolean {
  if (type === 'NewExpression') return /(Error|Exception)$/.test(String(callee?.value))
  return type === 'ImportDeclaration' || type === 'TsLiteralType'
}

function textOf({ type, value, cooked }: Node): string[] {
  if (type === 'JSXText') return [String(value)]
  const text = type === 'StringLiteral' ? String(value) : type === 'TemplateElement' ? String(cooked) : ''
  return isSentence(text) ? [text] : []
}

/** A field key of the specification (api.md 8.2), a key of the keyboard. */
const codes = ['opening hours error', 'Enter']

/** Words apart or a capital: the rest names a class, a key, a file. An address of the API and a selector are no sentences. */
function isSentence(text: string): boolean {
  if (codes.includes(text)) return false
  return (/\p{L}\s|\s\p{L}/u.test(text) || /^\p{Lu}\p{Ll}/u.test(text)) && !/^(GET|POST|PUT|DELETE|\/|\[)/.test(text)
}
