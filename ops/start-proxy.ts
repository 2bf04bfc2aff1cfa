import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { startAnswering } from '../harness/bench/parts/owned-process.ts'

/** A proxy in the foreground, once what is behind it answers on that port. */
export const startProxy = (program: string, args: readonly string[], port: number, env = {}): Promise<ProxyServer> =>
  startAnswering(program, args, { port, path: '/v1/health', env, end: 'SIGTERM' })

export type ProxyServer = Awaited<ReturnType<typeof startAnswering>>

/** Why this program cannot be started here, when it cannot. */
export function missesProgram(program: string, debianPackage: string, version = '-v'): string | undefined {
  try {
    execFileSync(program, [version], { stdio: 'ignore' })
    return undefined
  } catch {
    return `${program} is not installed (apt-get install ${debianPackage})`
  }
}

const nginxSite = new URL('../docs/operations/nginx.conf', import.meta.url)

/** Starts nginx with docs/operations/nginx.conf on that port, in front of these two processes. */
export const startNginx = (folder: string, port: number, upstreams: readonly number[]): Promise<ProxyServer> =>
  startNginxSite(folder, readFileSync(nginxSite, 'utf8'), { port, upstreams })

/** What the residents' pages are served by: the documented file. */
export const nginxSiteText = readFileSync(new URL('../docs/operations/nginx-site.conf', import.meta.url), 'utf8')

/** Starts nginx with that configuration, the names of the residents' site those of this machine. */
export async function startNginxSite(
  folder: string,
  text: string,
  { port, upstreams, env = {} }: { port: number; upstreams: readonly number[]; env?: Record<string, string> },
): Promise<ProxyServer> {
  mkdirSync(folder, { recursive: true })
  const main = join(folder, 'nginx.conf')
  const servers = nginxHere(text, port, upstreams)
    .replace('/var/cache/nginx/parvis-site', join(folder, 'cache'))
    .replace('server_name parvis.site *.parvis.site', 'server_name parvis.localhost *.parvis.localhost')
  writeFileSync(main, mainConfiguration(folder, servers, Object.keys(env)))
  return await startProxy('nginx', ['-c', main, '-p', folder, '-e', join(folder, 'error.log')], port, env)
}

/** Only what belongs to a machine is changed: ports, and the certificate that a harness has not. */
function nginxHere(text: string, port: number, upstreamPorts: readonly number[]): string {
  const [beforeRedirection = ''] = text.split('server {\n  listen 80;')
  return withUpstreams(beforeRedirection, upstreamPorts)
    .replace('listen 443 ssl http2;', `listen 127.0.0.1:${port};`)
    .replace(/^ *ssl_certificate.*$/gm, '')
}

/** nginx gives its workers only those variables of the environment that it is told of. */
function mainConfiguration(folder: string, servers: string, variables: readonly string[]): string {
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${join(folder, name)};`,
  )
  return `
daemon off;
user root;
worker_processes 1;
pid ${join(folder, 'nginx.pid')};
${variables.map((name) => `env ${name};`).join('\n')}
events { worker_connections 1024; }
http {
  access_log off;
  ${temporary.join('\n  ')}
${servers}
}
`
}

const haproxySite = new URL('../docs/operations/haproxy.cfg', import.meta.url)

/** Starts haproxy with docs/operations/haproxy.cfg on that port, in front of these two processes. */
export async function startHaproxy(
  folder: string,
  port: number,
  upstreamPorts: readonly number[],
): Promise<ProxyServer> {
  mkdirSync(folder, { recursive: true })
  const main = join(folder, 'haproxy.cfg')
  const text = withUpstreams(readFileSync(haproxySite, 'utf8'), upstreamPorts)
  writeFileSync(main, text.replace(/bind :443 .*/, `bind 127.0.0.1:${port}`))
  execFileSync('haproxy', ['-c', '-f', main], { stdio: 'pipe' })
  return await startProxy('haproxy', ['-db', '-f', main], port)
}

const withUpstreams = (text: string, [first, second]: readonly number[]): string =>
  text.replaceAll('127.0.0.1:3001', `127.0.0.1:${first}`).replaceAll('127.0.0.1:3002', `127.0.0.1:${second}`)
