import { expect, test } from 'vitest'
import { atMost } from './at-most.ts'

/** Work that lasts until it is ended, and how many were seen at once. */
function work() {
  const ends: (() => void)[] = []
  const seen = { now: 0, most: 0, done: 0 }
  const run = async () => {
    seen.now++
    seen.most = Math.max(seen.most, seen.now)
    await new Promise<void>((resolve) => ends.push(resolve))
    seen.now--
    seen.done++
  }
  return { run, seen, endOne: () => ends.shift()?.() }
}

const settle = () => new Promise((resolve) => setImmediate(resolve))

test('T12 a newcomer at the very moment a place is handed over waits for the next one', async () => {
  for (let ticks = 0; ticks < 8; ticks++) {
    const { run, seen, endOne } = work()
    const inTurn = atMost(2)
    const all = [inTurn(run), inTurn(run), inTurn(run)]
    endOne()
    for (let tick = 0; tick < ticks; tick++) await Promise.resolve()
    all.push(inTurn(run))
    await settle()
    expect({ ticks, ...seen }).toEqual({ ticks, now: 2, most: 2, done: 1 })
    while (seen.now > 0) {
      endOne()
      await settle()
    }
    await Promise.all(all)
    expect(seen).toEqual({ now: 0, most: 2, done: 4 })
  }
})

test('T12 work that fails gives its place too', async () => {
  const inTurn = atMost(1)
  const failing = inTurn(() => Promise.reject(new Error('unreadable')))
  const next = inTurn(async () => 'decoded')
  await expect(failing).rejects.toThrow('unreadable')
  await expect(next).resolves.toBe('decoded')
  await expect(inTurn(async () => 'free again')).resolves.toBe('free again')
})
