import { hostileHtml } from '@parvis/harness/fuzz/hostile-html'
import { htmlFaults } from '@parvis/harness/server/html-faults'
import { testApp } from '@parvis/harness/server/test-app'
import { conversationCalls } from '@parvis/harness/town/conversations'
import { fixedTime, instantCalls } from '@parvis/harness/town/instants'
import type { Owner } from '@parvis/harness/town/people'
import { newSiteShop, newVisitor, residentHost, siteCalls, type Visitor } from '@parvis/harness/town/site-visitors'
import { XMLParser, XMLValidator } from 'fast-xml-parser'
import { Parser } from 'htmlparser2'
import ICAL from 'ical.js'
import { beforeAll, expect, test, vi } from 'vitest'
import { run } from '../../db/database.ts'
import { sanitiseRichText } from '../../rich-text/sanitise-rich-text.ts'

const server = testApp()
const { follow, post, subscribe, write } = siteCalls(server)
const { sayOk, pushes } = conversationCalls(server)
const { newInstant } = instantCalls(server)

/** What a text of the database may hold. */
const attacks = hostileHtml.filter((attack) => [...attack].every((one) => one >= ' ' || '\t\n'.includes(one)))
const lines = [
  ...attacks,
  'END:VEVENT\r\nBEGIN:VEVENT',
  'Set-Cookie: a=b\r\n',
  ']]></title><entry>',
  '</script><script>ran()',
]
const packed = lines.join('\n')
const cleaned = sanitiseRichText(lines.join(''))

/** Five days from now, or the day after: those who signed in are still known. */
const eve = (more: number): string => new Date(Date.now() + (5 + more) * 86_400_000).toISOString().slice(0, 10)

type Opened = { path: string; status: number; body: string; headers: Record<string, unknown> }
const who = newVisitor()
let paths: string[] = []
let benign = new Map<string, Seen>()

