import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { cpSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { untilTestEnds } from '@parvis/harness/server/lifetimes'
import { createTestDatabase } from '@parvis/harness/server/test-database'
import { temporaryFolder } from '@parvis/harness/temporary-folder'
import { expect, test, vi } from 'vitest'
import { createDatabase, rowsOf } from '../db/database.ts'
import { freePort } from '../free-port.ts'

const root = fileURLToPath(new URL('../../../../', import.meta.url))

/** The server as a release may ship it: without this folder, without tests. */
function releaseWithoutDevelopment(): string {
  const { path: folder } = untilTestEnds(temporaryFolder('parvis-release'))
  const isShipped = (path: string) => !/\/src\/development(\/|$)|\.test\.ts$/.test(path)
  cpSync(join(root, 'apps/server'), join(folder, 'apps/server'), { recursive: true, filter: isShipped })
  cpSync(join(root, 'apps/site/dist'), join(folder, 'apps/site/dist'), { recursive: true })
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  return folder
}

test('F10 T33 a release without the development folder starts and serves; nothing of it answers, and nothing that was sent is kept', async () => {
  const folder = releaseWithoutDevelopment()
  await using owned = new AsyncDisposableStack()
  const database = owned.use(await createTestDatabase())
  const port = await freePort()
  const base = `http://127.0.0.1:${port}`
  const server = spawn(process.execPath, [join(folder, 'apps/server/src/main.ts')], {
    cwd: folder,
    stdio: 'ignore',
    env: {
      NODE_ENV: 'production',
      PORT: String(port),
      DATABASE_URL: database.url,
      PARVIS_DATA: join(folder, 'data'),
      ALLOW_EMBEDDED_PROVIDERS: '1',
      SECRET_KEY: randomBytes(32).toString('hex'),
      ID_DOCUMENT_KEY: randomBytes(32).toString('hex'),
    },
  })
  owned.defer(async () => {
    server.kill('SIGKILL')
    if (server.exitCode === null && server.signalCode === null) await once(server, 'exit')
  })
  const answer = async (path: string, init?: RequestInit) =>
    (await fetch(`${base}${path}`, init).catch(() => undefined))?.status
  await vi.waitFor(async () => expect(await answer('/v1/health/ready')).toBe(200), { timeout: 30_000, interval: 100 })
  for (const path of ['/v1/configuration', '/v1/plans', '/v1/openapi.json']) expect(await answer(path), path).toBe(200)
  const asked = { method: 'POST', headers: { 'content-type': 'application/json' } }
  const code = { ...asked, body: JSON.stringify({ phone: '+33612345678' }) }
  expect(await answer('/v1/authentication/send-activation-code', code)).toBe(200)
  for (const path of ['/v1/dev/outbox', '/v1/dev/clock', '/dev/outbox', '/dev/files/outbox.js'])
    expect(await answer(path), path).toBe(404)
  await using db = createDatabase({ url: database.ownerUrl, size: 1 })
  const rows = await rowsOf(db)`
    select (select count(*)::int from sent_codes) as codes, (select count(*)::int from outbox) as messages`
  expect(rows).toEqual([{ codes: 1, messages: 0 }])
}, 60_000)
