import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { defects, pathOf } from '../harness/faults/plant-defect.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const shortened: [RegExp, string][] = [
  [/^server\//, 'apps/server/src/'],
  [/^domain\//, 'packages/domain/src/'],
  [/^portal\//, 'apps/portal/src/'],
]
const tree = ['apps', 'packages', 'e2e', 'harness', 'ops', 'scripts', 'docs'].flatMap((folder) =>
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

const documents = [
  'README.md',
  'ARCHITECTURE.md',
  'GLOSSARY.md',
  'docs/decisions/README.md',
  ...readdirSync(join(root, 'docs'))
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
]
const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: Record<string, string> }
const isPlain = (text: string) => text.replace(/[\u00a0\u202f]|\\u00a0/g, ' ').replaceAll('’', "'")

/** What a document names that is not there: commands, links, tests (`name.test`, `name.e2e`) and the titles quoted after them. */
function untrueIn(document: string, text: string): string[] {
  const commands = [...text.matchAll(/npm run (?:-s )?([a-z0-9]+)/g)].flatMap(([, name = '']) =>
    scripts[name] ? [] : [name],
  )
  const links = [...text.matchAll(/\]\(([^)#:]+)(?:#[^)]*)?\)/g)].map(([, path = '']) => path)
  const tests = [...text.matchAll(/`([\w/.-]+\.(?:test|e2e))(?:\.tsx?)?`(?: « ?([^»]+?) ?»)?/g)].flatMap(
    ([, name = '', title]) => {
      const files = tree.filter((file) => [`${basename(name)}.ts`, `${basename(name)}.tsx`].includes(basename(file)))
      if (files.length === 0) return [name]
      const isThere = files.some((file) =>
        isPlain(readFileSync(join(root, file), 'utf8')).includes(isPlain(title ?? '')),
      )
      return isThere ? [] : [`${name} « ${title} »`]
    },
  )
  const gone = links.filter((path) => !existsSync(join(root, dirname(document), path)))
  return [...commands, ...gone, ...tests].map((name) => `${document} names ${name}`)
}

test('each decision stands in their index', () => {
  const index = readFileSync(join(root, 'docs/decisions/README.md'), 'utf8')
  const files = tree.filter((file) => /^docs\/decisions\/\d/.test(file))
  expect(files.length).toBeGreaterThan(30)
  expect(files.filter((file) => !index.includes(`](${basename(file)})`))).toEqual([])
})

test('the commands, links, tests and titles that the documents name are there', () => {
  expect(documents.flatMap((name) => untrueIn(name, readFileSync(join(root, name), 'utf8')))).toEqual([])
})

test('a command, a link, a test and a title that a document makes up are reported', () => {
  const text = 'npm run nothing, [a page](absent.md), `absent.test`, `text.test` « nobody wrote this »; `npm run check`'
  expect(untrueIn('README.md', text)).toEqual(
    ['nothing', 'absent.md', 'absent.test', 'text.test « nobody wrote this »'].map((name) => `README.md names ${name}`),
  )
})

test('G33 every planted defect finds the line that it replaces', () => {
  const lost = Object.entries(defects).filter(
    ([, [file = '', line = '']]) => !readFileSync(join(root, pathOf(file)), 'utf8').includes(line),
  )
  expect(lost.map(([name, [file, line]]) => `${name}: ${file} has no ${line}`)).toEqual([])
})
