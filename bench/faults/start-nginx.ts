import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { call } from '../parts/http-client.ts'
import { until } from './until.ts'

const site = new URL('../../docs/operations/nginx.conf', import.meta.url)

export type Nginx = { base: string; stop(): Promise<void> }

/** nginx as docs/operations/nginx.conf says, on that port before processes on these two. */
export async function startNginx(folder: string, port: number, upstreamPorts: readonly number[]): Promise<Nginx> {
  mkdirSync(folder, { recursive: true })
  const main = join(folder, 'nginx.conf')
  writeFileSync(main, mainConfiguration(folder, ours(readFileSync(site, 'utf8'), port, upstreamPorts)))
  const child = spawn('nginx', ['-c', main, '-p', folder, '-e', join(folder, 'error.log')], { stdio: 'ignore' })
  const endWithUs = () => child.kill('SIGTERM')
  process.once('exit', endWithUs)
  const end = once(child, 'exit')
  const base = `http://127.0.0.1:${port}`
  await until('nginx', 15_000, async () => {
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

/** Why nginx cannot be started here, when it cannot. */
export function missesNginx(): string | undefined {
  try {
    execFileSync('nginx', ['-v'], { stdio: 'ignore' })
    return undefined
  } catch {
    return 'nginx is not installed (apt-get install nginx-light)'
  }
}

/** Only what belongs to a machine is changed: ports, and the certificate that a harness has not. */
function ours(text: string, port: number, upstreamPorts: readonly number[]): string {
  const [first, second] = upstreamPorts
  const [beforeRedirection = ''] = text.split('server {\n  listen 80;')
  return beforeRedirection
    .replace('127.0.0.1:3001', `127.0.0.1:${first}`)
    .replace('127.0.0.1:3002', `127.0.0.1:${second}`)
    .replace('listen 443 ssl http2;', `listen 127.0.0.1:${port};`)
    .replace(/^ *ssl_certificate.*$/gm, '')
}

function mainConfiguration(folder: string, servers: string): string {
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${join(folder, name)};`,
  )
  return `
daemon off;
user root;
worker_processes 1;
pid ${join(folder, 'nginx.pid')};
events { worker_connections 1024; }
http {
  access_log off;
  ${temporary.join('\n  ')}
${servers}
}
`
}
