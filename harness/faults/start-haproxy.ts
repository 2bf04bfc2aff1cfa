import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { missesProgram, type ProxyServer, startProxy } from './start-proxy.ts'

const site = new URL('../../docs/operations/haproxy.cfg', import.meta.url)

/** Starts haproxy with docs/operations/haproxy.cfg on that port, in front of these two processes. */
export async function startHaproxy(
  folder: string,
  port: number,
  upstreamPorts: readonly number[],
): Promise<ProxyServer> {
  mkdirSync(folder, { recursive: true })
  const main = join(folder, 'haproxy.cfg')
  writeFileSync(main, ours(readFileSync(site, 'utf8'), port, upstreamPorts))
  execFileSync('haproxy', ['-c', '-f', main], { stdio: 'pipe' })
  return await startProxy('haproxy', ['-db', '-f', main], port)
}

/** Why haproxy cannot be started here, when it cannot. */
export const missesHaproxy = () => missesProgram('haproxy', 'haproxy')

/** Only what belongs to a machine is changed: ports, and the certificate that a harness has not. */
function ours(text: string, port: number, upstreamPorts: readonly number[]): string {
  const [first, second] = upstreamPorts
  return text
    .replace('127.0.0.1:3001', `127.0.0.1:${first}`)
    .replace('127.0.0.1:3002', `127.0.0.1:${second}`)
    .replace(/bind :443 .*/, `bind 127.0.0.1:${port}`)
}
