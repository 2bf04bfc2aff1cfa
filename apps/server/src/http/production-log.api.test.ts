import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { createTestDatabase } from '@parvis/harness/server/test-database'
import { temporaryFolder } from '@parvis/harness/temporary-folder'
import { expect, test } from 'vitest'
import { createDatabase, run } from '../db/database.ts'
import { freePort } from '../free-port.ts'

const main = fileURLToPath(new URL('../main.ts', import.meta.url))

const phone = '0612345678'
const hostile = 'a\r\n{"level":60}\u001b[31m"} marie@exemple.fr 06 12 34 56 78'

test('T33 a server in production prints lines of JSON only, one for each call with its route, without phones, codes, tokens or e-mails', async () => {
  using folder = temporaryFolder('parvis-log')
  await using database = await createTestDatabase()
  await using db = createDatabase({ url: database.ownerUrl, size: 1 })
  await using sms = await startRefusingSms()
  const base = `http://127.0.0.1:${await freePort()}`
  const server = spawn(process.execPath, [main], {
    env: { ...productionAt(base, database.url, sms.url), PARVIS_DATA: folder.path },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  using _running = server
  const printed = Promise.all([text(server.stdout), text(server.stderr)])
  await expect.poll(() => isReady(base), { timeout: 60_000 }).toBe(true)
  await run(db)`alter table cities rename to cities_gone`
  const statuses = [
    await post(base, '/v1/authentication/send-activation-code', { phone, device_id: hostile }),
    await post(base, '/v1/authentication/start-session', { phone, code: '00000' }),
    await post(base, '/v1/error-report', { name: hostile, message: hostile, stack: hostile }),
    await post(base, `/v1/nothing/${encodeURIComponent(hostile)}?phone=${phone}`, {}),
    (await fetch(`${base}/v1/syntheticProAccount/cities?email=marie@exemple.fr`)).status,
  ]
  server.kill('SIGTERM')
  await once(server, 'exit')
  const output = (await printed).join('')
  expect(statuses, output).toEqual([503, 400, 200, 404, 500])
  const lines = output.trimEnd().split('\n')
  for (const line of lines)
    expect(JSON.parse(line), line).toMatchObject({ level: expect.any(Number), time: expect.stringMatching(/Z$/) })
  expect(lines.map((line) => JSON.parse(line).msg)).toEqual(
    expect.arrayContaining(['gateway failure', 'unexpected error']),
  )
  const answered = lines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'answered')
  expect(answered).toContainEqual(
    expect.objectContaining({
      service: 'parvis-all',
      pid: server.pid,
      method: 'POST',
      route: '/v1/authentication/start-session',
      status: 400,
      milliseconds: expect.any(Number),
    }),
  )
  // The provider received the code and quoted it in its refusal.
  expect(sms.asked()).toMatch(/Votre code Parvis Pro : \d{5}/)
  const code = /Pro : (\d{5})/.exec(sms.asked())?.[1] ?? ''
  for (const secret of ['612345678', '12 34 56 78', 'exemple.fr', code]) expect(output).not.toContain(secret)
}, 120_000)

/** A provider that refuses each SMS and quotes it. */
async function startRefusingSms() {
  let asked = ''
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      asked += body
      response
        .writeHead(400, { 'content-type': 'application/json' })
        .end(JSON.stringify({ code: 'invalid_parameter', message: body }))
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked: () => asked,
  }
}

function productionAt(base: string, databaseUrl: string, smsUrl: string): Record<string, string | undefined> {
  return {
    PATH: process.env.PATH,
    NODE_ENV: 'production',
    SECRET_KEY: '5f'.repeat(32),
    HOST: '127.0.0.1',
    PORT: new URL(base).port,
    PUBLIC_URL: base,
    DATABASE_URL: databaseUrl,
    LOG_LEVEL: 'debug',
    ALLOW_EMBEDDED_PROVIDERS: '1',
    SMS_PROVIDER: 'brevo',
    BREVO_API_KEY: 'xkeysib-test',
    SMS_SENDER: 'Parvis',
    SMS_API_URL: smsUrl,
    CHAT_WEBHOOK_URL: `${smsUrl}/hooks/x`,
  }
}

const isReady = async (base: string) => (await fetch(`${base}/v1/health/ready`).catch(() => undefined))?.ok === true

async function post(base: string, path: string, json: object): Promise<number> {
  const headers = { 'content-type': 'application/json' }
  return (await fetch(`${base}${path}`, { method: 'POST', headers, body: JSON.stringify(json) })).status
}
