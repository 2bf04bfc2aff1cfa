import { setTimeout as pause } from 'node:timers/promises'
import { encodeCall } from '@parvis/client/client'
import sharp from 'sharp'
import { insertCommerce, type Person } from '../sql/seed.ts'
import { call, clientAt } from './parts/http-client.ts'
import { familyNumbers } from './parts/process-numbers.ts'
import type { ServerProcess } from './parts/server-process.ts'
import type { Testbed } from './parts/testbed.ts'
import type { Section } from './section.ts'

/** A hostile picture may take 300 MB (G23): four honest ones, decoded one after the other, must stay under that. */
const budgetMegabytes = 300
const ranks = [0, 1, 2, 3]

/** One save of a profile with four photos of a phone, 12 megapixels and nearly 10 MB each: the largest honest request. */
export async function benchPictures(testbed: Testbed, rounds: number): Promise<Section> {
  const { owner, companyId } = await insertCommerce(testbed.db)
  const sent = await updateBody()
  await using server = await testbed.start()
  await buyPremium(server.base, owner, companyId)
  const saves: Saved[] = []
  for (let round = 0; round < rounds; round++) saves.push(await save(server, owner, companyId, sent))
  return report(saves, sent.payload?.length ?? 0)
}

type Saved = { seconds: number; cpuSeconds: number; atRest: number; atMost: number }

async function save(server: ServerProcess, { token }: Person, companyId: string, sent: Sent): Promise<Saved> {
  const { megabytes: atRest, cpuMilliseconds: before } = familyNumbers(server.pid)
  const path = `/v1/company/${companyId}/update-settings-and-openingHours`
  const headers = { ...sent.headers }
  const answered = call(server.base, 'POST', path, { token, headers, body: sent.payload, timeout: 120_000 })
  const [{ status, body, milliseconds }, atMost] = await Promise.all([answered, highest(server.pid, answered)])
  if (status !== 200) throw new Error(`the save was answered ${status} ${body.slice(0, 200)}`)
  const cpuSeconds = (familyNumbers(server.pid).cpuMilliseconds - before) / 1000
  return { seconds: milliseconds / 1000, cpuSeconds, atRest, atMost }
}

/** Peak memory of a process and its decoder until the answer came, sampled every 10 ms. */
async function highest(pid: number, until: Promise<unknown>): Promise<number> {
  let isOver = false
  const over = until.finally(() => {
    isOver = true
  })
  let max = 0
  while (!isOver) {
    max = Math.max(max, familyNumbers(pid).megabytes)
    await Promise.race([pause(10), over])
  }
  return max
}

type Sent = Awaited<ReturnType<typeof encodeCall>>

async function updateBody(): Promise<Sent> {
  const noise = { type: 'gaussian' as const, mean: 128, sigma: 30 }
  const photo = await sharp({ create: { width: 4000, height: 3000, channels: 3, background: '#888888', noise } })
    .jpeg({ quality: 82, chromaSubsampling: '4:4:4' })
    .toBuffer()
  const body = {
    openingHours: JSON.stringify([{ daytype: 'all_days', startTime: '09:00', endTime: '18:00' }]),
    category: 'boulangerie',
    cacActive: '1',
    cacDescription: 'Commandez avant midi.',
    cacReferences: JSON.stringify(ranks.map((rank) => ({ rank, action: 'UPDATE' }))),
  }
  const images = ranks.map(() => new Blob([new Uint8Array(photo)], { type: 'image/jpeg' }))
  return await encodeCall(body, { files: { 'cacImages[]': images } })
}

async function buyPremium(base: string, { token }: Person, companyId: string): Promise<void> {
  const body = { companyId, subscriptionId: 'premium', periodicity: 'annual' }
  const { sessionId } = await clientAt(base).call('POST /v1/payment/create/paymentSession', { token, body })
  const paid = await call(base, 'POST', `/v1/dev/checkout/${sessionId}`, { json: { outcome: 'paid' } })
  if (paid.status >= 400) throw new Error(`the payment was answered ${paid.status}`)
  await clientAt(base).call('POST /v1/payment/validate', { token, body: { sessionId } })
}

function report(saves: readonly Saved[], bytes: number): Section {
  const names = ['first save', ...saves.slice(1).map((_, index) => `save ${index + 2}`)]
  const rows = saves.map(({ seconds, cpuSeconds, atRest, atMost }, index) => [
    names[index] ?? '',
    `${seconds.toFixed(2)} s`,
    `${cpuSeconds.toFixed(2)} s`,
    `${atRest} MB`,
    `${atMost} MB`,
    `${atMost - atRest} MB`,
  ])
  const max = Math.max(...saves.map(({ atRest, atMost }) => atMost - atRest))
  const megabytes = (bytes / 1024 / 1024).toFixed(0)
  return {
    title: `A profile saved with four photos of 12 megapixels, ${megabytes} MB in one call (budget +${budgetMegabytes} MB)`,
    headings: ['what', 'answered in', 'CPU', 'memory before', 'at most', 'above rest'],
    rows,
    overruns: max > budgetMegabytes ? [`four pictures: +${max} MB, ${budgetMegabytes} allowed`] : [],
  }
}
