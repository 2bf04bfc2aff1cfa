import { expect, test } from 'vitest'
import type { OutboxEntry } from './development.queries.ts'
import { createOutboxChatWebhook, createOutboxPush } from './outbox.ts'

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
  const put = async (entries: readonly OutboxEntry[]) => {
    sizes.push(entries.length)
    rows.push(...entries)
  }
  const batch = Array.from({ length: 100_000 }, (_, at) => message(at))
  const start = performance.now()
  const results = await createOutboxPush(put).send(batch)
  expect(performance.now() - start).toBeLessThan(2000)
  expect(results.every((result) => result === 'sent')).toBe(true)
  expect(sizes).toEqual(Array(100).fill(1000))
  expect(rows[99_999]).toMatchObject({
    kind: 'push',
    to: 'device-99999',
    payload: { data: { id: '99999' }, key: 'instant-1' },
  })
})

const log = { info: () => undefined, warn: () => undefined }

test('C-059 the inert text of a chat message is in the outbox', async () => {
  const rows: OutboxEntry[] = []
  const put = async (entries: readonly OutboxEntry[]) => void rows.push(...entries)
  await createOutboxChatWebhook(put, log).post('code 73282932000074 @everyone')
  expect(rows).toMatchObject([{ kind: 'webhook', to: 'chat', text: expect.stringContaining('73282932000074') }])
  expect(rows[0]?.text).not.toContain('@everyone')
})

test('AMB-09 an outbox that fails fails no call', async () => {
  const put = () => Promise.reject(new Error('no database'))
  await expect(createOutboxChatWebhook(put, log).post('x')).resolves.toBeUndefined()
})
