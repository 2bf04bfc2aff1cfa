import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { freePort } from '../../../apps/server/src/db/embedded/free-port.ts'
import { tryCall } from './http-client.ts'

const main = fileURLToPath(new URL('../../../apps/server/src/main.mjs', import.meta.url))

/** A real server of ours in a process of its own; disposed of, it has ended. */
export type ServerProcess = AsyncDisposable & {
  base: string
  pid: number
  /** Milliseconds from the start of the process to its first answer as ready. */
  startMilliseconds: number
  isAlive(): boolean
  /** Sends the signal and, when it ends the process, waits for its end. */
  signal(name: 'SIGKILL' | 'SIGTERM' | 'SIGSTOP' | 'SIGCONT'): Promise<void>
}

export type ServerSettings = {
  dataFolder: string
  port?: number
  env?: Record<string, string>
  log?: string
  /** Kills the process at once when it fires, ready or not. */
  killer?: AbortSignal
}

const running = new Set<ChildProcess>()
process.on('exit', () => {
  for (const child of running) child.kill('SIGKILL')
})

/** Starts the server and waits until it is ready: by its health check, of a worker by its log line. */
export async function startServerProcess(settings: ServerSettings): Promise<ServerProcess> {
  const port = settings.port ?? (await freePort())
  const log = settings.log ?? join(settings.dataFolder, `server-${port}.log`)
  const { DATABASE_URL: _, MIGRATION_DATABASE_URL: __, ...inherited } = process.env
  const env = { ...inherited, ...environment(settings.dataFolder, port), ...settings.env }
  const started = performance.now()
  const output = openSync(log, 'a')
  const child = spawn(process.execPath, [main], { env, stdio: ['ignore', output, output] })
  closeSync(output)
  running.add(child)
  settings.killer?.addEventListener('abort', () => child.kill('SIGKILL'))
  child.once('exit', () => running.delete(child))
  const base = `http://127.0.0.1:${port}`
  const isReady = settings.env?.PROCESS_ROLE === 'worker' ? () => saysReady(log) : () => answersReady(base)
  await untilReady(child, isReady, log)
  return {
    base,
    pid: child.pid ?? 0,
    startMilliseconds: performance.now() - started,
    isAlive: () => child.exitCode === null && child.signalCode === null,
    signal: (name) => signal(child, name),
    // The PostgreSQL that a server has for itself ends with it, when it is asked to.
    [Symbol.asyncDispose]: () => signal(child, settings.env?.DATABASE_URL ? 'SIGKILL' : 'SIGTERM'),
  }
}

export async function stopServerProcesses(): Promise<void> {
  await Promise.all([...running].map((child) => signal(child, 'SIGKILL')))
}

function environment(dataFolder: string, port: number): Record<string, string> {
  return {
    NODE_ENV: 'development',
    LOG_LEVEL: 'error',
    HOST: '127.0.0.1',
    PORT: String(port),
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    PARVIS_DATA: dataFolder,
    // As in docs/operations/parvis-api@.service.
    NODE_OPTIONS: '--max-semi-space-size=16 --v8-pool-size=1',
  }
}

async function untilReady(child: ChildProcess, isReady: () => Promise<boolean>, log: string): Promise<void> {
  const deadline = performance.now() + 90_000
  while (!(await isReady())) {
    if (child.exitCode !== null) throw new Error(`the server did not start: ${readFileSync(log, 'utf8').slice(-1_000)}`)
    if (child.signalCode !== null) throw new Error('the server was killed while starting')
    if (performance.now() > deadline)
      throw new Error(`the server was not ready after 90 s: ${readFileSync(log, 'utf8').slice(-1_000)}`)
    await pause(20)
  }
}

async function answersReady(base: string): Promise<boolean> {
  return (await tryCall(base, 'GET', '/v1/health/ready', { timeout: 5_000 })).status === 200
}

async function saysReady(log: string): Promise<boolean> {
  return readFileSync(log, 'utf8').includes('travaux de fond en marche')
}

async function signal(child: ChildProcess, name: NodeJS.Signals): Promise<void> {
  const ended = child.exitCode !== null || child.signalCode !== null
  if (ended) return
  const end = name === 'SIGKILL' || name === 'SIGTERM' ? once(child, 'exit') : undefined
  child.kill(name)
  await end
}
