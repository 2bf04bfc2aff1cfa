import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, existsSync } from 'node:fs'
import { connect, createServer, type Server, type Socket } from 'node:net'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import pg from 'pg'
import { postgresAccount, runAs } from '../../../apps/server/src/db/embedded/postgres-binaries.ts'
import { temporaryFolder } from '../../temporary-folder.ts'
import { freePort } from './server-process.ts'

const binaries = '/usr/lib/postgresql/15/bin'

/**
 * Two PostgreSQL 15 of Debian on loopback: commits wait for the synchronous standby, whose answers are delayed by this many
 * milliseconds.
 */
export type SynchronousPair = AsyncDisposable & { url: string }

export const missesPair = (): string | undefined =>
  existsSync(`${binaries}/postgres`) ? undefined : 'PostgreSQL 15 is not installed (apt-get install postgresql-15)'

export async function startSynchronousPair(milliseconds: number): Promise<SynchronousPair> {
  const account = postgresAccount()
  const temporary = temporaryFolder('bench-parvis-pair')
  const folder = temporary.path
  if (account) chownSync(folder, account.uid, account.gid)
  const [first, second] = [join(folder, 'first'), join(folder, 'second')]
  const [port, standbyPort] = [await freePort(), await freePort()]
  const run = (program: string, ...args: string[]) =>
    promisify(execFile)(`${binaries}/${program}`, args, runAs(account))
  const begun: ChildProcess[] = []
  const begin = (data: string, at: number, ...settings: string[]) => {
    const all = [`unix_socket_directories=${folder}`, 'max_connections=80', 'shared_buffers=128MB', ...settings]
    const args = ['-D', data, '-p', String(at), ...all.flatMap((setting) => ['-c', setting])]
    begun.push(spawn(`${binaries}/postgres`, args, { ...runAs(account), stdio: 'ignore' }))
  }
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`
  await run('initdb', '-D', first, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8')
  begin(first, port)
  await untilAnswered(url, 'select 1')
  const late = await answerLate(port, milliseconds)
  await run(
    'pg_basebackup',
    '-D',
    second,
    '-U',
    'postgres',
    '-h',
    '127.0.0.1',
    '-p',
    String(late.port),
    '-R',
    '-c',
    'fast',
  )
  begin(second, standbyPort)
  await untilAnswered(url, "alter system set synchronous_standby_names = '*'")
  await untilAnswered(url, 'select pg_reload_conf()')
  await untilAnswered(url, "select 1 from pg_stat_replication where sync_state = 'sync'")
  return {
    url,
    [Symbol.asyncDispose]: async () => {
      for (const one of begun) one.kill('SIGQUIT')
      for (const one of begun) if (one.exitCode === null) await once(one, 'exit')
      late.server.close()
      temporary[Symbol.dispose]()
    },
  }
}

const end = (sockets: readonly Socket[]) => {
  for (const socket of sockets) socket.destroy()
}

async function untilAnswered(url: string, question: string): Promise<void> {
  for (let tries = 0; tries < 200; tries++) {
    const client = new pg.Client(url)
    client.on('error', () => undefined)
    const answered = await client
      .connect()
      .then(() => client.query(question))
      .then(
        ({ rowCount, command }) => command !== 'SELECT' || (rowCount ?? 0) > 0,
        () => false,
      )
    await client.end().catch(() => undefined)
    if (answered) return
    await pause(100)
  }
  throw new Error(`not answered: ${question}`)
}

/** A proxy between a standby and its leader that delays the standby's packets, as a network of that latency would. */
async function answerLate(to: number, milliseconds: number): Promise<{ port: number; server: Server }> {
  const server = createServer((standby) => {
    const leader = connect(to, '127.0.0.1')
    const both: Socket[] = [standby, leader]
    for (const one of both) {
      one.setNoDelay(true)
      one.on('error', () => undefined).on('close', () => end(both))
    }
    leader.pipe(standby)
    standby.on('data', (bytes) => setTimeout(() => leader.write(bytes), milliseconds))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  return { port: typeof address === 'object' && address ? address.port : 0, server }
}
