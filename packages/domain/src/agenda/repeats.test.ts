import { expect, test } from 'vitest'
import { splitRepeats } from './repeats.ts'

const group = (key: string, ...ids: number[]) => ({ key, title: key, items: ids.map((id) => ({ id })) })

test('what comes back is told from what is new, in the order of each group', () => {
  const split = splitRepeats([group('0', 2, 1), group('1', 3, 1), group('2', 1, 4, 3)])
  expect(split.map(({ fresh }) => fresh.map(({ id }) => id))).toEqual([[2, 1], [3], [4]])
  expect(split.map(({ repeated }) => repeated.map(({ id }) => id))).toEqual([[], [1], [1, 3]])
})
