import { readdirSync } from 'node:fs'
import { expect, test } from 'vitest'

const length = 100_000
const max = 100

/** What makes a careless pattern go back and forth: repetitions that nearly match, with an end that does not. */
const unit = [
  'a',
  'A',
  ' ',
  '.',
  '-',
  '1',
  '@',
  '<',
  '(',
  '/',
  'a.',
  'a@',
  '0 ',
  '1:',
  ', ',
  'é',
  '\u00ad',
  '\u200d',
  '😀\u200d',
  'http://',
  '<p>',
  '&lt;',
  '\r\n',
]
const hostile = unit.flatMap((part) => {
  const long = part.repeat(Math.ceil(length / part.length)).slice(0, length)
  return [`${long}!`, `a@${long}\u0000`]
})

const folder = new URL('../', import.meta.url)
const files = readdirSync(folder, { recursive: true })
  .map(String)
  .filter((file) => /^[^.]+\.ts$/.test(file))

/** Every exported function that could take a text first. */
const readers = await Promise.all(
  files.map(async (file) => {
    const exported = (await import(new URL(file, folder).href)) as Record<string, unknown>
    return Object.entries(exported).flatMap(([name, value]) =>
      typeof value === 'function' && value.length > 0
        ? [{ name: `${file} ${name}`, read: value as (text: string) => unknown }]
        : [],
    )
  }),
).then((found) => found.flat())

function millisecondsOf(read: (text: string) => unknown, text: string): number {
  const before = process.cpuUsage()
  try {
    read(text)
  } catch {
    // It takes something else than a text.
  }
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1_000
}

test('T28 no function of the domain that takes a text needs more than 100 ms for 100 kB of it', () => {
  const names = readers.map(({ name }) => name.split(' ')[1])
  expect(names).toEqual(
    expect.arrayContaining(['isEmail', 'normalisePhone', 'cleanText', 'checkSubdomain', 'isDomainName']),
  )
  const slow = readers.flatMap(({ name, read }) =>
    hostile.flatMap((text) => {
      const taken = millisecondsOf(read, text)
      // Once more: the first time may have met a garbage collection.
      return taken > max && millisecondsOf(read, text) > max ? [`${name} ${text.slice(0, 12)} ${taken} ms`] : []
    }),
  )
  expect(slow).toEqual([])
}, 60_000)
