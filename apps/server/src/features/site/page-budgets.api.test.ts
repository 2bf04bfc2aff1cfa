import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { testApp } from '@parvis/harness/server/test-app'
import { fixedTime, instantCalls } from '@parvis/harness/town/instants'
import { newSiteShop, residentHost } from '@parvis/harness/town/site-visitors'
import { beforeAll, expect, test } from 'vitest'
import { run } from '../../db/database.ts'
import { clientFolder } from './hosts/site-build.ts'

const server = testApp()

let pages: [kind: string, path: string][] = []
const open = async (url: string, headers: Record<string, string> = {}) =>
  await server.app.inject({ method: 'GET', url, headers: { host: residentHost, ...headers } })

/** A town with twelve businesses and as many instants: the pages of a small town, full. */
beforeAll(async () => {
  const { newInstant } = instantCalls(server)
  let path = ''
  for (let n = 1; n <= 12; n++) {
    const shop = await newSiteShop(server, { name: `Fournil du budget ${n}` })
    const id = await newInstant(shop, { title: `Fête ${n}` }, [fixedTime('2030-05-04', '10:00', '12:00')])
    path = `/clichy-92110/fournil-du-budget-${n}/fete-${n}-${id}`
  }
  await run(server.db)`update companies set identity_status = 'verified'`
  pages = [
    ['town', '/clichy-92110'],
    ['directory', '/clichy-92110/annuaire'],
    ['agenda', '/clichy-92110/agenda'],
    ['business', '/clichy-92110/fournil-du-budget-12'],
    ['instant', path],
    ['services', '/clichy-92110/services'],
    ['home', '/'],
  ]
}, 60_000)

test('W-122 each page is at most 14 kB of HTML by brotli and 8 kB of style as it is written, with one script of 10 kB: two requests before the first paint, 50 kB in all', async () => {
  for (const [kind, path] of pages) {
    const { body, statusCode } = await open(path)
    expect(statusCode, kind).toBe(200)
    const html = brotliCompressSync(body).length
    const styles = [...body.matchAll(/<style>([\s\S]*?)<\/style>/g)].map(([, style = '']) => style.length)
    const scripts = [...body.matchAll(/<script src="([^"]+)" type="module">/g)].map(([, src = '']) => src)
    const sheets = [...body.matchAll(/<link rel="(?:stylesheet|preload)"[^>]*>/g)].filter(
      ([tag]) => !tag.includes('as="image"'),
    )
    expect([html <= 14_000, styles.length, (styles[0] ?? 0) <= 8_000, scripts.length, sheets.length], kind).toEqual([
      true,
      1,
      true,
      1,
      0,
    ])
    const script = brotliCompressSync((await open(scripts[0] ?? '')).rawPayload).length
    expect(script, kind).toBeLessThanOrEqual(10_000)
    expect(html + script, kind).toBeLessThanOrEqual(50_000)
    const pictures = body.match(/<img [^>]*>/g) ?? []
    for (const picture of pictures) expect(picture, kind).toMatch(/ width="\d+".* height="\d+"/)
  }
})

test('W-107 the policy of each page names the hash of its own sheet, whatever the business shows', async () => {
  await newSiteShop(server, { name: 'Fournil sans photos' })
  const { companyId } = await newSiteShop(server, { name: 'Fournil à emporter', membership: 'premium' })
  await run(server.db)`update companies set cac_active = true where id = ${companyId}`
  const name = `${'c'.repeat(32)}.jpg`
  await run(server.db)`insert into cac_pictures (company_id, rank, name) values (${companyId}, 0, ${name})`
  const addresses = ['/clichy-92110/fournil-sans-photos', '/clichy-92110/fournil-a-emporter']
  const styles = new Map<string, string>()
  for (const path of [...pages.map(([, each]) => each), ...addresses]) {
    const { body, headers } = await open(path)
    const [, style = ''] = /<style>([\s\S]*?)<\/style>/.exec(body) ?? []
    expect(headers['content-security-policy'], path).toContain(createHash('sha256').update(style).digest('base64'))
    styles.set(path, style)
  }
  const [plain, withPictures] = addresses.map((path) => styles.get(path))
  expect(withPictures).not.toBe(plain)
})

test('W-121 a page offers each picture as WebP in two widths and whole, JPEG behind; the first is preloaded as it is shown, the others wait', async () => {
  const { body } = await open(pages.find(([kind]) => kind === 'instant')?.[1] ?? '')
  const [, candidates = '', sizes = '', jpeg = ''] =
    body.match(/<source srcSet="([^"]+)" sizes="([^"]+)" type="image\/webp"\/?><img src="([^"]+)\.jpg"/) ?? []
  const webp = ['-96.webp 96w', '-240.webp 240w', '.webp 500w'].map((end) => `${jpeg}${end}`)
  expect(candidates).toBe(webp.join(', '))
  expect(body).toContain(
    `<link rel="preload" as="image" imageSrcSet="${candidates}" imageSizes="${sizes}" type="image/webp" fetchPriority="high"/>`,
  )
  // The residents' host answers its pictures itself: the first one waits for no second connection (W-003, W-122).
  expect(new URL(jpeg).host).toBe(residentHost)
  const town = (await open('/clichy-92110')).body
  expect(town.match(/<img [^>]*>/g)?.every((tag) => tag.includes('loading="lazy"'))).toBe(true)
  expect((await open(`${new URL(jpeg).pathname}-96.webp`)).headers['content-type']).toBe('image/webp')
})

test('W-122 W-123 pages are drawn by React’s form for production, whatever NODE_ENV is', () => {
  const pages = readFileSync(join(clientFolder, '..', 'server', 'pages.js'), 'utf8')
  expect(pages).toContain('renderToStaticMarkup')
  expect(pages).not.toContain('process.env.NODE_ENV')
})

test('W-125 W-110 a shared cache keeps each page under its host, path and known keys: thirty seconds, one copy per coding, nothing of a reader', async () => {
  for (const [kind, path] of pages.filter(([kind]) => kind !== 'home')) {
    const { headers, body } = await open(path)
    expect(headers['cache-control'], kind).toBe(
      'public, max-age=0, s-maxage=30, stale-while-revalidate=30, stale-if-error=86400',
    )
    expect([headers.vary, headers['set-cookie']], kind).toEqual(['Accept-Encoding', undefined])
    const marked = await open(`${path}?utm_source=affiche&gclid=1`, { cookie: 'habitant-dev=x; habitant=1' })
    expect([marked.headers.etag, marked.body === body], kind).toEqual([headers.etag, true])
  }
})