async function open(path: string, visitor: Visitor = who): Promise<Opened> {
  const cookie = [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const answer = await server.app.inject({ method: 'GET', url: path, headers: { host: residentHost, cookie } })
  const { statusCode: status, body, headers } = answer
  if (status === 301) return await open(String(headers.location).replace(/^https?:\/\/[^/]+/, ''), visitor)
  return { path, status, body, headers }
}

type Seen = { elements: Set<string>; addresses: string[]; scripts: string[]; data: string[]; text: string }

/** The elements and addresses that a parser makes of a page. */
function readHtml(html: string): Seen {
  const seen: Seen = { elements: new Set(), addresses: [], scripts: [], data: [], text: '' }
  let script = ''
  let isData = false
  const parser = new Parser({
    onopentag: (name, attributes) => {
      seen.elements.add(name)
      for (const [key, value] of Object.entries(attributes)) {
        if (key.startsWith('on') || key === 'style' || key === 'srcdoc') seen.elements.add(`${name}[${key}]`)
        if (['href', 'src', 'action', 'formaction', 'srcset', 'poster', 'data'].includes(key))
          seen.addresses.push(`${key} ${value}`)
      }
      isData = name === 'script' && attributes.type === 'application/ld+json'
      if (name === 'script') {
        script = ''
        seen.scripts.push(attributes.src ?? attributes.type ?? 'inline')
      }
    },
    ontext: (text) => {
      script += text
      seen.text += text
    },
    onclosetag: (name) => {
      if (name === 'script' && isData) seen.data.push(script)
    },
  })
  parser.end(html)
  return seen
}

const readAll = async () => await readSome(paths.length)

async function readSome(max: number): Promise<Map<string, Seen>> {
  const read = new Map<string, Seen>()
  for (const path of paths.slice(0, max)) {
    const { status, body } = await open(path)
    expect(status, path).toBe(200)
    read.set(path, readHtml(body))
  }
  return read
}

let shop: Owner
let ids = { companyId: '', instantId: 0, discussionId: '' }

beforeAll(async () => {
  shop = await newSiteShop(server, { name: 'Fournil hostile', membership: 'digital' })
  const { companyId } = shop
  await run(server.db)`update companies set cac_active = true, identity_status = 'verified' where id = ${companyId}`
  const instantId = await newInstant(shop, { title: 'Dégustation' }, [fixedTime(eve(1))])
  await follow(who, companyId)
  await subscribe(who)
  const { uuid } = (await write(who, companyId, 'Bonjour', { firstName: 'Léa' })).data
  await sayOk(shop, uuid, 'Bonjour Léa')
  const order = { pickupDateTime: `${eve(1)}T18:30:00+01:00`, orderContent: 'Deux flans' }
  const placed = (await post<{ id: number }>(who, `/companies/${companyId}/orders`, order)).data
  const { data } = await post<{ code: string }>(who, '/reports', {
    address: `http://${residentHost}/clichy-92110/fournil-hostile`,
    reason: 'spam',
  })
  ids = { companyId, instantId, discussionId: uuid }
  const fiche = '/clichy-92110/fournil-hostile'
  paths = [
    fiche,
    '/clichy-92110',
    '/clichy-92110/annuaire',
    '/clichy-92110/annuaire?q=fournil',
    '/clichy-92110/agenda',
    `/clichy-92110/agenda/${eve(1)}`,
    '/clichy-92110/affiche',
    `${fiche}/degustation-${instantId}`,
    `${fiche}/affiche`,
    `${fiche}/ecrire`,
    `${fiche}/commander`,
    '/mes-abonnements',
    '/mes-commandes',
    '/mes-messages',
    `/mes-messages/${uuid}`,
    `/mes-commandes/${placed.id}`,
    '/reglages',
    `/signalement/${data.code}`,
  ]
  await server.setClock(`${eve(0)}T10:00:00+01:00`)
  benign = await readAll()
  await poison()
  await showName(names.at(-1) ?? '', 0)
}, 60_000)

/** A name is in an index, which takes 2,700 bytes: the texts by turns. */
const names: string[] = ['']
for (const line of lines) {
  const longer = `${names.at(-1)} ${line}`
  if (Buffer.byteLength(longer) > 1_800) names.push(line)
  else names[names.length - 1] = longer
}

/** A change of the clock empties the memory of pages, once it is heard. */
async function showName(name: string, second: number): Promise<void> {
  await run(server.db)`update companies set name = ${name} where companies.id = ${ids.companyId}`
  await server.setClock(`${eve(0)}T10:00:${String(second).padStart(2, '0')}+01:00`)
  await vi.waitFor(async () => {
    const { text } = readHtml((await open('/clichy-92110/fournil-hostile')).body)
    expect(text).toContain(name.trim().slice(0, 20).trim())
  }, 10_000)
}

/** Every text of these pages, past what any form refuses. */
async function poison(): Promise<void> {
  const { companyId, instantId, discussionId } = ids
  const { db } = server
  await run(db)`
    update companies set address = ${packed}, city = ${packed}, description = ${cleaned}, cac_description = ${packed},
      website = 'javascript:ran()', email = '"><script>ran()</script>@x', phone = '"><img src=x onerror=ran()>'
    where companies.id = ${companyId}`
  await run(db)`
    update instants set title = ${packed}, short_description = ${packed}, long_description = ${cleaned},
      address = ${packed}, city = ${packed}
    where instants.id = ${instantId}`
  await run(db)`update messages set text = ${packed} where messages.discussion_id = ${discussionId}`
  await run(db)`update discussions set excerpt = ${packed} where discussions.id = ${discussionId}`
  await run(db)`
    update orders set content = ${packed}, note = ${packed}, customer_name = ${packed}
    where orders.discussion_id = ${discussionId}`
  await run(db)`update users set first_name = ${packed} where users.first_name = 'Léa'`
  await run(db)`update resident_devices set name = ${packed}`
  await run(db)`update reports set grounds = ${packed}`
}

/** What the cleaned rich texts may bring by themselves. */
const richElements = [
  'p',
  'br',
  'strong',
  'em',
  'u',
  's',
  'ul',
  'ol',
  'li',
  'a',
  'h1',
  'h2',
  'h3',
  'blockquote',
  'b',
  'i',
]
/** An address that runs, or that is loaded from elsewhere; one that a reader may follow is theirs to follow. */
const harmful =
  /^\S+ \s*(javascript|vbscript|data:(?!image\/))|^(?!href)\S+ (?!\/|http:\/\/(?:127\.0\.0\.1|parvis\.localhost):3000\/v1\/media\/|data:image\/)/i

function expectHarmless(path: string, { elements, addresses, scripts, data }: Seen): void {
  const known = benign.get(path)
  const made = [...elements].filter((name) => !known?.elements.has(name) && !richElements.includes(name))
  expect(made, path).toEqual([])
  expect(
    addresses.filter((address) => harmful.test(address)),
    path,
  ).toEqual([])
  expect(scripts, path).toEqual(known?.scripts)
  for (const block of data) expect(() => JSON.parse(block), path).not.toThrow()
}

test('W-108 W-022 T08 hostile texts in every field of every page make no element, no address and no script that was not there', async () => {
  expect(attacks.length).toBeGreaterThan(130)
  for (const [second, name] of names.entries()) {
    await showName(name, second + 1)
    // What holds more than the name is read once, with the last one.
    const seen = second === names.length - 1 ? await readAll() : await readSome(3)
    for (const [path, page] of seen) expectHarmless(path, page)
  }
}, 60_000)

/** A rich text keeps the `<a>` whose address was dropped, without `href`: it leads nowhere. */
const ofRichText = /attribute-misuse: "(rel|target)" attribute cannot be used on <a>/

test('W-020 W-055 W-108 every page of a resident is valid HTML, with hostile texts in all that it shows', async () => {
  for (const path of paths) {
    const faults = await htmlFaults(path, (await open(path)).body)
    expect(faults.filter((line) => !ofRichText.test(line))).toEqual([])
  }
})

test('W-085 W-086 W-108 ical.js and an XML parser read the feeds of hostile texts: the events that there are, each with its way back', async () => {
  const { instantId } = ids
  for (const path of [
    '/clichy-92110/agenda.ics',
    '/clichy-92110/fournil-hostile/agenda.ics',
    `/clichy-92110/fournil-hostile/x-${instantId}.ics`,
  ]) {
    const { body, status } = await open(path)
    expect(status, path).toBe(200)
    const calendar = new ICAL.Component(ICAL.parse(body))
    const events = calendar.getAllSubcomponents('vevent').map((event) => new ICAL.Event(event))
    expect(events.length, path).toBe(1)
    for (const event of events) {
      expect(event.uid).toMatch(new RegExp(`^instant-${instantId}-\\S+@parvis.localhost`))
      expect(event.summary).toContain('END:VEVENT')
      expect(event.description.trimEnd()).toMatch(new RegExp(`-${instantId}$`))
      expect(event.startDate.zone.tzid).toBe('Europe/Paris')
    }
    for (const line of body.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
  }
  for (const path of ['/clichy-92110/flux.xml', '/clichy-92110/fournil-hostile/flux.xml']) {
    const { body } = await open(path)
    expect(XMLValidator.validate(body), path).toBe(true)
    const { feed } = new XMLParser({ ignoreAttributes: false, processEntities: true }).parse(body)
    const entries = [feed.entry].flat()
    expect(entries).toHaveLength(1)
    expect(entries[0].id).toContain(String(instantId))
    expect(String(entries[0].title['#text'] ?? entries[0].title)).toContain(']]></title><entry>')
  }
  const map = await open('/sitemaps/clichy-92110.xml')
  expect(XMLValidator.validate(map.body)).toBe(true)
})

test('W-078 W-108 a notification of a hostile text is whole, within 3,000 bytes, and leads to this site', async () => {
  await sayOk(shop, ids.discussionId, attacks.join(' ').slice(0, 4_900))
  await server.runJobs()
  const sent = await pushes()
  expect(sent.length).toBeGreaterThan(0)
  for (const { payload } of sent) {
    const { headers: _, ...told } = payload as { headers: object; notification: { navigate: string } }
    expect(Buffer.byteLength(JSON.stringify(told))).toBeLessThanOrEqual(3_000)
    expect(new URL(told.notification.navigate).host).toBe(residentHost)
  }
})
