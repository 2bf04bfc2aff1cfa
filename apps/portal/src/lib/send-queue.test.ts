import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ApiError, unreachable } from './api-error.ts'
import { SendQueue } from './send-queue.ts'
import type { QueueItem, QueueParts, QueueStore } from './send-queue-parts.ts'

const request = { method: 'POST', url: '/v1/discussions/1/message', body: {}, as: 'json' as const }
const said = (lane: string, text: string) => ({ lane, kind: 'message' as const, text, image: null, request })

/** Tabs that share one store and one lock, in front of a server that remembers Idempotency-Keys. */
function newBrowser() {
  const stored = new Map<string, QueueItem>()
  const received: { key: string; lane: string; text: string }[] = []
  const world = { now: 1_000_000, isOnline: true, fate: (): 'ok' | 'lost' | 'down' | Error => 'ok' }
  let lock = Promise.resolve()
  const tries: string[] = []
  const timers = new Set<{ work: () => void; at: number }>()

  function openTab(userId = 1) {
    let isAlive = true
    const ifAlive = async <T>(work: () => T, dead: T): Promise<T> => (isAlive ? work() : dead)
    const store: QueueStore = {
      read: () => ifAlive(() => [...stored.values()], []),
      has: (key) => ifAlive(() => stored.has(key), false),
      put: (item) => ifAlive(() => void stored.set(item.key, item), undefined),
      remove: (key) => ifAlive(() => void stored.delete(key), undefined),
    }
    const parts: QueueParts = {
      store,
      send: async (item) => {
        tries.push(item.key)
        const fate = world.fate()
        if (fate instanceof Error) throw fate
        if (fate === 'down') throw unreachable()
        if (!received.some(({ key }) => key === item.key)) received.push(item)
        if (fate === 'lost') throw unreachable()
        return {}
      },
      exclusive: (work) => {
        const turn = lock.then(() => (isAlive ? work() : undefined))
        lock = turn.catch(() => undefined)
        return turn
      },
      now: () => world.now,
      isOnline: () => world.isOnline,
      later: (work, milliseconds) => {
        const timer = { work, at: world.now + milliseconds }
        timers.add(timer)
        return () => timers.delete(timer)
      },
      broadcast: () => undefined,
    }
    const queue = new SendQueue(parts)
    return {
      queue,
      open: () => queue.openFor(userId),
      kill: () => {
        isAlive = false
      },
    }
  }
  /** Runs timers until the queue is idle. */
  const settle = async () => {
    for (let turn = 0; turn < 60; turn++) await Promise.resolve()
    await lock
    for (let turn = 0; turn < 60; turn++) await Promise.resolve()
  }
  /** Moves the clock, and runs at their time the timers due meanwhile. */
  const pass = async (milliseconds: number) => {
    const end = world.now + milliseconds
    for (;;) {
      const [next] = [...timers].filter(({ at }) => at <= end).sort((one, other) => one.at - other.at)
      if (!next) break
      timers.delete(next)
      world.now = Math.max(world.now, next.at)
      next.work()
      await settle()
    }
    world.now = end
  }
  return { stored, received, tries, timers, world, openTab, settle, pass }
}

test('Q-124 Q-125 random cuts, reloads and two tabs: each message once, in the order typed', async () => {
  const step = fc.oneof(
    fc.constantFrom('cut', 'network', 'reload', 'other tab', 'later'),
    fc.record({ lane: fc.constantFrom('a', 'b') }),
  )
  const fates = fc.array(fc.constantFrom('ok', 'ok', 'lost', 'down') as fc.Arbitrary<'ok' | 'lost' | 'down'>)
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 14 }), fates, async (steps, fate) => {
      const browser = newBrowser()
      const typed: { lane: string; text: string }[] = []
      const left = [...fate]
      browser.world.fate = () => left.shift() ?? 'ok'
      let tab = browser.openTab()
      await tab.open()
      for (const one of steps) {
        if (one === 'cut') browser.world.isOnline = false
        else if (one === 'network') {
          browser.world.isOnline = true
          await tab.queue.onRemoteChange()
        } else if (one === 'reload' || one === 'other tab') {
          if (one === 'reload') tab.kill()
          tab = browser.openTab()
          await tab.open()
        } else if (one === 'later') browser.world.now += 70_000
        else {
          typed.push({ lane: one.lane, text: `${typed.length}` })
          await tab.queue.add(said(one.lane, `${typed.length - 1}`))
        }
      }
      left.length = 0
      browser.world.isOnline = true
      browser.world.now += 70_000
      tab = browser.openTab()
      await tab.open()
      await browser.settle()
      for (const lane of ['a', 'b']) {
        const texts = (from: readonly { lane: string; text: string }[]) =>
          from.filter((item) => item.lane === lane).map(({ text }) => text)
        expect(texts(browser.received)).toEqual(texts(typed))
      }
      expect(browser.stored.size).toBe(0)
    }),
    { numRuns: 300 },
  )
})

test('Q-125 an answer lost five times is one message, always under the same key', async () => {
  const browser = newBrowser()
  let lost = 5
  browser.world.fate = () => (lost-- > 0 ? 'lost' : 'ok')
  const { queue, open } = browser.openTab()
  await open()
  await queue.add(said('a', 'Bonjour'))
  await browser.settle()
  expect(queue.shown()[0]?.status).toBe('failed')
  for (let time = 0; time < 6; time++) {
    await queue.onRemoteChange()
    await browser.settle()
  }
  expect(browser.tries).toHaveLength(6)
  expect(new Set(browser.tries).size).toBe(1)
  expect(browser.received).toHaveLength(1)
  expect(queue.shown()).toEqual([])
})

