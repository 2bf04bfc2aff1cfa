import { setTimeout as pause } from 'node:timers/promises'
import { encodeCall } from '@parvis/client/client'
import sharp from 'sharp'
import { type Answer, tryCall } from '../bench/parts/http-client.ts'
import { familyMegabytes } from '../bench/parts/process-numbers.ts'
import type { Testbed } from '../bench/parts/testbed.ts'
import { insertThreads, type Thread } from '../sql/seed.ts'
import { judgeStatuses } from './answers.ts'
import { type Check, type Fault, holds, planted, within } from './fault.ts'
import { planting } from './planting.ts'
import type { PictureMessage } from './send-message.ts'
import { keepAsking } from './until.ts'
import { judgeWritten, startWriters } from './writers.ts'

/** Megabytes of JavaScript that the process may hold: it idles at about half. */
const heap = 160
const bodies = 20

/** F24: pictures that unfold to hundreds of megabytes and bodies that no form sends, on a small heap; then a kill. */
export const memoryPressure: Fault = {
  id: 'F24',
  title: 'memory pressure, blocked event loop',
  run: async ({ testbed }) => {
    const { threads, thread: victim } = await insertThreads(testbed.db, 5)
    const env = { PROCESS_ROLE: 'api', NODE_OPTIONS: `--max-semi-space-size=8 --max-old-space-size=${heap}` }
    let server = await testbed.start(env)
    const { pid } = server
    await using writers = startWriters(() => server.base, threads.slice(1), 'F24')
    await writers.nextAcknowledgement()
    const bomb = await pictureBomb()
    const idle = familyMegabytes(pid)
    await using memory = keepAsking([async () => familyMegabytes(pid)], 20)
    const hostile = await attack(server.base, victim, bomb)
    const grown = Math.max(...(await memory.stop())) - idle
    const loop = await judgeLoop(server.base)
    const alive = server.isAlive()
    const again = attack(server.base, victim, bomb).catch(() => [])
    await pause(200)
    const killed = performance.now()
    server = await server.killedAndBack()
    const back = performance.now() - killed
    await again
    await writers.nextAcknowledgement()
    await writers.stop()
    const written = await judgeWritten(testbed.db, 'F24', writers)
    return {
      done: `${hostile.length} hostile bodies, heap of ${heap} MB, 1 kill`,
      recoveries: [back],
      checks: [
        ...judgeRefused(hostile),
        ...loop,
        holds(`memory grew by ${grown} MB (at most 300)`, grown < 300),
        holds('the API lived through it', alive),
        ...written,
        within('back after the kill', back, 5_000),
      ],
      controls: [planted('no limit for bodies', await sufferWithoutLimit(testbed, victim, bomb))],
    }
  },
}

/** 196 megapixels in some hundred kilobytes. */
async function pictureBomb(): Promise<PictureMessage> {
  const png = await sharp({ create: { width: 14_000, height: 14_000, channels: 3, background: '#0f5c4d' } })
    .png({ compressionLevel: 9 })
    .toBuffer()
  const image = new Blob([new Uint8Array(png)], { type: 'image/png' })
  return await encodeCall({ message: 'Voici' }, { files: { image } })
}

/** All at once: decompression bombs, JSON of 5 MB, the same under an unsupported type, JSON nested to its limit. */
async function attack(base: string, { discussionId, token }: Thread, bomb: PictureMessage): Promise<Answer[]> {
  const path = `/v1/discussions/${discussionId}/message`
  const long = Buffer.from(`{"message":[${'[],'.repeat(1_700_000)}[]]}`)
  const deep = Buffer.from(`{"message":${'['.repeat(120_000)}${']'.repeat(120_000)}}`)
  const send = (type: string, body: Buffer | undefined) =>
    tryCall(base, 'POST', path, { token, body, headers: { 'content-type': type } })
  return await Promise.all(
    Array.from({ length: bodies }, () => [
      send(bomb.headers['content-type'] ?? '', bomb.payload),
      send('application/json', long),
      send('application/xml', long),
      send('application/json', deep),
    ]).flat(),
  )
}

function judgeRefused(answers: readonly Answer[]): Check[] {
  const tooLong = answers.filter(({ status }) => status === 413).length
  return [
    // Beyond what it does at once, the process sheds; nesting is a form's mistake.
    judgeStatuses('refused', answers, [400, 413, 415, 503]),
    holds(`refused as too long: ${tooLong}`, tooLong > 0),
  ]
}

/** Measured by a process of its own, since this one holds the bodies that it sends. */
async function judgeLoop(base: string): Promise<Check[]> {
  const { status, body } = await tryCall(base, 'GET', '/v1/metrics', { timeout: 10_000 })
  const delay = Number(/^parvis_event_loop_delay_seconds (\S+)$/m.exec(body)?.[1] ?? Number.POSITIVE_INFINITY)
  return [holds('it answers afterwards', status === 200), within('event loop held, p99', delay * 1_000, 200)]
}

async function sufferWithoutLimit(testbed: Testbed, victim: Thread, bomb: PictureMessage): Promise<Check[]> {
  await using naive = await testbed.start({ PROCESS_ROLE: 'api', ...planting('no limit for bodies') })
  const answers = await attack(naive.base, victim, bomb)
  return [...judgeRefused(answers), ...(await judgeLoop(naive.base))]
}
