import { type Answer, call } from '../bench/parts/http-client.ts'
import type { Testbed } from '../bench/parts/testbed.ts'
import { type FakeProvider, startFakeProvider } from '../fakes/fake-provider.ts'
import { insertPeople } from '../sql/seed.ts'
import { type Check, type Control, type Fault, holds, percentile, planted, within } from './fault.ts'

const taken = { status: 201, json: { messageId: 1 } }

/** F09: the SMS provider is silent, fails, refuses, cuts or drips; the other one is asked, and nobody else waits. */
export const smsDown: Fault = {
  id: 'F09',
  title: 'SMS provider silent, failing, cut, dripping',
  isLong: true,
  run: async ({ testbed }) => {
    await using first = await startFakeProvider()
    await using second = await startFakeProvider()
    await using alone = await testbed.start({ PROCESS_ROLE: 'api', RATE_LIMITS: 'strict', ...brevoAt(first) })
    await using paired = await testbed.start({ PROCESS_ROLE: 'api', ...brevoAt(first), ...twilioAt(second) })
    second.reply({ status: 201, json: { sid: 'SM1', status: 'queued', error_code: null } })
    const refused: Answer[] = []
    const others: number[] = []
    let messages = 0
    let rescued = 0
    // A refusal between the silences: five failures in a row would open the circuit breaker, which has a case of its own below.
    for (const [n, failing] of (['silence', '429', 'cut', '500', '429', 'drip'] as const).entries()) {
      first.reply(failing)
      const asked = askCode(alone.base, n)
      others.push(...(await askOthers(testbed, alone.base)))
      refused.push(await asked)
      messages = Math.max(messages, first.requests.length)
      if ((await askCode(paired.base, n + 20)).status === 200) rescued++
    }
    first.reply(taken)
    const again = await askCode(alone.base, 3)
    const control = await waitForEver(first)
    return {
      done: `${refused.length} failures`,
      checks: [
        ...judgeRefused(refused),
        holds(`messages handed over for one code: at most ${messages}`, messages === 1),
        holds(`the second provider sent ${rescued} of ${refused.length}`, rescued === refused.length),
        holds('asked again after a refusal, the code is sent', again.status === 200),
        within('other calls meanwhile, p99', percentile(others, 0.99), 1_000),
      ],
      controls: [control],
    }
  },
}

/** F11: the registry and the geocoder answer nothing, pages, megabytes or wrong shapes; five failures, and they are left alone. */
export const directoriesDown: Fault = {
  id: 'F11',
  title: 'registry and geocoder silent or garbage',
  isLong: true,
  run: async ({ testbed }) => {
    await using registry = await startFakeProvider()
    await using geocoder = await startFakeProvider()
    const addresses = {
      REGISTRY_API_URL: registry.url,
      ASSOCIATIONS_API_URL: registry.url,
      GAZETTE_API_URL: registry.url,
    }
    const env = {
      REGISTRY_PROVIDER: 'recherche-entreprises',
      GEOCODER: 'geoplateforme',
      GEOCODER_API_URL: geocoder.url,
    }
    await using server = await testbed.start({ PROCESS_ROLE: 'api', ...addresses, ...env })
    const [person] = await insertPeople(testbed.db, 1)
    const lookUp = (n: number) => timed(server.base, `/v1/company/siren?siren=${sirens[n % sirens.length]}`)
    const search = (n: number) => timed(server.base, `/v1/geo/suggest?q=12%20rue%20de%20Paris%20${n}`, person?.token)
    const found: Answer[] = []
    const searched: Answer[] = []
    for (const [n, failing] of (['silence', 'html', 'wrong-json', 'huge', '500'] as const).entries()) {
      registry.reply(failing)
      geocoder.reply(failing)
      const both = await Promise.all([lookUp(n), search(n)])
      found.push(both[0])
      searched.push(both[1])
    }
    const left = await leftAlone([registry, geocoder], () => Promise.all([lookUp(5), search(5)]))
    const asked = await leftAlone([registry], () => fetch(registry.url).catch(() => undefined))
    return {
      done: `${found.length} failures of each`,
      checks: [
        holds(
          'a look-up is answered by empty fields',
          found.every(({ status, body }) => status === 200 && body.includes('"name":""')),
        ),
        holds(
          `a search is answered 503: ${searched.map(({ status }) => status).join(', ')}`,
          searched.every(({ status }) => status === 503),
        ),
        within('the last of them after', Math.max(...[...found, ...searched].map((one) => one.milliseconds)), 3_500),
        left,
      ],
      controls: [planted('no circuit breaker', [asked])],
    }
  },
}

// Sound by Luhn's sum, and of nobody in the demonstration.
const sirens = ['732829320', '552100554', '542065479', '552081317', '775670417', '383474814']

/** Whether services that failed five times are not asked for a while. */
async function leftAlone(services: readonly FakeProvider[], ask: () => Promise<unknown>): Promise<Check> {
  for (const service of services) service.reply('500')
  await ask()
  const calls = services.reduce((sum, { requests }) => sum + requests.length, 0)
  return holds(`calls to a service that failed five times: ${calls}`, calls === 0)
}

function judgeRefused(answers: readonly Answer[]): Check[] {
  const slowest = Math.max(...answers.map(({ milliseconds }) => milliseconds))
  return [
    holds(
      'a code that could not be sent is answered 503 with Retry-After',
      answers.every(({ status, headers }) => status === 503 && headers['retry-after'] !== undefined),
    ),
    within('the last of them after', slowest, 5_000),
  ]
}

/** A planted caller of the silent provider: no time-out. */
async function waitForEver(provider: FakeProvider): Promise<Control> {
  provider.reply('silence')
  const answer = await timed(provider.url, '/', undefined, 8_000)
  return planted('a provider waited for without a limit', judgeRefused([answer]))
}

async function askOthers(testbed: Testbed, base: string): Promise<number[]> {
  const [person] = await insertPeople(testbed.db, 1)
  const times: number[] = []
  for (let n = 0; n < 10; n++) times.push((await timed(base, '/v1/authentication/session', person?.token)).milliseconds)
  return times
}

async function askCode(base: string, n: number): Promise<Answer> {
  const json = { phone: `06 99 88 77 ${String(10 + n)}` }
  return await call(base, 'POST', '/v1/authentication/send-activation-code', { json })
}

/** Status 0 when no answer came. */
async function timed(base: string, path: string, token?: string, timeout = 20_000): Promise<Answer> {
  const started = performance.now()
  return await call(base, 'GET', path, { token, timeout }).catch(() => {
    return { status: 0, body: '', milliseconds: performance.now() - started, headers: {} }
  })
}

function brevoAt({ url }: FakeProvider): Record<string, string> {
  return { SMS_PROVIDER: 'brevo', SMS_API_URL: url, BREVO_API_KEY: 'x', SMS_SENDER: 'Parvis' }
}

function twilioAt({ url }: FakeProvider): Record<string, string> {
  return {
    SMS_FALLBACK_PROVIDER: 'twilio',
    SMS_FALLBACK_API_URL: url,
    TWILIO_ACCOUNT_SID: 'AC1',
    TWILIO_KEY_SECRET: 'x',
  }
}
