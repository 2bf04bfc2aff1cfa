import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { freePort } from '../apps/server/src/free-port.ts'
import { call } from '../harness/bench/parts/http-client.ts'
import { type Check, type Fault, holds, planted } from '../harness/faults/fault.ts'
import { isFulfilled, until } from '../harness/faults/until.ts'
import { openSiteShop } from './site-shop.ts'
import { missesProgram, type ProxyServer, startProxy } from './start-proxy.ts'

const written = new URL('../docs/operations/Caddyfile', import.meta.url)

/** Caddy as docs/operations/Caddyfile says, its certificates by its own internal authority: no other network is asked. */
async function startCaddy(folder: string, server: string, text: string): Promise<ProxyServer & { port: number }> {
  mkdirSync(folder, { recursive: true })
  const [port, plain] = [await freePort(), await freePort()]
  const main = join(folder, 'Caddyfile')
  writeFileSync(main, ours(text, { port, plain, folder, server: new URL(server).host }))
  const caddy = await startProxy('caddy', ['run', '--adapter', 'caddyfile', '--config', main], plain)
  return { ...caddy, port }
}

/** Only what belongs to a machine is changed: ports, folders, the authority, and a plain port that says that it is up. */
function ours(text: string, at: { port: number; plain: number; folder: string; server: string }): string {
  const machine = [
    'admin off',
    'local_certs',
    'skip_install_trust',
    `storage file_system ${join(at.folder, 'storage')}`,
    `https_port ${at.port}`,
    `http_port ${at.plain}`,
    'default_bind 127.0.0.1',
    'auto_https disable_redirects',
  ]
  return `${text.replaceAll('127.0.0.1:3000', at.server).replace(/^\{\n/m, `{\n\t${machine.join('\n\t')}\n`)}
http://127.0.0.1:${at.plain} {
	respond /v1/health 200
}
`
}

/** A page read over TLS by its name, its certificate checked against that authority; refused handshakes reject. */
const read = (host: string, port: number, ca: string | undefined, path = '/') =>
  call(`https://127.0.0.1:${port}`, 'GET', path, {
    headers: { host },
    timeout: 20_000,
    tls: { ...(ca && { ca }), rejectUnauthorized: ca !== undefined },
  })

const isRead = (name: string, port: number) => isFulfilled(() => read(name, port, undefined))

const unknownRefused = async (port: number): Promise<Check> =>
  holds('no certificate for a name that nobody proved', !(await isRead('inconnu.localhost', port)))

/** The certificates of own domains, by the Caddy of Debian on loopback (W-131). */
export const ownDomain: Fault = {
  id: 'CADDY',
  title: 'own domains behind Caddy, certificates on demand',
  isLong: true,
  misses: () => missesProgram('caddy', 'caddy', 'version'),
  run: async ({ testbed }) => {
    await using server = await testbed.start()
    const name = `fournil-${Date.now().toString(36)}.localhost`
    const { client, token, companyId } = await openSiteShop(testbed, server.base, 'Fournil de Caddy')
    const input = { params: { id: companyId }, token }
    const text = readFileSync(written, 'utf8')
    await using caddy = await startCaddy(join(testbed.folder, 'caddy'), server.base, text)
    const early = await isRead(name, caddy.port)
    const { records } = await client.call('PUT /v1/company/:id/domain', { ...input, body: { domain: name } })
    const proof = records.find(({ type }) => type === 'TXT')
    await client.call('PUT /v1/dev/dns', {
      body: { name: proof?.name ?? '', txt: [proof?.value ?? ''], addresses: [] },
    })
    const { state } = await client.call('POST /v1/company/:id/domain/check', input)
    await until('the proven name has a certificate', 90_000, () => isRead(name, caddy.port))
    const ca = readFileSync(join(testbed.folder, 'caddy/storage/pki/authorities/local/root.crt'), 'utf8')
    const page = await read(name, caddy.port, ca)
    const twin = await read(`www.${name}`, caddy.port, ca)
    const inside = await read(name, caddy.port, ca, `/v1/internal/domain-allowed?domain=${name}`)
    const unknown = await unknownRefused(caddy.port)
    await client.call('DELETE /v1/company/:id/domain', input)
    let after = await read(name, caddy.port, ca)
    // The processes hear of it by a notice of the database: 60 s are promised (W-132).
    const leads = async () => {
      after = await read(name, caddy.port, ca)
      return after.status === 302
    }
    await until('the name given up leads away', 60_000, leads)
    const unasked = text.replace(/^\t\task .*$/m, '')
    await using open = await startCaddy(join(testbed.folder, 'caddy-open'), server.base, unasked)
    const control = await unknownRefused(open.port)
    return {
      done: `${name}: claimed, proven (${state}), served, given up`,
      checks: [
        holds('no certificate before the proof', !early),
        holds(`its page over TLS (${page.status})`, page.status === 200 && page.body.includes('Fournil de Caddy')),
        holds(`the twin goes to it (${twin.status} ${twin.headers.location})`, twin.status === 301),
        unknown,
        holds(`the question of Caddy is not answered through Caddy (${inside.status})`, inside.status === 404),
        holds(`given up, it leads away (${after.status} ${after.headers.location})`, after.status === 302),
      ],
      controls: [planted('Caddy that asks nobody', [control])],
    }
  },
}
