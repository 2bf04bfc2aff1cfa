import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { call } from '../parts/http-client.ts'
import { until } from './until.ts'

const site = new URL('../../docs/operations/haproxy.cfg', import.meta.url)

/** haproxy as docs/operations/haproxy.cfg says, on that port before processes on these two. */
export async function startHaproxy(folder: string, port: number, upstreamPorts: readonly number[]) {
  mkdirSync(folder, { recursive: true })
  const main = join(folder, 'haproxy.cfg')
  writeFileSync(main, ours(readFileSync(site, 'utf8'), port, upstreamPorts))
  execFileSync('haproxy', ['-c', '-f', main], { stdio: 'pipe' })
  const child = spawn('haproxy', ['-db', '-f', main], { stdio: 'ignore' })
  const endWithUs = () => child.kill('SIGTERM')
  process.once('exit', endWithUs)
  const end = once(child, 'exit')
  const base = `http://127.0.0.1:${port}`
  await until('haproxy', 15_000, async () => {
    return (await call(base, 'GET', '/v1/health', { timeout: 5_000 }).catch(() => undefined))?.status === 200
  })
  return {
    base,
    stop: async () => {
      child.kill('SIGTERM')
      await end
      process.off('exit', endWithUs)
    },
  }
}

/** Why haproxy cannot be started here, when it cannot. */
export function missesHaproxy(): string | undefined {
  try {
    execFileSync('haproxy', ['-v'], { stdio: 'ignore' })
    return undefined
  } catch {
    return 'haproxy is not installed (apt-get install haproxy)'
  }
}

/** Only what belongs to a machine is changed: ports, and the certificate that a harness has not. */
function ours(text: string, port: number, upstreamPorts: readonly number[]): string {
  const [first, second] = upstreamPorts
  return text
    .replace('127.0.0.1:3001', `127.0.0.1:${first}`)
    .replace('127.0.0.1:3002', `127.0.0.1:${second}`)
    .replace(/bind :443 .*/, `bind 127.0.0.1:${port}`)
}
