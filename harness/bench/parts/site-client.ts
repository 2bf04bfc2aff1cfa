import { randomInt } from 'node:crypto'
import { type Answer, type CallOptions, tryCall } from './http-client.ts'

/** One call of a browser on the residents' site at that host, from an address of its own. */
export async function callSite(
  { base, host }: { base: string; host: string },
  method: string,
  path: string,
  { cookie, ...options }: CallOptions & { cookie?: string | undefined } = {},
): Promise<Answer> {
  const headers = {
    host,
    origin: `http://${host}`,
    'x-forwarded-for': Array.from({ length: 4 }, () => randomInt(11, 99)).join('.'),
    ...(cookie && { cookie }),
    ...options.headers,
  }
  return await tryCall(base, method, path, { ...options, headers })
}

/** The cookies of so many residents, each with a first name; by one lane, in the order in which they came. */
export async function enterSite(site: Parameters<typeof callSite>[0], count: number, lanes = 8): Promise<string[]> {
  const cookies: string[] = []
  const lane = async () => {
    while (cookies.length < count)
      cookies.push(cookiesOf(await callSite(site, 'PUT', '/v1/site/me', { json: { firstName: 'Inès' } })))
  }
  await Promise.all(Array.from({ length: lanes }, lane))
  return cookies.slice(0, count)
}

/** What an answer sets, as the next call sends it. */
export const cookiesOf = ({ headers }: Answer): string =>
  (headers['set-cookie'] ?? []).map((line) => line.split(';')[0]).join('; ')
