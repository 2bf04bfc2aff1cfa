import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('..', import.meta.url))
const shortened: [RegExp, string][] = [
  [/^server\//, 'apps/server/src/'],
  [/^domain\//, 'packages/domain/src/'],
  [/^portal\//, 'apps/portal/src/'],
]
const tree = ['apps', 'packages', 'e2e', 'harness', 'scripts', 'docs'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true })
    .map((path) => `${folder}/${String(path)}`)
    .filter((path) => !path.includes('node_modules')),
)

/** The files that a name of the document stands for: a whole path, or the name alone of one file. */
function filesOf(name: string): string[] {
  const path = shortened.reduce((whole, [short, long]) => whole.replace(short, long), name)
  return name.includes('/') ? tree.filter((file) => file === path) : tree.filter((file) => basename(file) === name)
}

/** `file.ts` “title” “title”: each file named, with the titles said to be in it. */
function proofs(text: string): { name: string; titles: string[] }[] {
  const found: { name: string; titles: string[] }[] = []
  for (const [, name, title] of text.matchAll(/`([\w./-]+\.(?:ts|tsx|mjs|md))`|“([^”]+)”/g)) {
    if (name) found.push({ name, titles: [] })
    else if (title) found.at(-1)?.titles.push(title)
  }
  return found
}

const quoted = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

test('every proof that docs/security.md names is there, with the title it quotes', () => {
  const named = proofs(readFileSync(join(root, 'docs/security.md'), 'utf8'))
  expect(named.length).toBeGreaterThan(60)
  const wrong = named.flatMap(({ name, titles }) => {
    const [file, ...others] = filesOf(name)
    if (!file || others.length > 0) return [`${name}: ${others.length > 0 ? 'several files' : 'no such file'}`]
    const text = readFileSync(join(root, file), 'utf8')
    return titles
      .filter((title) => !new RegExp(title.split(/ ?… ?/).map(quoted).join('.*')).test(text))
      .map((title) => `${name} has no “${title}”`)
  })
  expect(wrong).toEqual([])
})
