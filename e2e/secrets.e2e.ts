import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryFolder } from '@parvis/harness/temporary-folder'
import { type APIRequestContext, expect, request as http, type TestInfo, test } from '@playwright/test'
import { root } from '../scripts/steps/root.mjs'
import { startServer } from '../scripts/steps/start-server.mjs'
import { newInstant } from './instants.ts'
import { clientOf, newOwner, newPerson, newSiret } from './people.ts'
import { canaries, realProviders, startEcho } from './secret-canaries.ts'

test.describe.configure({ timeout: 240_000 })

/** A secret as it is, and as a basic authorization or a dumped buffer would write it. */
const spellings = (secret: string) => [secret, Buffer.from(secret).toString('base64').slice(0, -4)]
const found = (text: string, secrets: Record<string, string>) =>
  Object.entries(secrets).flatMap(([name, secret]) => (spellings(secret).some((one) => text.includes(one)) ? name : []))

test(
  'X-021 T31 no secret setting is in what the browser is given, nor in the logs',
  {
    tag: '@matrix',
  },
  async ({ browserName }, info) => {
    expect(browserName).toBe('chromium')
    using folder = temporaryFolder('parvis-secrets')
    const dataFolder = folder.path
    await using echo = await startEcho()
    const people = await settle(dataFolder, info)
    const logFile = info.outputPath('server.log')
    await using server = await startServer({
      dataFolder,
      logFile,
      settings: { ...realProviders(echo.url), LOG_LEVEL: 'debug' },
    })
    const { password, servingPassword, superuserPassword } = JSON.parse(
      readFileSync(join(dataFolder, 'postgres.json'), 'utf8'),
    )
    const secrets = { ...canaries, password, servingPassword, superuserPassword }
    await using client = await http.newContext({ baseURL: server.base })
    await useEveryProvider(client, people)
    for (const { address, text } of await readEverything(client, people))
      expect(found(text, secrets), address).toEqual([])
    await server.stop()
    // Every provider was asked with its keys, and sent them back in its refusal.
    const asked = echo.received().join('\n')
    for (const name of [
      'OVH_APPLICATION_KEY',
      'BREVO_API_KEY',
      'STRIPE_SECRET_KEY',
      'INSEE_API_KEY',
      'GOOGLE_MAPS_KEY',
    ])
      expect(asked, name).toContain(canaries[name])
    expect(asked).toContain('/hooks/')
    const log = readFileSync(logFile, 'utf8')
    expect(log).toContain('gateway failure')
    expect(found(log, secrets)).toEqual([])
  },
)

test(
  'X-021 T31 a portal built where the secrets are holds none of them',
  { tag: '@matrix' },
  async ({ browserName }, info) => {
    expect(browserName).toBe('chromium')
    const outDir = info.outputPath('dist')
    const env = { ...process.env, ...realProviders('http://127.0.0.1:1'), NODE_ENV: 'production' }
    const vite = join(root, 'node_modules/vite/bin/vite.js')
    execFileSync(process.execPath, [vite, 'build', '--outDir', outDir], {
      cwd: join(root, 'apps/portal'),
      env,
      stdio: 'pipe',
    })
    const files = [outDir, join(root, 'apps/portal/dist')].flatMap(filesOf)
    expect(files.length).toBeGreaterThan(50)
    for (const file of files) expect(found(readFileSync(file, 'latin1'), canaries), file).toEqual([])
    expect(files.filter((file) => file.endsWith('.map'))).toEqual([])
  },
)

type People = { owner: { token: string; companyId: string }; admin: { token: string }; instant: number }

