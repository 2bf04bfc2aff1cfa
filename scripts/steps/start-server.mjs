import { spawn } from 'node:child_process'
import { closeSync, mkdirSync, openSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { buildServer } from './build-apps.mjs'
import { root } from './root.mjs'

/**
 * Starts the server's bundle in development on a free port of 127.0.0.1, with the embedded PostgreSQL of `dataFolder`,
 * and waits until it is ready. Resolves to its address, its environment (for tools beside it) and `stop`, the disposal
 * too. Its output goes to `logFile`.
 */
export async function startServer({ dataFolder, logFile, settings = {} }) {
  buildServer()
  const { freePort } = await import('../../apps/server/src/free-port.ts')
  const port = await freePort()
  const base = `http://127.0.0.1:${port}`
  const { DATABASE_URL: _, MIGRATION_DATABASE_URL: __, ...inherited } = process.env
  const own = {
    NODE_ENV: 'development',
    HOST: '127.0.0.1',
    PORT: String(port),
    PUBLIC_URL: base,
    PARVIS_DATA: dataFolder,
  }
  const env = { ...inherited, ...own, RATE_LIMITS: 'relaxed', ...settings }
  mkdirSync(dirname(logFile), { recursive: true })
  const log = openSync(logFile, 'w')
  const child = spawn(process.execPath, [join(root, 'apps/server/src/main.mjs')], {
    cwd: root,
    env,
    stdio: ['ignore', log, log],
  })
  closeSync(log)
  const ended = new Promise((resolve) => child.on('exit', resolve))
  await untilReady(base, child, logFile)
  const stop = async () => {
    child.kill('SIGTERM')
    await ended
  }
  return { base, env, stop, [Symbol.asyncDispose]: stop }
}

async function untilReady(base, child, logFile) {
  const deadline = performance.now() + 60_000
  while (!(await isReady(base))) {
    if (child.exitCode !== null) throw new Error(`the server did not start:\n${readFileSync(logFile, 'utf8')}`)
    if (performance.now() > deadline) throw new Error(`the server was not ready after 60 s (${logFile})`)
    await pause(100)
  }
}

async function isReady(base) {
  const answer = await fetch(`${base}/v1/health/ready`).catch(() => undefined)
  return answer?.ok === true
}
