import { existsSync, writeFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { clientAt } from '../bench/parts/http-client.ts'
import type { Testbed } from '../bench/parts/testbed.ts'
import { insertThreads, readFiles, type Thread } from '../sql/seed.ts'
import { type Check, type Control, type Fault, holds, planted } from './fault.ts'
import { judgeNamed, storedAt } from './full-uploads.ts'
import { planting } from './planting.ts'
import { type PictureMessage, pictureMessage, sendPicture } from './send-message.ts'
import { keepAsking, until } from './until.ts'

/** F25: the process dies between a file and the row that names it; no row stays without its file, no file stays for ever. */
export const killedUploads: Fault = {
  id: 'F25',
  title: 'kill -9 during uploads',
  run: async ({ testbed, long }) => {
    const kills = long ? 20 : 4
    const { threads, thread } = await insertThreads(testbed.db, 4)
    // Other cases have their own disks.
    const before = (await readFiles(testbed.db)).named
    let server = await testbed.start({ PROCESS_ROLE: 'api' })
    const upload = await pictureMessage()
    const send = (thread: Thread) => async () => (await sendPicture(server.base, thread, upload)).status
    await using clients = keepAsking(threads.map(send), 50)
    const acknowledged = () => clients.answers.filter((status) => status === 200).length
    for (let kill = 0; kill < kills; kill++) {
      const soFar = acknowledged()
      await until('an upload is acknowledged', 30_000, async () => acknowledged() > soFar)
      await pause(Math.random() * 700)
      server = await server.killedAndBack()
    }
    const sent = (await clients.stop()).length
    const taken = acknowledged()
    const { named, unnamed } = await readFiles(testbed.db, before)
    const dangling = judgeNamed(testbed.folder, named)
    await clientAt(server.base).call('PUT /v1/dev/clock', { body: { now: inHours(2) } })
    await using _worker = await testbed.start({ PROCESS_ROLE: 'worker' })
    await until('the sweep', 60_000, async () => (await readFiles(testbed.db)).unnamed.length === 0)
    const left = judgeSwept(testbed, unnamed)
    const after = judgeNamed(testbed.folder, (await readFiles(testbed.db, before)).named)
    const controls = [await answerBeforeFile(testbed, upload, thread), leaveOrphan(testbed)]
    await clientAt(server.base).call('PUT /v1/dev/clock', { body: { now: null } })
    return {
      done: `${kills} kills in ${sent} uploads, ${unnamed.length} orphans`,
      checks: [
        dangling,
        holds(`acknowledged ${taken}, stored ${named.length}`, taken > 0 && named.length >= taken),
        left,
        after,
      ],
      controls,
    }
  },
}

function judgeSwept({ folder }: Testbed, names: readonly string[]): Check {
  const left = names.filter((name) => existsSync(storedAt(folder, name))).length
  return holds(`orphans left after the sweep, two hours later: ${left}`, left === 0)
}

/** A planted server that acknowledges before the file is on the disk, killed right after. */
async function answerBeforeFile(testbed: Testbed, upload: PictureMessage, thread: Thread): Promise<Control> {
  const before = (await readFiles(testbed.db)).named
  await using faulty = await testbed.start({ PROCESS_ROLE: 'api', ...planting('the row written before the file') })
  await sendPicture(faulty.base, thread, upload)
  await faulty.signal('SIGKILL')
  const { named } = await readFiles(testbed.db, before)
  return planted('the row written before the file', [judgeNamed(testbed.folder, named)])
}

/** What a sweep that forgets would leave. */
function leaveOrphan(testbed: Testbed): Control {
  const orphan = '0'.repeat(32)
  writeFileSync(storedAt(testbed.folder, orphan), '')
  return planted('an orphan that no sweep takes', [judgeSwept(testbed, [orphan])])
}

const inHours = (hours: number): string => new Date(Date.now() + hours * 3_600_000).toISOString()
