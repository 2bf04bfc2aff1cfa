import { expect, test } from 'vitest'
import { Semaphore } from './semaphore.ts'

/** Work that lasts until the test ends it, and the largest number under way at once. */
function work() {
  const ends: (() => void)[] = []
  const seen = { now: 0, max: 0, done: 0 }
  const run = async () => {
    seen.now++
    seen.max = Math.max(seen.max, seen.now)
    await new Promise<void>((resolve) => ends.push(resolve))
    seen.now--
    seen.done++
  }
  return { run, seen, endOne: () => ends.shift()?.() }
}

/** A semaphore, and how a piece of work of a subject has its turn. */
function inTurns(bounds: { max: number; waiting: number }) {
  const turns = new Semaphore(bounds)
  return async <T>(subject: string, one: () => Promise<T>) => await turns.run({ subject }, one)
}

const settle = () => new Promise((resolve) => setImmediate(resolve))

test('T12 a newcomer at the very moment a place is handed over waits for the next one', async () => {
  for (let ticks = 0; ticks < 8; ticks++) {
    const { run, seen, endOne } = work()
    const inTurn = inTurns({ max: 2, waiting: 20 })
    const all = [inTurn('a', run), inTurn('a', run), inTurn('a', run)]
    endOne()
    for (let tick = 0; tick < ticks; tick++) await Promise.resolve()
    all.push(inTurn('a', run))
    await settle()
    expect({ ticks, ...seen }).toEqual({ ticks, now: 2, max: 2, done: 1 })
    while (seen.now > 0) {
      endOne()
      await settle()
    }
    await Promise.all(all)
    expect(seen).toEqual({ now: 0, max: 2, done: 4 })
  }
})

test('T12 work that fails gives its place too', async () => {
  const inTurn = inTurns({ max: 1, waiting: 20 })
  const failing = inTurn('a', () => Promise.reject(new Error('unreadable')))
  const next = inTurn('a', async () => 'decoded')
  await expect(failing).rejects.toThrow('unreadable')
  await expect(next).resolves.toBe('decoded')
  await expect(inTurn('a', async () => 'free again')).resolves.toBe('free again')
})

test('T12 F5 the queue is short: beyond it a picture is refused at once, and who sends most waits for themselves', async () => {
  const { run, seen, endOne } = work()
  const inTurn = inTurns({ max: 2, waiting: 4 })
  const done: string[] = []
  const refused: string[] = []
  const send = async (subject: string) => {
    await inTurn(subject, run).then(
      () => done.push(subject),
      () => refused.push(subject),
    )
  }
  const all = ['hostile', 'hostile', 'hostile', 'hostile', 'hostile', 'hostile', 'hostile'].map(send)
  await settle()
  expect(refused).toEqual(['hostile'])
  // The queue is full when another subject comes: the last picture of the longest line makes room.
  all.push(send('other'))
  await settle()
  expect(refused).toEqual(['hostile', 'hostile'])
  endOne()
  await settle()
  endOne()
  await settle()
  endOne()
  await settle()
  expect(done).toContain('other')
  while (seen.now > 0) {
    endOne()
    await settle()
  }
  await Promise.all(all)
  expect([done.length, refused.length]).toEqual([6, 2])
})

test('F11 H01 who waits once is served after one of each other subject, not behind a hundred of one; who loses patience leaves', async () => {
  const turns = new Semaphore({ max: 1, reason: () => new Error('too late') })
  expect([turns.take({ subject: 'hostile' }), turns.take({ subject: 'other' })]).toEqual([true, false])
  const served: string[] = []
  const wait = (subject: string, milliseconds = 10_000) =>
    turns.wait({ subject }, { milliseconds }).then(() => served.push(subject))
  const hundred = Array.from({ length: 100 }, () => wait('hostile'))
  const few = [wait('second'), wait('second'), wait('other')]
  await expect(wait('impatient', 1)).rejects.toThrow('too late')
  expect(turns.waiting).toBe(103)
  for (let n = 0; n < 104; n++) {
    turns.leave()
    await settle()
  }
  await Promise.all([...hundred, ...few])
  expect(served.slice(0, 5)).toEqual(['second', 'hostile', 'other', 'second', 'hostile'])
  // The last turn ended with nobody waiting: it is free.
  expect([turns.waiting, turns.take({ subject: 'a' }), turns.take({ subject: 'a' })]).toEqual([0, true, false])
})

test('F11 T02 each quota has its turns and its queue: a full narrow one keeps no other of the same wide one waiting', async () => {
  const turns = new Semaphore({})
  const requester = (narrow: string) => ({
    subject: 'wide',
    quotas: [
      { subject: 'wide', max: 3, waiting: 9 },
      { subject: narrow, max: 2, waiting: 1 },
    ],
  })
  expect(['a', 'a', 'a'].map((narrow) => turns.take(requester(narrow)))).toEqual([true, true, false])
  const served: string[] = []
  const first = turns.wait(requester('a')).then(() => served.push('a'))
  await expect(turns.wait(requester('a'))).rejects.toMatchObject({ key: 'request.upstream_unavailable' })
  expect([turns.take(requester('b')), turns.take(requester('b'))]).toEqual([true, false])
  const second = turns.wait(requester('b')).then(() => served.push('b'))
  turns.leave(requester('b'))
  await second
  expect([served, turns.waiting]).toEqual([['b'], 1])
  turns.leave(requester('a'))
  await first
  expect([served, turns.waiting]).toEqual([['b', 'a'], 0])
})