test('Q-124 Q-125 each lane is tried again at its own time, though another one failed and left meanwhile', async () => {
  const browser = newBrowser()
  const { queue, open } = browser.openTab()
  await open()
  browser.world.fate = () => 'down'
  await queue.add(said('b', 'depuis longtemps'))
  await browser.settle()
  await browser.pass(51_000)
  expect(browser.tries).toHaveLength(4)
  await queue.add(said('a', 'à l’instant'))
  await browser.settle()
  browser.world.fate = () => 'ok'
  await browser.pass(6_000)
  expect(browser.received.map(({ text }) => text)).toEqual(['à l’instant'])
  expect(browser.timers.size).toBe(1)
  await browser.pass(60_000)
  expect(browser.received.map(({ text }) => text)).toEqual(['à l’instant', 'depuis longtemps'])
  expect(browser.timers.size).toBe(0)
})

test('Q-124 no timer runs without network, nor for a message that was erased', async () => {
  const browser = newBrowser()
  const { queue, open } = browser.openTab()
  await open()
  browser.world.fate = () => 'down'
  await queue.add(said('a', 'Bonjour'))
  await browser.settle()
  expect(browser.timers.size).toBe(1)
  browser.world.isOnline = false
  await browser.pass(60_000)
  expect(browser.timers.size).toBe(0)
  browser.world.isOnline = true
  await queue.remove(queue.shown()[0]?.key ?? '')
  await browser.settle()
  expect(browser.timers.size).toBe(0)
  expect(browser.tries).toHaveLength(1)
})

test('Q-126 a refusal stops that item only and says why; changed or erased, it is gone', async () => {
  const browser = newBrowser()
  const { queue, open } = browser.openTab()
  await open()
  const refused = new ApiError({ status: 403, code: 'DISCUSSION_BLOCKED', message: 'Cette conversation est bloquée' })
  browser.world.isOnline = false
  for (const text of ['un', 'deux', 'trois']) await queue.add(said('a', text))
  let turn = 0
  browser.world.fate = () => (++turn === 2 ? refused : 'ok')
  browser.world.isOnline = true
  await queue.onRemoteChange()
  await browser.settle()
  expect(browser.received.map(({ text }) => text)).toEqual(['un', 'trois'])
  expect(queue.shown().map(({ text, status, refusal }) => [text, status, refusal?.message])).toEqual([
    ['deux', 'refused', 'Cette conversation est bloquée'],
  ])
  await queue.remove(queue.shown()[0]?.key ?? '')
  expect(browser.stored.size).toBe(0)
})

test('Q-127 after a day it asks and leaves by itself no more, and holds nobody up', async () => {
  const browser = newBrowser()
  const { queue, open } = browser.openTab()
  await open()
  browser.world.isOnline = false
  await queue.add(said('a', 'hier'))
  browser.world.now += 24 * 3_600_000 + 1
  await queue.add(said('a', 'maintenant'))
  browser.world.isOnline = true
  await queue.onRemoteChange()
  await browser.settle()
  expect(browser.received.map(({ text }) => text)).toEqual(['maintenant'])
  expect(queue.shown().map(({ status }) => status)).toEqual(['asks'])
  await queue.retry(queue.shown()[0]?.key ?? '')
  await browser.settle()
  expect(browser.received.map(({ text }) => text)).toEqual(['maintenant', 'hier'])
})

test('Q-128 signing out leaves nothing; an ended session keeps it seven days for the same person alone', async () => {
  const browser = newBrowser()
  browser.world.isOnline = false
  const first = browser.openTab(1)
  await first.open()
  await first.queue.add(said('a', 'à moi'))
  first.queue.close()
  expect(first.queue.shown()).toEqual([])
  const other = browser.openTab(2)
  await other.open()
  expect(other.queue.shown()).toEqual([])
  browser.world.isOnline = true
  await other.queue.onRemoteChange()
  await browser.settle()
  expect(browser.received).toEqual([])
  await other.queue.erase()
  const back = browser.openTab(1)
  await back.open()
  expect(back.queue.shown().map(({ text }) => text)).toEqual(['à moi'])
  await browser.settle()
  expect(browser.received).toHaveLength(1)

  browser.world.isOnline = false
  await back.queue.add(said('a', 'oublié'))
  browser.world.now += 7 * 24 * 3_600_000 + 1
  await browser.openTab(2).open()
  expect(browser.stored.size).toBe(0)
  await back.queue.add(said('a', 'effacé'))
  await back.queue.erase()
  expect(browser.stored.size).toBe(0)
})

test('Q-129 a step of an order taken without network is put aside when the order moved, never tried again', async () => {
  const browser = newBrowser()
  const { queue, open } = browser.openTab()
  await open()
  browser.world.isOnline = false
  await queue.add({ ...said('order 7', 'Prête'), kind: 'step' })
  const moved = new ApiError({ status: 409, code: 'ORDER_ALREADY_PROCESSED', message: 'Cette commande est annulée.' })
  browser.world.fate = () => moved
  browser.world.isOnline = true
  for (let time = 0; time < 3; time++) {
    await queue.onRemoteChange()
    await browser.settle()
  }
  expect(browser.tries).toHaveLength(1)
  expect(queue.shown()).toMatchObject([{ status: 'refused', refusal: { message: 'Cette commande est annulée.' } }])
})

test('Q-126 what the browser itself refuses is said in French', async () => {
  const browser = newBrowser()
  const { queue, open } = browser.openTab()
  await open()
  browser.world.fate = () => new DOMException('A requested file could not be found', 'NotFoundError')
  await queue.add(said('1', 'une photo'))
  await browser.settle()
  expect(queue.shown().map(({ refusal }) => refusal?.message)).toEqual([
    'Une erreur est survenue de notre côté. Votre message est gardé.',
  ])
})
