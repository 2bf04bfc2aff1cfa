import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdtempSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { untilFileEnds } from '@parvis/harness/server/lifetimes'
import { connected, createTestDatabase } from '@parvis/harness/server/test-database'
import { temporaryFolder } from '@parvis/harness/temporary-folder'
import pg from 'pg'
import { beforeAll, expect, test, vi } from 'vitest'
import { readRunning, readSecrets } from './embedded/postgres-files.ts'
import { readRunningPostgres } from './embedded/running-postgres.ts'
import { startEmbeddedPostgres } from './embedded-postgres.ts'
import { migrateToLatest } from './migrate.ts'

const owned = untilFileEnds(new AsyncDisposableStack())
const { path: folder } = owned.use(temporaryFolder('parvis-embedded'))
const dataFolder = join(folder, 'data')
// Creating a cluster flushes a thousand files: 0.7 s alone, ten on a busy disk.
const slow = { timeout: 90_000 }
const said: string[] = []
const log = (sentence: string) => said.push(sentence)
let server: { url: string; ownerUrl: string; stop(): Promise<void> }

beforeAll(async () => {
  chmodSync(folder, 0o755)
  server = await startEmbeddedPostgres({ dataFolder, log })
  owned.defer(() => server.stop())
})

test('F03 nothing acknowledged is lost: durability is on and the server’s role cannot weaken it', async () => {
  const rows = await ask(
    "select name, setting from pg_settings where name in ('fsync','synchronous_commit','full_page_writes')",
  )
  expect(rows).toEqual([
    { name: 'fsync', setting: 'on' },
    { name: 'full_page_writes', setting: 'on' },
    { name: 'synchronous_commit', setting: 'on' },
  ])
  await expect(ask("alter system set fsync = 'off'")).rejects.toThrow(/permission denied/)
  await expect(ask("select pg_read_file('postgresql.conf')")).rejects.toThrow(/permission denied/)
})

test('F02 it speaks UTF-8 and UTC, and listens on this machine only', async () => {
  const [row] = await ask(
    "select current_setting('server_encoding') as encoding, current_setting('TimeZone') as zone, current_setting('listen_addresses') as addresses, upper('é') as upper",
  )
  expect(row).toEqual({ encoding: 'UTF8', zone: 'UTC', addresses: '127.0.0.1', upper: 'É' })
})

test('T34 its passwords are readable by its owner alone, and required', async () => {
  for (const name of ['postgres.json', 'postgres-running.json'])
    expect(statSync(join(dataFolder, name)).mode & 0o777).toBe(0o600)
  const wrong = new URL(server.url)
  wrong.password = 'guess'
  await expect(new pg.Client(wrong.href).connect()).rejects.toThrow(/password authentication failed/)
})

test('a second start on the same data folder says who holds it', async () => {
  await expect(startEmbeddedPostgres({ dataFolder, log })).rejects.toThrow(
    `Parvis tourne déjà sur le dossier de données ${dataFolder} (processus ${process.pid})`,
  )
})

test('a data folder that cannot be written is named in one sentence', async () => {
  const file = join(folder, 'a-file')
  writeFileSync(file, '')
  await expect(startEmbeddedPostgres({ dataFolder: join(file, 'data'), log })).rejects.toThrow(
    `Parvis ne peut pas écrire dans son dossier de données ${join(file, 'data')} (ENOTDIR)`,
  )
})

test('the tools beside the server find its address', async () => {
  expect(readRunningPostgres(dataFolder)?.url).toBe(server.url)
  expect(readRunningPostgres(folder)).toBeUndefined()
})

test('F02 killed with -9, PostgreSQL comes back by itself on the same address with what was acknowledged', async () => {
  await ask('create table kept (id int primary key)', server.ownerUrl)
  await ask('insert into kept values (1)', server.ownerUrl)
  process.kill(readRunning(dataFolder)?.postgresPid ?? 0, 'SIGKILL')
  await vi.waitFor(async () => expect(await ask('select id from kept', server.ownerUrl)).toEqual([{ id: 1 }]), {
    timeout: 20_000,
    interval: 50,
  })
  // The server answers a moment before its keeper has seen it.
  await vi.waitFor(() => expect(said).toContain('PostgreSQL tourne de nouveau.'), 5_000)
  await vi.waitFor(() => expect(readRunningPostgres(dataFolder)?.url).toBe(server.url))
})

