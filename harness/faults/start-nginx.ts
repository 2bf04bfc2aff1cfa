import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { missesProgram, type ProxyServer, startProxy } from './start-proxy.ts'

const site = new URL('../../docs/operations/nginx.conf', import.meta.url)

/** Starts nginx with docs/operations/nginx.conf on that port, in front of these two processes. */
export async function startNginx(folder: string, port: number, upstreamPorts: readonly number[]): Promise<ProxyServer> {
  mkdirSync(folder, { recursive: true })
  const main = join(folder, 'nginx.conf')
  writeFileSync(main, mainConfiguration(folder, ours(readFileSync(site, 'utf8'), port, upstreamPorts)))
  return await startProxy('nginx', ['-c', main, '-p', folder, '-e', join(folder, 'error.log')], port)
}

/** Starts nginx with a configuration of the residents' site on that port, in front of one process. */
export async function startNginxSite(
  folder: string,
  text: string,
  { port, upstream }: { port: number; upstream: number },
): Promise<ProxyServer> {
  mkdirSync(folder, { recursive: true })
  const main = join(folder, 'nginx.conf')
  const servers = ours(text, port, [upstream, upstream])
    .replace('/var/cache/nginx/parvis-site', join(folder, 'cache'))
    .replace('server_name parvis.site *.parvis.site', 'server_name parvis.localhost *.parvis.localhost')
  writeFileSync(main, mainConfiguration(folder, servers))
  return await startProxy('nginx', ['-c', main, '-p', folder, '-e', join(folder, 'error.log')], port)
}

/** Why nginx cannot be started here, when it cannot. */
export const missesNginx = () => missesProgram('nginx', 'nginx-light')

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
