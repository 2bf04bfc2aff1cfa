import { expect, test } from 'vitest'
import { z } from 'zod'
import { writeItems } from './json-answers.ts'

const seen: string[] = []
const schema = z.array(
  z.object({
    name: z.string().refine((name) => {
      seen.push(`${name} is checked`)
      return true
    }),
  }),
)

test('F8 a list in parts is one answer; each part is checked and written before the next is read', async () => {
  seen.length = 0
  async function* parts() {
    for (const names of [['a', 'b'], [], ['c']]) {
      seen.push(`${names.length} are read`)
      yield names.map((name) => ({ name }))
    }
  }
  const answer = await writeItems(schema, parts())
  expect(JSON.parse(answer.toString())).toEqual({ data: [{ name: 'a' }, { name: 'b' }, { name: 'c' }] })
  expect(seen).toEqual(['2 are read', 'a is checked', 'b is checked', '0 are read', '1 are read', 'c is checked'])
})

test('F8 no part gives an empty list, and a part that fails no answer', async () => {
  async function* nothing() {
    yield []
  }
  expect((await writeItems(schema, nothing())).toString()).toBe('{"data":[]}')
  async function* failing() {
    yield [{ name: 'a' }]
    throw new Error('the database is silent')
  }
  await expect(writeItems(schema, failing())).rejects.toThrow('the database is silent')
})
