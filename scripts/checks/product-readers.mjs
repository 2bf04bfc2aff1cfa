import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'

const importClause = /import\s+(type\s+)?\{([^}]*)\}\s+from\s+'([^']+)'/g
const ours = {
  '@parvis/domain/': 'packages/domain/src/',
  '@parvis/client/': 'packages/client/src/',
}

/**
 * What the product reads of itself, tests left out.
 * - `importsOf(file, text)`: the values of the product that a test imports, { file, name }, files from the root.
 * - `hasReader({ file, name })`: whether another file of the product imports it, or its own uses it besides.
 */
export function productReaders(root) {
  const files = ['apps', 'packages'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true })
      .map((path) => `${folder}/${path.replaceAll('\\', '/')}`)
      .filter((path) => /\.tsx?$/.test(path) && isProduct(path)),
  )
  const texts = new Map(files.map((file) => [file, readFileSync(join(root, file), 'utf8')]))
  const read = files.flatMap((file) => valuesImported(root, file, texts.get(file)))
  const readers = new Set(read.map(({ file, name }) => `${file} ${name}`))
  const usesIn = (file, name) => (texts.get(file)?.match(new RegExp(`\\b${name}\\b`, 'g')) ?? []).length
  return {
    importsOf: (file, text) => valuesImported(root, file, text).filter(({ file: from }) => isProduct(from)),
    hasReader: ({ file, name }) => readers.has(`${file} ${name}`) || usesIn(file, name) > 1,
  }
}

function isProduct(path) {
  return /^(apps|packages)\//.test(path) && !/\.test\.tsx?$|(^|\/)(node_modules|dist)\//.test(path)
}

function valuesImported(root, file, text) {
  return [...text.matchAll(importClause)].flatMap(([, type, names, from]) => {
    const target = type ? undefined : targetOf(root, file, from)
    const values = names
      .split(',')
      .map((name) => name.trim().split(/\s+as\s+/)[0])
      .filter((name) => name && !name.startsWith('type '))
    return target ? values.map((name) => ({ file: target, name })) : []
  })
}

function targetOf(root, file, from) {
  const start = Object.keys(ours).find((name) => from.startsWith(name))
  if (start) return `${ours[start]}${from.slice(start.length)}.ts`
  const path = from.startsWith('.') ? posix.join(posix.dirname(file), from) : undefined
  return path && existsSync(join(root, path)) ? path : undefined
}

const idPattern = /\b[A-Z]{1,3}-\d{3}\b/g

/**
 * The requirements that a test file proves by its titles. A unit test proves one only if something that it calls has a reader in
 * the product: a rule that its tests alone call says nothing of what the product does.
 * @param {ReturnType<typeof productReaders>} product
 * @param {string} file from the root
 */
export function provenIds({ importsOf, hasReader }, file, text) {
  const titles = titlesOf(text)
  if (!/\.test\.tsx?$/.test(file) || /\.api\.test\.ts$|^scripts\//.test(file)) return titles.flatMap(({ ids }) => ids)
  const imported = importsOf(file, text)
  return titles.flatMap(({ ids, body }) => {
    const called = imported.filter(({ name }) => new RegExp(`\\b${name}\\b`).test(body))
    const judged = called.length > 0 ? called : imported
    return judged.length === 0 || judged.some(hasReader) ? ids : []
  })
}

// The title is the first argument of test(), it(), describe() or their variants: test.each(…)('…'), test.prop(…)('…').
function titlesOf(text) {
  const titles = [
    ...text.matchAll(
      /\b(?:test|it|describe)\b[\w.]*\s*\(\s*(?:'[^'\n]*'|"[^"\n]*"|`[^`]*`)|\)\(\s*(?:'[^'\n]*'|"[^"\n]*"|`[^`]*`)/g,
    ),
  ]
  return titles.map((title, index) => ({
    ids: title[0].match(idPattern) ?? [],
    body: text.slice(title.index, titles[index + 1]?.index),
  }))
}
