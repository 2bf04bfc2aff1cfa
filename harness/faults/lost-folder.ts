import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { callOk } from '../bench/parts/http-client.ts'
import { startServerProcess } from '../bench/parts/server-process.ts'
import { openAsSuperuser } from '../bench/parts/world.ts'
import { countEverything, forgetLastMessage } from '../sql/control.ts'
import { insertThreads, type Thread } from '../sql/seed.ts'
import { type Check, type Fault, holds, planted, within } from './fault.ts'
import { operate } from './operate.ts'
import { pictureMessage, sendPicture } from './picture-message.ts'

/** F27: the machine is gone, the last copy is elsewhere: docs/operations.md, played. */
export const lostFolder: Fault = {
  id: 'F27',
  title: 'data folder lost, copy restored',
  isLong: true,
  run: async () => {
    const places = mkdtempSync(join(tmpdir(), 'broken-parvis-'))
    // PostgreSQL's own account must reach its cluster: elsewhere it would stay behind.
    chmodSync(places, 0o755)
    const at = (name: string) => join(places, name)
    try {
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
    } finally {
      rmSync(places, { recursive: true, force: true })
    }
  },
}

type Rows = Record<string, number>
// Both commands write a line of their own in the first; the second holds the counters of the last minutes.
const uncounted = new Set(['audit_log', 'rate_windows'])

function judgeRows(before: Rows, after: Rows): Check {
  const differing = Object.keys(before).filter((table) => !uncounted.has(table) && before[table] !== after[table])
  return holds(`tables whose rows differ: ${differing.join(', ') || 'none'}`, differing.length === 0)
}

function total(rows: Rows): number {
  return Object.entries(rows).reduce((sum, [table, count]) => sum + (uncounted.has(table) ? 0 : count), 0)
}

async function liveAndCopy(folder: string, copy: string): Promise<{ rows: Rows; thread: Thread }> {
  const server = await startServerProcess({ dataFolder: folder, log: `${folder}.log`, env: { PROCESS_ROLE: 'api' } })
  const db = openAsSuperuser(folder)
  const { threads } = await insertThreads(db, 20)
  for (const { discussionId, token } of threads)
    await callOk(server.base, 'POST', `/v1/discussions/${discussionId}/message`, { token, json: { message: 'Gardez' } })
  const [thread] = threads
  if (!thread) throw new Error('a conversation was inserted')
  await sendPicture(server.base, thread, await pictureMessage())
  await operate(folder, ['backup', copy])
  const rows = await countEverything(db)
  await db.destroy()
  await server.signal('SIGTERM')
  return { rows, thread }
}

async function restoreCopy(folder: string, copy: string, { discussionId, token }: Thread) {
  const log = `${folder}.log`
  const empty = await startServerProcess({ dataFolder: folder, log, env: { PROCESS_ROLE: 'api' } })
  await operate(folder, ['restore', copy])
  const db = openAsSuperuser(folder)
  const rows = await countEverything(db)
  const path = `/v1/discussions/${discussionId}/messages`
  const messages = await callOk<{ image: string | null }[]>(empty.base, 'GET', path, { token })
  const image = messages.find((message) => message.image)?.image ?? `${empty.base}/nowhere`
  const picture = (await fetch(image)).status
  await forgetLastMessage(db)
  const short = await countEverything(db)
  await db.destroy()
  await empty.signal('SIGTERM')
  return { rows, short, picture }
}
