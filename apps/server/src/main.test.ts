import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { get, type IncomingMessage } from 'node:http'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { clientAt } from '@parvis/harness/bench/parts/http-client'
import { startServerProcess } from '@parvis/harness/bench/parts/testbed'
import { openEventStream } from '@parvis/harness/faults/event-stream'
import { onceMore, startWriters } from '@parvis/harness/faults/writers'
import { untilTestEnds } from '@parvis/harness/server/lifetimes'
import { createTestDatabase } from '@parvis/harness/server/test-database'
import { deleteSessionsOf } from '@parvis/harness/sql/people'
import { countTexts, insertThreads } from '@parvis/harness/sql/seed'
import { temporaryFolder } from '@parvis/harness/temporary-folder'
import { expect, test } from 'vitest'
import { buildServer } from '../../../scripts/steps/build-apps.mjs'
import { builtServer } from './built.mjs'
import { createDatabase } from './db/database.ts'

const main = fileURLToPath(new URL('./main.mjs', import.meta.url))

test('a port that is taken stops the start with one sentence, also where its jobs had a database of their own', async () => {
  await using taken = createServer().listen(0, '127.0.0.1')
  await once(taken, 'listening')
  const address = taken.address()
  const port = typeof address === 'object' ? String(address?.port) : ''
  expect(await start({ PORT: port })).toEqual({
    code: 1,
    complaint: `Le port ${port} est déjà pris : choisissez-en un autre avec PORT=…\n`,
    printed: '',
  })
}, 60_000)

test('a data folder that cannot be written stops the start with one sentence', async () => {
  // A file in the place of the folder: nobody can write there, root included.
  const folder = newFolder()
  writeFileSync(join(folder, 'file'), '')
  const wanted = join(folder, 'file', 'data')
  expect(await start({ PARVIS_DATA: wanted })).toMatchObject({
    code: 1,
    complaint: `PARVIS_DATA doit être un dossier où l’on peut écrire : ${wanted} n’en est pas un\n`,
  })
})

test.each([
  [
    { PORT: 'abc', LOG_LEVEL: 'loud', DATABASE_URL: 'mysql://localhost/parvis' },
    'PORT doit être un nombre entier de 0 à 65535, et non « abc »\nDATABASE_URL doit commencer par postgres://\nLOG_LEVEL doit être debug ou info ou warn ou error ou silent, et non « loud »\n',
  ],
  [{ SMS_PROVIDER: 'orange' }, 'SMS_PROVIDER doit être embedded ou ovh ou brevo ou twilio, et non « orange »\n'],
  [
    { MIGRATION_DATABASE_URL: 'postgres://x@localhost/parvis' },
    'MIGRATION_DATABASE_URL n’a de sens qu’avec DATABASE_URL\n',
  ],
  [
    { DATABASE_URL: 'postgres://x:a,b@one:5432,two:5432/parvis' },
    'DATABASE_URL nomme plusieurs serveurs : indiquez une seule adresse, celle qui mène toujours au serveur principal\n',
  ],
  [
    { DATABASE_URL: 'postgres://x@127.0.0.1:1/parvis' },
    'La base de données ne répond pas, ou refuse d’être modifiée : le démarrage est à refaire quand elle sera revenue.\n',
  ],
])('%j stops the start with one sentence per fault', async (settings, complaint) => {
  expect(await start(settings)).toMatchObject({ code: 1, complaint })
})

