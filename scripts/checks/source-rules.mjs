import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brokenFeatureList, brokenFeatureOrder, brokenRatchets, closedByHand, readSources } from './house-rules.mjs'
import { brokenTransactions } from './several-transactions.mjs'

/** Patterns forbidden in some folders that no linter of ours can express, each with its reason. Tests are exempt. */
const rules = [
  {
    name: 'one-clock',
    why: 'the time comes from app_now(), read once per transaction and passed to the rules (AMB-147)',
    where: /^(apps\/server\/src\/features\/|packages\/domain\/src\/)/,
    pattern:
      /\bDate\.now\(|\bnew Date\(\s*\)|\bTemporal\.Now\b|(?<![\w.])now\(\)|\b(clock_timestamp|statement_timestamp|transaction_timestamp)\(|\b(current_timestamp|current_date|current_time|localtimestamp|localtime)\b/i,
  },
  {
    name: 'only-gateways-fetch',
    why: 'what leaves the machine goes through a gateway, which has a time-out and an embedded twin',
    where: /^(apps\/server\/src\/(?!gateways\/)|packages\/domain\/src\/)/,
    pattern: /(?<![\w.])(globalThis\.)?fetch\(|\bnew (WebSocket|EventSource|XMLHttpRequest)\(/,
  },
  {
    name: 'one-engine-of-hours',
    why: 'domain/hours says what is open and when: its readers ask openingAt, dayHours, openSpans or pickupQuarters (H-001)',
    where: /^(apps\/|packages\/domain\/src\/(?!hours\/))/,
    pattern:
      /\.(getHours|getMinutes|getDay)\(|\b(mergeRanges|rangesByWeekday|closedRun|minutesOf)\b|\bopening_hours\.(start|end)_time\b(::\w+)?\s*(<|>|between\b)|\b(startTime|endTime|start_time|end_time)\s*(<=?|>=?)\s/i,
  },
  {
    name: 'durations-are-parameters',
    why: 'a length of time is written once, in domain/kernel/durations, or as a named constant; SQL takes it as a parameter',
    where: /^apps\/server\/src\//,
    pattern:
      /\binterval\s+'\s*\d|'\d+\s*(second|minute|hour|day|week|month|year)s?'::interval|\bmake_interval\(\w+ => \d/i,
  },
  {
    name: 'own-every-checkout',
    why: 'only db/ checks a connection out: an unheard error on it kills the process (trust.md D3)',
    where: /^apps\/server\/src\/(?!db\/)/,
    pattern: /\bpool\.connect\(/i,
  },
  {
    name: 'no-inside-of-pg',
    why: 'only packages/postgres knows what pg does not document: a release of pg changes it without a word',
    where: /^(apps\/server\/src|harness)\//,
    pattern: /\b(_result|_types|_getRows|_parsers|_accumulateRows|parsedStatements|submittedNamedStatements)\b/,
  },
]

/** Every broken rule as "file:line rule: why", in the order of the files. */
export function brokenSourceRules(root) {
  const broken = sourceFiles(root).flatMap((file) => {
    const applied = rules.filter(({ where }) => where.test(file))
    return applied.length === 0 ? [] : brokenIn(file, readFileSync(join(root, file), 'utf8'), applied)
  })
  return [
    ...broken,
    ...brokenRatchets(root),
    ...brokenFeatureList(root),
    ...brokenFeatureOrder(root),
    ...closedByHand(root),
    ...writtenTwice(root),
    ...brokenTransactions(root),
  ]
}

function brokenIn(file, text, applied) {
  const lines = withoutComments(text).split('\n')
  return lines.flatMap((line, index) =>
    applied.filter(({ pattern }) => pattern.test(line)).map(({ name, why }) => `${file}:${index + 1} ${name}: ${why}`),
  )
}

// Line breaks stay, so that line numbers do. "://" is an address, not a comment.
function withoutComments(text) {
  return text.replace(/\/\*[\s\S]*?\*\//g, (comment) => comment.replace(/[^\n]/g, ' ')).replace(/(?<!:)\/\/.*$/gm, '')
}

function sourceFiles(root) {
  return ['apps', 'packages'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true })
      .map((path) => `${folder}/${path.replaceAll('\\', '/')}`)
      .filter((path) => /\.tsx?$/.test(path) && !/\.test\.tsx?$|(^|\/)(node_modules|dist)\//.test(path))
      .sort(),
  )
}

/** Tables that two files insert into, each with its reason. */
const insertedTwice = {
  company_members: 'an owner registers with the business, a colleague is invited',
  users: 'a professional signs in, a resident acts for the first time',
  resident_settings: 'they come with a new resident; whoever has none gets them with the first choice',
  sign_in_phones: 'codes are counted by phone, the team blocks a phone',
  notice_choices: 'the settings choose by kind, the link of a mail ends all',
  notice_people: 'the sound of open tabs, the day of the last digest',
  message_words: 'a conversation that is joined is indexed again',
  deferred_notices: 'what waits for a resident who is joined waits for the other',
  attention_days: 'the counts of two residents who are joined are added up',
}

/** One effect is written in one place: a second file that inserts into the same table repeats its rules. */
function writtenTwice(root) {
  const files = new Map()
  for (const [file, text] of readSources(root, ['apps/server/src'])) {
    if (/\/(development|operator\/table-copy)/.test(file)) continue
    for (const [, table] of text.matchAll(/insert into ([a-z_]+)/g))
      files.set(table, (files.get(table) ?? new Set()).add(file))
  }
  return [...files].flatMap(([table, by]) =>
    by.size > 1 && !insertedTwice[table]
      ? [`${[...by].join(', ')} write-in-one-place: ${table} is inserted into by ${by.size} files`]
      : [],
  )
}
