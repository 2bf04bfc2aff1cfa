import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { type Answer, tryCall } from '../bench/parts/http-client.ts'
import { type ServerProcess, startServerProcess, type Testbed } from '../bench/parts/testbed.ts'
import { insertThreads, readFiles, type Thread } from '../sql/seed.ts'
import { judgeRetryAfter, judgeStatuses } from './answers.ts'
import { type Check, type Fault, holds, planted, within } from './fault.ts'
import { type Defect, planting } from './planting.ts'
import { type PictureMessage, pictureMessage, sendPicture } from './send-message.ts'
import { missesSmallDisk, mountSmallDisk, type SmallDisk } from './small-disk.ts'
import { until } from './until.ts'

/** F05: no room for pictures nor for the log, which share a disk. Writing without a picture goes on. */
export const fullUploads: Fault = {
  id: 'F05',
  title: 'disk full: pictures and log',
  misses: missesSmallDisk,
  run: async ({ testbed }) => {
    using disk = mountSmallDisk(join(testbed.folder, 'small'), 20)
    const env = { ...environment(testbed), LOG_LEVEL: 'debug' }
    await using server = await startServerProcess({ dataFolder: disk.folder, env })
    return await fillAndHeal(testbed, disk, server)
  },
}

const environment = ({ url, secretKey }: Testbed) => {
  return { PROCESS_ROLE: 'api', DATABASE_URL: url, SECRET_KEY: secretKey }
}

async function fillAndHeal(testbed: Testbed, disk: SmallDisk, server: ServerProcess) {
  const { threads, thread } = await insertThreads(testbed.db, 4)
  const before = (await readFiles(testbed.db)).named
  const picture = await pictureMessage()
  const upload = async (thread: Thread) => await sendPicture(server.base, thread, picture)
  const kept = await Promise.all(threads.map(upload))
  disk.fill()
  const refused: Answer[] = []
  for (let n = 0; n < 12; n++) refused.push(await upload(threads[n % threads.length] as Thread))
  const written = await Promise.all(threads.map((thread) => write(server.base, thread)))
  const alive = server.isAlive()
  disk.free()
  const healed = await until('takes pictures again', 15_000, async () => {
    return (await upload(thread)).status === 200
  })
  const { named } = await readFiles(testbed.db, before)
  const acknowledged = kept.filter(({ status }) => status === 200).length + 1
  return {
    done: `${refused.length} pictures without room`,
    recoveries: [healed],
    checks: [
      holds(`pictures taken while there was room: ${acknowledged - 1} of ${kept.length}`, acknowledged > kept.length),
      ...judgeRefused(refused),
      judgeStatuses('messages without a picture', written, [200]),
      holds(`stored ${named.length} of them`, named.length >= acknowledged),
      judgeNamed(disk.folder, named),
      judgeFiles(disk, named),
      holds('the API lived through it, though its log was full too', alive),
      within('takes pictures again after', healed, 5_000),
    ],
    controls: await playFaulty(testbed, disk, thread, picture),
  }
}

const write = (base: string, { discussionId, token }: Thread): Promise<Answer> =>
  tryCall(base, 'POST', `/v1/discussions/${discussionId}/message`, { token, json: { message: 'Sans photo' } })

function judgeRefused(answers: readonly Answer[]): Check[] {
  const worded = answers.filter(({ body }) => /"message":"[^"]*merci de réessayer/.test(body)).length
  return [
    judgeStatuses('pictures without room', answers, [503, 507]),
    judgeRetryAfter(answers),
    holds(`with a French sentence: ${worded}`, worded === answers.length),
  ]
}

/** Of each picture there are two files. */
export function judgeNamed(dataFolder: string, names: readonly string[]): Check {
  const dangling = names.flatMap(filesOf).filter((file) => !existsSync(storedAt(dataFolder, file))).length
  return holds(`rows without their file: ${dangling}`, dangling === 0)
}

/** Whole files that no row names are deleted by the sweep of F25; a partial file would stay for ever. */
function judgeFiles(disk: SmallDisk, names: readonly string[]): Check {
  const expected = new Set(names.flatMap(filesOf))
  const pieces = readdirSync(storedAt(disk.folder)).filter((file) => file.startsWith('.') && !expected.has(file)).length
  return holds(`pieces of files left behind: ${pieces}`, pieces === 0)
}

/** The same full disk under planted servers without these precautions. */
async function playFaulty(testbed: Testbed, disk: SmallDisk, thread: Thread, picture: PictureMessage) {
  const play = async (defect: Defect, judge: (answer: Answer, named: string[]) => Check[]) => {
    const env = { ...environment(testbed), ...planting(defect) }
    await using server = await startServerProcess({ dataFolder: disk.folder, env })
    const before = (await readFiles(testbed.db)).named
    disk.fill()
    const answer = await sendPicture(server.base, thread, picture)
    const { named } = await readFiles(testbed.db, before)
    const control = planted(defect, judge(answer, named))
    await server.signal('SIGKILL')
    disk.free()
    return control
  }
  return [
    await play('a disk error answered 500', (answer) => judgeRefused([answer])),
    await play('the row written before the file', (_answer, named) => [judgeNamed(disk.folder, named)]),
    await play('a draft left where it failed', () => [judgeFiles(disk, [])]),
  ]
}

export const storedAt = (dataFolder: string, file = ''): string => join(dataFolder, 'blobs', 'private', file)

const filesOf = (name: string): string[] => [name, name.replace(/\.jpg$/, '.webp')]
