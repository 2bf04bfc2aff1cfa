import { expect, test } from 'vitest'
import type { OutboxEntry } from '../outbox.ts'
import { createEmbeddedPush } from './embedded-push.ts'

const message = (at: number) => ({
  token: `device-${at}`,
  platform: 'android' as const,
  title: 'Titre',
  body: 'Texte',
  data: { id: String(at) },
  key: 'instant-1',
})

test('100,000 devices are rows of an outbox, a thousand at a time', async () => {
  const rows: OutboxEntry[] = []
  const sizes: number[] = []
  const outbox = {
    put: () => Promise.reject(new Error('one by one')),
    async putAll(entries: readonly OutboxEntry[]) {
      sizes.push(entries.length)
      rows.push(...entries)
    },
  }
  const batch = Array.from({ length: 100_000 }, (_, at) => message(at))
  const start = performance.now()
  const results = await createEmbeddedPush(outbox).send(batch)
  expect(performance.now() - start).toBeLessThan(2000)
  expect(results.every((result) => result === 'sent')).toBe(true)
  expect(sizes).toEqual(Array(100).fill(1000))
  expect(rows[99_999]).toMatchObject({
    kind: 'push',
    to: 'device-99999',
    payload: { data: { id: '99999' }, key: 'instant-1' },
  })
})
