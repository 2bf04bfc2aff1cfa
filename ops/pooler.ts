import { chmodSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { createDatabase, type Db, rowsOf, run } from '../apps/server/src/db/database.ts'
import { postgresAccount } from '../apps/server/src/db/embedded/postgres-binaries.ts'
import { ownerRole, servingRole } from '../apps/server/src/db/embedded/running-postgres.ts'
import { sql } from '../apps/server/src/db/sql.ts'
import { freePort } from '../apps/server/src/free-port.ts'
import { startProcess } from '../harness/bench/parts/owned-process.ts'
import type { Testbed } from '../harness/bench/parts/testbed.ts'
import { openEventStream } from '../harness/faults/event-stream.ts'
import { type Check, type Fault, holds, type Outcome, planted } from '../harness/faults/fault.ts'
import { sendText } from '../harness/faults/send-message.ts'
import { isFulfilled, until } from '../harness/faults/until.ts'
import { judgeWritten, startWriters } from '../harness/faults/writers.ts'
import { countRows, readSetting } from '../harness/sql/control.ts'
import { insertDevice, insertThreads, type Person, type Thread } from '../harness/sql/seed.ts'
import { temporaryFolder } from '../harness/temporary-folder.ts'
import { insistent } from './cluster-stage.ts'
import { missesNewerDebian, spawning } from './debian-root.ts'
import { missesProgram } from './start-proxy.ts'

const database = 'faults_pooler'

/**
 * Calls through Debian's PgBouncer in transaction mode, as it refuses what a pooler refuses; LISTEN, jobs and migrations past
 * it (docs/operations.md, decision 0081). The database is empty when the first process starts: it migrates, too.
 */
export const poolers: Fault[] = [
  {
    id: 'POOLER',
    title: 'PgBouncer in transaction mode',
    misses: () => missesProgram('pgbouncer', 'pgbouncer', '--version'),
    run: ({ testbed }) => playPooler(testbed, false),
  },
  {
    id: 'POOLER26',
    title: 'PgBouncer 1.26 in transaction mode',
    isLong: true,
    misses: missesNewerDebian,
    run: ({ testbed }) => playPooler(testbed, true),
  },
]

async function playPooler(testbed: Testbed, isNewer: boolean): Promise<Outcome> {
  await using owned = new AsyncDisposableStack()
  const [name, role] = [sql.identifier(database), sql.identifier(servingRole)]
  await run(testbed.db)`create database ${name} owner ${sql.identifier(ownerRole)}`
  owned.defer(async () => void (await rowsOf(testbed.db)`drop database if exists ${name} with (force)`))
  // Settings that a pooler in transaction mode refuses at connect are set on the role (docs/operations.md).
  await run(testbed.db)`alter role ${role} in database ${name} set statement_timeout = '2500ms'`
  const [direct, owner] = [onDatabase(testbed.url), onDatabase(testbed.ownerUrl)]
  const db = createDatabase({ url: onDatabase(testbed.superuserUrl), size: 2, queryTimeoutMs: 20_000 })
  await using strict = await startPgBouncer(isNewer, direct, '')
  const ignored = 'ignore_startup_parameters = statement_timeout,idle_in_transaction_session_timeout,options'
  await using lenient = await startPgBouncer(isNewer, direct, ignored)
  // One connection for all: of four, PgBouncer gives a calm machine the last one again, where each name is still its client's own.
  // From 1.21 on it can follow the names itself, and does by default since.
  const forgetful = `${ignored}\ndefault_pool_size = 1${isNewer ? '\nmax_prepared_statements = 0' : ''}`
  await using single = await startPgBouncer(isNewer, direct, forgetful)
  owned.defer(async () => await Promise.race([db.pool.end(), pause(5_000)]))
  const play = (label: string, env: Record<string, string>, more?: Play['more']) =>
    playThrough({ testbed, db, label: `POOLER ${label}`, env: { MIGRATION_DATABASE_URL: owner, ...env }, more })
  const right = await play('right', { DATABASE_URL: strict.url, DIRECT_DATABASE_URL: direct }, pushOnce)
  const bounded = await readThrough(strict.url)
  const api = { DATABASE_URL: lenient.url, PROCESS_ROLE: 'api' }
  const deaf = await play('deaf', { ...api, DIRECT_DATABASE_URL: lenient.url })
  const named = await play('named', { ...api, DATABASE_URL: single.url }).catch(({ message }: Error) => {
    // Its processes end as they start, or a moment later.
    return { checks: [holds(message, !message.includes('prepared statement'))] }
  })
  return {
    done: `${right.acknowledged} messages by two processes, 4 connections`,
    checks: [...right.checks, holds(`statements end after ${bounded}, by the role`, bounded === '2500ms')],
    controls: [
      planted('LISTEN through the pooler', deaf.checks),
      planted('prepared names through the pooler', named.checks),
    ],
  }
}

function onDatabase(address: string, port?: number): string {
  const url = new URL(address)
  url.pathname = `/${database}`
  if (port) url.port = String(port)
  return url.href
}

/** A few connections for all clients and no named statements: the default of Debian's package. */
async function startPgBouncer(isNewer: boolean, direct: string, more: string) {
  const { port, username, password } = new URL(direct)
  await using owned = new AsyncDisposableStack()
  const { path: folder } = owned.use(temporaryFolder('broken-parvis'))
  const [own, file, users] = [await freePort(), join(folder, 'pgbouncer.ini'), join(folder, 'users')]
  chmodSync(folder, 0o755)
  writeFileSync(users, `"${username}" "${password}"\n`)
  writeFileSync(
    file,
    `[databases]
${database} = host=127.0.0.1 port=${port}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${own}
unix_socket_dir =
auth_type = scram-sha-256
auth_file = ${users}
pool_mode = transaction
default_pool_size = 4
${more}
`,
  )
  const { program, args, options } = spawning(isNewer, postgresAccount(), ['pgbouncer', '-q', file])
  owned.use(startProcess(program, args, options))
  const url = onDatabase(direct, own)
  await until('pgbouncer answers', 15_000, () => isFulfilled(() => readThrough(url)))
  const all = owned.move()
  return { url, [Symbol.asyncDispose]: () => all.disposeAsync() }
}

async function readThrough(url: string): Promise<string> {
  await using db = createDatabase({ url, size: 1, isPooled: true })
  return await readSetting(db, 'statement_timeout')
}

type Played = { acknowledged: number; checks: Check[] }
type Play = {
  testbed: Testbed
  db: Db
  label: string
  env: Record<string, string>
  more: ((db: Db, base: string, owner: Person, thread: Thread) => Promise<Check[]>) | undefined
}

/** Two processes, five seconds of writing to both; each resident listens on the second one, which has the jobs. */
async function playThrough({ testbed, db, label, env, more }: Play): Promise<Played> {
  await using first = await testbed.start({ ...env, PROCESS_ROLE: 'api' })
  await using second = await testbed.start(env)
  using heardBy = new DisposableStack()
  const { owner, threads, thread } = await insertThreads(db, 8)
  const streams = await Promise.all(
    threads.map(async ({ token }) => heardBy.use(await openEventStream(second.base, token).catch(() => undefined))),
  )
  await using writers = startWriters([first.base, second.base], threads, label, insistent)
  await pause(5_000)
  await writers.stop()
  const { acknowledged, attempts } = writers
  const heard = () => streams.flatMap((stream) => stream?.heard.filter((name) => name === 'changed') ?? []).length
  await until('every event', 5_000, async () => heard() === acknowledged.size).catch(() => undefined)
  const refused = attempts.filter(({ status }) => status !== 200).length
  const checks = [
    holds(`refused ${refused} of ${attempts.length}`, refused === 0 && attempts.length > 50),
    holds(`events heard ${heard()} of ${acknowledged.size}`, heard() === acknowledged.size),
    ...(await judgeWritten(db, label, writers)),
    ...((await more?.(db, second.base, owner, thread)) ?? []),
  ]
  return { acknowledged: acknowledged.size, checks }
}

async function pushOnce(db: Db, base: string, owner: Person, thread: Thread): Promise<Check[]> {
  const text = `Prêt ${thread.discussionId}`
  await insertDevice(db, thread.userId, { token: text, platform: 'android' })
  await sendText(base, { ...thread, token: owner.token }, text, thread.companyId)
  const sent = () => countRows(db, sql`outbox where kind = 'push' and position(${text} in outbox.text) > 0`)
  await until('the push', 10_000, async () => (await sent()) > 0).catch(() => undefined)
  const pushes = await sent()
  return [holds(`pushes of the association’s answer: ${pushes}`, pushes === 1)]
}