test('the server in a few files is believed while it was made of these sources, and answers as they do', async () => {
  await using database = await createTestDatabase()
  buildServer()
  expect(builtServer()).toMatch(/dist\/run\.mjs$/)
  const dataFolder = newFolder()
  const log = join(dataFolder, 'server.log')
  await using server = await startServerProcess({
    dataFolder,
    log,
    env: {
      DATABASE_URL: database.url,
      NODE_ENV: 'production',
      LOG_LEVEL: 'debug',
      ALLOW_EMBEDDED_PROVIDERS: '1',
      SECRET_KEY: '5'.repeat(64),
    },
  })
  const maps = `/proc/${server.pid}/maps`
  expect(existsSync(maps) ? readFileSync(maps, 'utf8') : '').not.toContain('libvips')
  expect(await askAlone(`${server.base}/v1/docs`)).toMatchObject({ status: 200 })
  // Its young generation, which loading the modules grew, is given back as soon as it is idle.
  await expect
    .poll(() => readFileSync(log, 'utf8'), { timeout: 30_000 })
    .toMatch(/"after":[0-2],"msg":"young generation/)
}, 60_000)

test('F16 H01 two processes on one port: one killed under keyed writes loses and doubles none and comes back, SIGHUP replaces both, an ended session is refused by both, what happens is heard on both, their numbers are summed', async () => {
  await using database = await createTestDatabase()
  await using db = createDatabase({ url: database.url, size: 2 })
  await using server = await startServerProcess({
    dataFolder: newFolder(),
    env: { DATABASE_URL: database.url, PROCESSES: '2', ALLOW_DEVELOPMENT_IN_PUBLIC: '1' },
  })
  const { owner, threads } = await insertThreads(db, 8)
  const processes = async () => (await metricsOf(server.base)).get('parvis_processes')
  await expect.poll(processes, { timeout: 20_000 }).toBe(2)
  const before = childrenOf(server.pid)
  expect(before).toHaveLength(2)
  await using clients = startWriters([server.base], threads, 'PROCESSES', onceMore)
  await expect.poll(() => clients.acknowledged.size, { timeout: 20_000 }).toBeGreaterThan(40)
  process.kill(before[1] ?? 0, 'SIGKILL')
  const reached = clients.acknowledged.size
  await expect.poll(() => clients.acknowledged.size, { timeout: 40_000 }).toBeGreaterThan(reached + 40)
  await expect.poll(processes, { timeout: 40_000 }).toBe(2)
  await clients.stop()
  // Both tries of a client may have used kept connections of the process that was killed, once each.
  expect(clients.failures.length).toBeLessThanOrEqual(threads.length)
  const stored = await countTexts(db, 'PROCESSES ')
  expect([...clients.acknowledged].filter((text) => stored.get(text) !== 1)).toEqual([])
  expect([...stored.values()].filter((copies) => copies !== 1)).toEqual([])

  // The kernel spreads new connections over the sockets of the port: with enough of them, both processes answer.
  const askMany = (path: string, token?: string) =>
    Promise.all(Array.from({ length: 24 }, () => askAlone(server.base + path, token)))
  const healthCalls = 'parvis_request_seconds_count{method="GET",route="/v1/health",status="200"}'
  const counted = (await metricsOf(server.base)).get(healthCalls) ?? 0
  expect((await askMany('/v1/health')).map(({ status }) => status)).toEqual(Array(24).fill(200))
  for (let n = 0; n < 4; n += 1)
    expect((await metricsOf(server.base)).get(healthCalls)).toBeGreaterThanOrEqual(counted + 24)
  const [person] = threads
  expect(new Set((await askMany('/v1/app/discussions', person?.token)).map(({ status }) => status))).toEqual(
    new Set([200]),
  )
  await writeAndHear(server.base, owner.token, { token: person?.token, id: person?.discussionId })
  await deleteSessionsOf(db, [person?.userId ?? 0])
  expect(new Set((await askMany('/v1/app/discussions', person?.token)).map(({ status }) => status))).toEqual(
    new Set([401]),
  )
  const former = childrenOf(server.pid)
  process.kill(server.pid, 'SIGHUP')
  const replaced = () => childrenOf(server.pid).map((pid) => former.includes(pid))
  await expect.poll(replaced, { timeout: 60_000 }).toEqual([false, false])
  expect((await askMany('/v1/health')).map(({ status }) => status)).toEqual(Array(24).fill(200))
  await server.signal('SIGTERM')
  expect(childrenOf(server.pid)).toEqual([])
}, 150_000)

type Thread = Record<'token' | 'id', string | undefined>

/** Twelve streams, which the kernel shares among the processes, hear of a message that one process took. */
async function writeAndHear(base: string, ownerToken: string, thread: Thread): Promise<void> {
  using open = new DisposableStack()
  const streams = await Promise.all(
    Array.from({ length: 12 }, async () => open.use(await openEventStream(base, ownerToken))),
  )
  const heard = (event: string) => streams.filter((stream) => stream.heard.includes(event)).length
  await expect.poll(() => heard('ready'), { timeout: 20_000 }).toBe(12)
  const said = { token: thread.token ?? '', params: { id: thread.id ?? '' }, body: { message: 'Bonjour' } }
  await clientAt(base).call('POST /v1/discussions/:id/message', said)
  await expect.poll(() => heard('changed'), { timeout: 20_000 }).toBe(12)
}

/** On a connection of its own, which the kernel gives to one process or the other. */
async function askAlone(url: string, token?: string) {
  const headers = { connection: 'close', ...(token && { authorization: token }) }
  const [answer] = (await once(get(url, { agent: false, headers }), 'response')) as [IncomingMessage]
  return { status: answer.statusCode, body: await text(answer) }
}

async function metricsOf(base: string): Promise<Map<string, number>> {
  const { body } = await askAlone(`${base}/v1/metrics`)
  return new Map([...body.matchAll(/^(parvis_\S+) (\S+)$/gm)].map(([, name = '', value]) => [name, Number(value)]))
}

function childrenOf(pid: number): number[] {
  const path = `/proc/${pid}/task/${pid}/children`
  return existsSync(path) ? readFileSync(path, 'utf8').split(' ').filter(Boolean).map(Number) : []
}

/** Runs the server with these settings until it stops: how it ended, and what it complained of. */
async function start(settings: Record<string, string>) {
  const { DATABASE_URL: _, MIGRATION_DATABASE_URL: __, ...inherited } = process.env
  const own = { NODE_ENV: 'development', PARVIS_DATA: newFolder(), PORT: '0' }
  const child = spawn(process.execPath, [main], { env: { ...inherited, ...own, ...settings } })
  const ended = once(child, 'exit')
  const [complaint, printed] = await Promise.all([text(child.stderr), text(child.stdout)])
  const [code] = await ended
  return { code, complaint, printed }
}

function newFolder(): string {
  return untilTestEnds(temporaryFolder('parvis-start')).path
}
