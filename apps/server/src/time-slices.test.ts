import { expect, test } from 'vitest'
import { inSlices } from './time-slices.ts'

test('F8 H01 of eight works in slices one goes on per turn of the event loop, each in its turn', async () => {
  let [turn, isOver] = [0, false]
  const count = () => {
    turn++
    if (!isOver) setImmediate(count)
  }
  setImmediate(count)
  const resumed: { turn: number; name: string }[] = []
  const work = async (name: string) => {
    const slices = inSlices()
    for (let slice = 0; slice < 3; slice++) {
      await slices.next()
      resumed.push({ turn, name })
    }
  }
  await Promise.all([...'abcdefgh'].map(work))
  isOver = true
  expect(resumed.map(({ name }) => name).join('')).toBe('abcdefgh'.repeat(3))
  expect(new Set(resumed.map((one) => one.turn)).size).toBe(24)
})

test('F8 H01 all work in slices together has one slice of a turn of the event loop', async () => {
  const [one, other] = [inSlices(), inSlices()]
  let looks = 0
  while (!one.isSpent()) looks++
  expect(looks).toBeGreaterThan(0)
  expect(other.isSpent()).toBe(true)
  await other.next()
  expect(other.isSpent()).toBe(false)
})