test('T34 the server’s role reads and writes rows, and owns nothing', async () => {
  await migrateToLatest(server)
  await ask("insert into users (phone) values ('+33612345678')")
  expect(await ask('select phone, current_user::text as role from users')).toEqual([
    { phone: '+33612345678', role: 'parvis_server' },
  ])
  await expect(ask('drop table users')).rejects.toThrow('must be owner')
  await expect(ask('create temporary table spare (id int)')).rejects.toThrow('permission denied')
})

test(
  'a launcher killed with -9 leaves nothing in the way of the next start, nor does a moved data folder',
  slow,
  async () => {
    const other = join(folder, 'other')
    const launcher = await launcherOf(other)
    launcher.kill('SIGKILL')
    await once(launcher, 'exit')
    const orphan = `postgresql://nobody@127.0.0.1:${readRunning(other)?.port}/postgres`
    await expect(ask('select 1', orphan)).rejects.toThrow(/authentication|password/)
    {
      await using owned = new AsyncDisposableStack()
      const next = owned.adopt(await startEmbeddedPostgres({ dataFolder: other, log }), (one) => one.stop())
      await expect(ask('select 1', orphan)).rejects.toThrow('ECONNREFUSED')
      expect(await ask('select 1 as one', next.url)).toEqual([{ one: 1 }])
    }
    expect(readRunningPostgres(other)).toBeUndefined()

    const moved = join(folder, 'moved')
    renameSync(other, moved)
    await using others = new AsyncDisposableStack()
    const there = others.adopt(await startEmbeddedPostgres({ dataFolder: moved, log }), (one) => one.stop())
    expect(await ask('select 1 as one', there.url)).toEqual([{ one: 1 }])
  },
)

test.runIf(process.getuid?.() === 0)(
  'as root, under a closed folder, the cluster stands where its account can reach it',
  slow,
  async () => {
    const closed = mkdtempSync(join(folder, 'closed-'))
    await using stack = new AsyncDisposableStack()
    const inClosed = await startEmbeddedPostgres({ dataFolder: join(closed, 'data'), log })
    const [row] = await ask('select pg_postmaster_start_time() is not null as runs', inClosed.url)
    expect(row).toEqual({ runs: true })
    const cluster = readSecrets(join(closed, 'data'))?.folder ?? ''
    stack.defer(() => rmSync(dirname(cluster), { recursive: true }))
    stack.defer(() => inClosed.stop())
    expect(cluster).toMatch(/^\/var\/(lib|tmp)\/parvis\/[0-9a-f]{12}\/postgres$/)
  },
)

async function ask(statement: string, url = server.url): Promise<unknown[]> {
  await using client = await connected(url)
  client.on('error', () => undefined)
  const { rows } = await client.query(statement)
  return rows
}

async function launcherOf(folder: string): Promise<ChildProcess> {
  const module = new URL('./embedded-postgres.ts', import.meta.url).href
  const script = `const { startEmbeddedPostgres } = await import(${JSON.stringify(module)})
    await startEmbeddedPostgres({ dataFolder: ${JSON.stringify(folder)}, log: console.log })
    console.log('ready'); setInterval(() => {}, 1000)`
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: ['ignore', 'pipe', 'inherit'] })
  await once(child.stdout, 'data')
  return child
}

test('F26 the former release starts on a schema that a later one has migrated', async () => {
  await using database = await createTestDatabase()
  await using client = await connected(database.ownerUrl)
  const later = { name: '9999-later', at: new Date().toISOString() }
  await client.query('insert into migrations (name, timestamp) values ($1, $2)', [later.name, later.at])
  await migrateToLatest(database)
  const { rows } = await client.query('select name from migrations where name = $1', [later.name])
  expect(rows).toEqual([{ name: later.name }])
})

test('a start that fails once PostgreSQL runs leaves none behind', slow, async () => {
  const other = join(folder, 'other')
  const first = await startEmbeddedPostgres({ dataFolder: other, log })
  await first.stop()
  const secrets = readSecrets(other)
  writeFileSync(join(other, 'postgres.json'), JSON.stringify({ ...secrets, superuserPassword: 'another' }))
  await expect(startEmbeddedPostgres({ dataFolder: other, log })).rejects.toThrow(/password authentication failed/)
  expect(existsSync(join(secrets?.folder ?? '', 'postmaster.pid'))).toBe(false)
  expect(readRunning(other)).toBeUndefined()
})