/** A bakery with a follower and a member of the team, made before the real providers are set: those send no code. */
async function settle(dataFolder: string, info: TestInfo): Promise<People> {
  const { SECRET_KEY, ID_DOCUMENT_KEY } = canaries
  const settings = { SECRET_KEY, ID_DOCUMENT_KEY }
  await using server = await startServer({ dataFolder, logFile: info.outputPath('before.log'), settings })
  await using client = await http.newContext({ baseURL: server.base })
  const owner = await newOwner(client)
  const instant = await newInstant(client, owner, { title: 'Fournée du soir' })
  const admin = await newPerson(client)
  await clientOf(client).call('PUT /v1/app/companies/:id/follow', {
    token: admin.token,
    params: { id: owner.companyId },
  })
  await clientOf(client).call('POST /v1/app/devices', {
    token: admin.token,
    body: { token: 'a-device', platform: 'android' },
  })
  const operator = ['apps/server/src/operator/main.ts', 'super-admin', admin.phone, 'on']
  execFileSync(process.execPath, operator, { cwd: root, env: server.env, stdio: 'pipe' })
  return { owner, admin, instant }
}

/** Calls that need an outside service, each of which refuses and repeats all that it was told. */
async function useEveryProvider(client: APIRequestContext, { owner }: People): Promise<void> {
  const headers = { authorization: `Bearer ${owner.token}` }
  const { companyId } = owner
  const replies = [
    await client.post('/v1/authentication/send-activation-code', { form: { phone: '0612345678' } }),
    await client.get(`/v1/company/siren?siren=${newSiret()}`),
    await client.get('/v1/geo/suggest?q=12 rue de Paris', { headers }),
    await client.get('/v1/geo/geocode?address=12 rue de Paris&city=Clichy&zipCode=92110', { headers }),
    await client.post('/v1/payment/create/paymentSession', {
      headers,
      multipart: { companyId, subscriptionId: 'premium', periodicity: 'annual' },
    }),
    await client.post('/v1/payment/billing-portal', { headers, data: { companyId } }),
    await client.post('/v1/payment/webhook', { headers: { 'stripe-signature': 't=1,v1=00' }, data: { id: 'evt_1' } }),
    await client.post('/v1/error-report', { data: { name: 'TypeError', message: 'test', stack: 'test' } }),
    await client.post(`/v1/company/${companyId}/broadcast`, { headers, data: { message: 'Brioche ce matin' } }),
  ]
  for (const reply of replies) expect(found(await reply.text(), canaries), reply.url()).toEqual([])
}

/** Every GET of the contract, as nobody, as an owner and as the team, the pages, and calls that are refused. */
async function readEverything(client: APIRequestContext, { owner, admin, instant }: People) {
  const described = (await (await client.get('/v1/openapi.json')).json()) as { paths: Record<string, object> }
  const gets = Object.entries(described.paths).flatMap(([path, calls]) => ('get' in calls ? path : []))
  expect(gets.length).toBeGreaterThan(40)
  const paths = gets
    .filter((path) => path !== '/v1/events')
    .map((path) =>
      path.replace('/instants/{id}', `/instants/${instant}`).replace(/\{(id|companyId)\}/, owner.companyId),
    )
    .map((path) => `${path}?companyId=${owner.companyId}&q=clichy&siren=73282932000074`)
  const pages = ['/', '/login', '/inscription', '/company', '/nowhere', '/v1/nowhere', '/dev/outbox']
  const answers: { address: string; text: string }[] = []
  for (const token of ['', owner.token, admin.token]) {
    const headers = token ? { authorization: `Bearer ${token}` } : {}
    for (const path of [...paths, ...pages]) {
      const reply = await client.get(path, { headers })
      answers.push({ address: path, text: `${JSON.stringify(reply.headersArray())}${await reply.text()}` })
    }
  }
  const broken = { headers: { 'content-type': 'application/json' }, data: '{"phone":' }
  const refused = await client.post('/v1/authentication/start-session', broken)
  expect(refused.status()).toBe(400)
  return [...answers, { address: refused.url(), text: await refused.text() }]
}

function filesOf(folder: string): string[] {
  return readdirSync(folder, { recursive: true })
    .map((name) => join(folder, String(name)))
    .filter((path) => statSync(path).isFile())
}
