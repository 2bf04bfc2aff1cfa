import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createContext, Script } from 'node:vm'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('..', import.meta.url))
/** A pattern that tries each pair of places takes many seconds on so long a text, others some milliseconds. */
const length = 100_000

/** A pattern written where a value may stand; formatted code leaves no doubt about what is a division. */
const literal = /(?:[(,=:[!&|?{;]|\breturn|=>|^)\s*(\/(?![*/])(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\n[])+\/[dgimsuvy]*)/gm

type Pattern = { file: string; source: string; flags: string }

/** The patterns of what the server runs: its own and the domain's. */
function patterns(): Pattern[] {
  return ['apps/server/src', 'packages/domain/src', 'packages/postgres/src'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true })
      .map((path) => `${folder}/${String(path)}`)
      .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts') && !/\/(testing|bench|town)\//.test(path))
      .flatMap((file) => patternsOf(file, readFileSync(join(root, file), 'utf8'))),
  )
}

function patternsOf(file: string, text: string): Pattern[] {
  return [...text.replace(/\/\*[\s\S]*?\*\//g, '').matchAll(literal)].map(([, written = '']) => {
    const end = written.lastIndexOf('/')
    return { file, source: written.slice(1, end), flags: written.slice(end + 1) }
  })
}

/** Long texts of what the pattern itself speaks of, and of what people write, each with an end that nothing expects. */
function hostileTexts(source: string): string[] {
  const own = [...new Set(source.replace(/\\[a-zA-Z]/g, '').replace(/[\\^$.*+?()[\]{}|]/g, ''))].slice(0, 12)
  const pieces = [
    ...own,
    'a',
    '0',
    ' ',
    '\t',
    '\n',
    '.',
    '-',
    '@',
    'é',
    '😀',
    '\u200d',
    'a.',
    'a ',
    '0 ',
    'a@',
    '<a ',
    '" ',
  ]
  return pieces.map((piece) => `${piece.repeat(length / piece.length)}\u0001`)
}

/** The first text on which the pattern does not come to an end in time, twice: a busy machine may be slow once. */
function slowOn({ source, flags }: Pattern, timeout: number): string | undefined {
  const read = new Script(`new RegExp(source, flags).test(text) || text.replace(new RegExp(source, flags), '')`)
  const context = createContext({ source, flags, text: '' })
  const ends = () => {
    try {
      read.runInContext(context, { timeout })
      return true
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ERR_SCRIPT_EXECUTION_TIMEOUT') return false
      throw error
    }
  }
  return hostileTexts(source).find((text) => {
    Object.assign(context, { text })
    return !ends() && !ends()
  })
}

test('T28 G30 no pattern of the server takes long on 100 kB of anything', { timeout: 120_000 }, () => {
  const all = patterns()
  expect(all.length).toBeGreaterThan(60)
  const slow = all.flatMap((pattern) => {
    const text = slowOn(pattern, 2_000)
    return text ? [`${pattern.file} /${pattern.source}/${pattern.flags} on ${JSON.stringify(text.slice(0, 6))}…`] : []
  })
  expect(slow).toEqual([])
})

test('T28 the check itself sees what is slow: pairs of places, and every way to cut a text', () => {
  for (const source of ['\\s+$', '^([a-z]+)*$', '^(\\d+|\\d)*@'])
    expect(slowOn({ file: 'planted', source, flags: '' }, 200), source).toBeDefined()
})
