import { execFile } from 'node:child_process'
import { chmodSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { createClient, fetchTransport } from '@parvis/client/client'
import { startServerProcess } from '../bench/parts/server-process.ts'
import { openAsSuperuser } from '../bench/parts/testbed.ts'
import { countEverything, forgetLastMessage } from '../sql/control.ts'
import { newSession } from '../sql/people.ts'
import { insertThreads, type Thread } from '../sql/seed.ts'
import { temporaryFolder } from '../temporary-folder.ts'
import { type Check, type Fault, holds, planted, within } from './fault.ts'
import { pictureMessage, sendPicture } from './picture-message.ts'

/** F27: the machine is lost and its last copy is elsewhere: plays the restore of docs/operations.md. */
export const lostFolder: Fault = {
  id: 'F27',
  title: 'data folder lost, copy restored',
  isLong: true,
  run: async () => {
    using places = temporaryFolder('broken-parvis')
    // PostgreSQL's own account must reach its cluster: elsewhere it would stay behind.
    chmodSync(places.path, 0o755)
    const at = (name: string) => join(places.path, name)
    const before = await liveAndCopy(at('first'), at('copy'))
    rmSync(at('first'), { recursive: true })
    const began = performance.now()
    const after = await restoreCopy(at('second'), at('copy'), before.thread)
    return {
      done: `${total(before.rows)} rows`,
      acknowledged: total(before.rows),
      lost: total(before.rows) - total(after.rows),
      recoveries: [performance.now() - began],
      checks: [
        judgeRows(before.rows, after.rows),
        holds(`the conversation is there with its picture: ${after.picture}`, after.picture === 200),
        within('back after', performance.now() - began, 30 * 60_000),
      ],
      controls: [planted('a message missing from the copy', [judgeRows(before.rows, after.short)])],
    }
  },
}

type Rows = Record<string, number>
// Both commands write a line of their own in the first; the others are of a machine or of a moment, or open accounts.
const uncounted = /^(audit_log|rate_windows|sessions|known_browsers|job_workers|view_secrets)/

function judgeRows(before: Rows, after: Rows): Check {
  const differing = Object.keys(before).filter((table) => !uncounted.test(table) && before[table] !== after[table])
  return holds(`tables whose rows differ: ${differing.join(', ') || 'none'}`, differing.length === 0)
}

function total(rows: Rows): number {
  return Object.entries(rows).reduce((sum, [table, count]) => sum + (uncounted.test(table) ? 0 : count), 0)
}

async function liveAndCopy(folder: string, copy: string): Promise<{ rows: Rows; thread: Thread }> {
  await using server = await startServerProcess({
    dataFolder: folder,
    log: `${folder}.log`,
    env: { PROCESS_ROLE: 'api' },
  })
  await using db = openAsSuperuser(folder)
  const { threads } = await insertThreads(db, 20)
  const client = createClient(fetchTransport(server.base))
  for (const { discussionId: id, token } of threads)
    await client.call('POST /v1/discussions/:id/message', { params: { id }, token, body: { message: 'Gardez' } })
  const [thread] = threads
  if (!thread) throw new Error('a conversation was inserted')
  await sendPicture(server.base, thread, await pictureMessage())
  await operate(folder, ['backup', copy])
  const rows = await countEverything(db)
  return { rows, thread }
}

async function restoreCopy(folder: string, copy: string, { discussionId, userId }: Thread) {
  const log = `${folder}.log`
  await using empty = await startServerProcess({ dataFolder: folder, log, env: { PROCESS_ROLE: 'api' } })
  await operate(folder, ['restore', copy])
  await using db = openAsSuperuser(folder)
  const rows = await countEverything(db)
  // Nobody is signed in on the new machine: sessions are not in the copy.
  const token = await newSession(db, userId)
  const client = createClient(fetchTransport(empty.base))
  const messages = await client.call('GET /v1/discussions/:id/messages', { params: { id: discussionId }, token })
  const image = messages.find((message) => message.image)?.image ?? `${empty.base}/nowhere`
  const picture = (await fetch(image)).status
  await forgetLastMessage(db)
  const short = await countEverything(db)
  return { rows, short, picture }
}

const operator = fileURLToPath(new URL('../../apps/server/src/operator/main.ts', import.meta.url))

/** `npm run operator -- …` on that data folder. */
async function operate(dataFolder: string, args: readonly string[], more: Record<string, string> = {}) {
  const env = { ...process.env, PARVIS_DATA: dataFolder, NODE_ENV: 'development', DATABASE_URL: '', ...more }
  await promisify(execFile)(process.execPath, [operator, ...args], { env })
}
