import { expect, type Page, test } from '@playwright/test'
import { Temporal } from 'temporal-polyfill'
import { sanitiseRichText } from '../apps/server/src/rich-text/sanitise-rich-text.ts'
import { hostileHtml } from '../harness/fuzz/hostile-html.ts'
import { expectNoSideways } from './accessible.ts'
import { openSignedIn } from './api.ts'
import { answer, conversations, newConversation, newShop, thread, write } from './conversations.ts'
import { newInstant } from './instants.ts'
import { newSuperAdmin } from './operator-tool.ts'
import { clientOf, newOwner, signIn, withoutStart } from './people.ts'
import { pageOf } from './residents.ts'

/** What a text may hold: the others are refused whole, or lose a character. */
const attacks = hostileHtml.filter((attack) => [...attack].every((one) => one >= ' '))

/** As many in each text as it may hold. */
function packed(max: number): string[] {
  const texts = ['']
  for (const attack of attacks) {
    const longer = `${texts.at(-1)}${attack} `
    if (longer.length > max) texts.push(`${attack} `)
    else texts[texts.length - 1] = longer
  }
  return texts
}

async function watch(page: Page): Promise<{ asked: string[]; complaints: string[] }> {
  const asked: string[] = []
  const complaints: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text())
  })
  page.on('dialog', (dialog) => void dialog.dismiss())
  await page.addInitScript(() => {
    Object.assign(window, { ran: () => document.documentElement.setAttribute('data-ran', 'yes') })
  })
  return { asked, complaints }
}

const ran = (page: Page) => page.locator('html').getAttribute('data-ran')
const toldOutside = (asked: string[]) => asked.filter((url) => url.endsWith('/x') || url.includes('canary.test'))

/** Each text as HTML in a place of its own, its addresses followed; the names of all that the browser made of them. */
async function showEach(page: Page, texts: readonly string[]): Promise<string[]> {
  return await page.evaluate(async (each) => {
    type Factory = { createPolicy: (name: string, rules: object) => { createHTML: (html: string) => string } }
    const policy = (window as unknown as { trustedTypes: Factory }).trustedTypes.createPolicy('parvis', {
      createHTML: (html: string) => html,
    })
    const made = new Set<string>()
    for (const html of each) {
      const place = document.body.appendChild(document.createElement('div'))
      place.innerHTML = policy.createHTML(html)
      for (const element of place.querySelectorAll('*')) {
        made.add(element.localName)
        for (const name of Element.prototype.getAttributeNames.call(element)) made.add(`${element.localName} ${name}`)
      }
      for (const link of place.querySelectorAll('a')) if (link.protocol === 'javascript:') link.click()
    }
    // What fails to load says so later; this one was asked for after all the others.
    const last = new Image()
    const failed = new Promise((resolve) => last.addEventListener('error', resolve))
    last.src = '/v1/last'
    await failed
    return [...made].sort()
  }, texts)
}

/** What the browser's own parser may find in a text that was cleaned. */
const allowed = 'a,a href,a rel,a target,b,blockquote,br,em,h2,h3,hr,i,li,ol,p,s,strong,u,ul'.split(',')

async function expectEachInThread(page: Page): Promise<void> {
  await conversations(page)
    .getByRole('button', { name: /^Marie\b/ })
    .click()
  await expect(thread(page)).toContainText(attacks.at(-1)?.slice(-40) ?? '')
  const shown = (await thread(page).textContent()) ?? ''
  expect(attacks.filter((attack) => !shown.includes(attack))).toEqual([])
}

test('T08 G24 hostile names, titles, messages and descriptions are shown as texts, and run nowhere', async ({
  page,
  request,
}) => {
  const name = '<img src=x onerror=ran()>'
  const [description = ''] = packed(4_000)
  const owner = await newOwner(request, {
    name: `Chez ${name}`,
    fields: { description: `<p>Du pain cuit sur place, tous les jours.</p>${description}` },
  })
  for (const attack of attacks.slice(0, 3)) await newInstant(request, owner, { title: `Titre ${attack}` })
  const { resident, uuid } = await newConversation(owner)
  await answer(request, owner, uuid)
  for (const message of packed(4_900)) await write(resident, uuid, message)

  const { asked, complaints } = await watch(page)
  for (const path of ['/company', '/instants', '/agenda', '/messages', '/editCompany', '/account']) {
    await openSignedIn(page, owner, path)
    await expect(page.locator('main h1').first()).toBeVisible({ timeout: 45_000 })
    if (path === '/company') await expect(page.getByText('Du pain cuit sur place').first()).toBeVisible()
    if (path === '/instants') await expect(page.getByText(`Titre ${attacks[0]}`).first()).toBeVisible()
    if (path === '/messages') await expectEachInThread(page)
    expect([path, await ran(page)]).toEqual([path, null])
  }
  expect(complaints).toEqual([])
  expect(toldOutside(asked)).toEqual([])
})

const texts =
  /^(name|first_name|last_name|title|label|description|address|city|company|email|subdomain|message|reason|lastError)$/

/** An answer of the API whose every text is an attack, as if nothing had ever been cleaned. */
function poisoned(value: unknown, name = '', next = attacks.values()): unknown {
  if (Array.isArray(value)) return value.map((item) => poisoned(item, name, next))
  if (typeof value === 'string' && texts.test(name)) return `Contourné ${next.next().value ?? attacks[0]}`
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, poisoned(inner, key, next)]))
}

test('T08 T16 G24 with the sanitiser bypassed, the content policy alone runs nothing, on the team’s screens neither', async ({
  page,
  request,
}) => {
  const admin = await newSuperAdmin(request)
  await clientOf(request).call('POST /v1/municipality/:id/service', {
    token: admin.token,
    params: { id: admin.companyId },
    body: { type: 'LINK', label: 'Piscine', content: 'https://www.ville.fr', iconId: 1 },
  })
  const { complaints } = await watch(page)
  const reached: string[] = []
  page.on('requestfailed', (request) => {
    const why = request.failure()?.errorText
    if (request.url().includes('canary.test') && why !== 'csp') reached.push(`${request.url()} ${why}`)
  })
  const hostile = encodeURIComponent('"><img src=x onerror=ran()>')
  await page.goto(`/inscription/commerce?username=${hostile}&useremail=${hostile}&probusinessname=${hostile}`)
  await expect(page.locator('main h1').first()).toBeVisible({ timeout: 45_000 })
  await withoutStart(page)
  await page.route('**/v1/{company,municipality,operator,stats}**/**', async (route) => {
    const reply = await route.fetch()
    const json = reply.headers()['content-type']?.startsWith('application/json')
    await route.fulfill({ response: reply, ...(json && { json: poisoned(await reply.json()) }) })
  })
  // The description of the last is the one text that is shown as HTML.
  for (const path of ['/services', '/operateur', '/stats', '/company']) {
    if (path === '/company') expect(complaints).toEqual([])
    await openSignedIn(page, admin, path)
    await expect(page.getByText('Contourné').first()).toBeVisible({ timeout: 45_000 })
    expect([path, await ran(page)]).toEqual([path, null])
  }

  const made = await showEach(page, hostileHtml.map(sanitiseRichText))
  expect(made.filter((name) => !allowed.includes(name))).toEqual([])
  expect(await ran(page)).toBeNull()
  const before = complaints.length
  await showEach(page, hostileHtml)
  await expect.poll(() => complaints.length).toBeGreaterThan(before + 40)
  expect(await ran(page)).toBeNull()
  // CSP violations are reported and blocked before they leave; no outside host was reached.
  expect(reached).toEqual([])

  // Control: on a page without a policy the same texts do run.
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await page.route('**/*', (route) =>
    route.request().url().endsWith('/bare')
      ? route.fulfill({ contentType: 'text/html', body: '<!doctype html><body></body>' })
      : route.abort(),
  )
  await page.goto('/bare')
  await showEach(page, attacks)
  await expect.poll(() => ran(page)).toBe('yes')
})

test('X-020 a word longer than a phone is wide breaks, at the counter and on the page of the business', async ({
  page,
  request,
}) => {
  const word = `${'anticonstitutionnellement'.repeat(2)}fromager`
  const fields = { address: `12 ${word}`, website: `https://${word}.fr`, email: `${word}@exemple.fr` }
  const shop = await newShop(request, { name: `Fromagerie ${word}`, fields })
  await newInstant(request, shop, { title: word })
  const [{ call }, of] = [clientOf(request), { token: shop.token, params: { id: shop.companyId } }]
  const pickupDateTime = Temporal.Now.instant().add({ hours: 24 }).toString()
  await call('POST /v1/company/:id/orders', {
    ...of,
    body: { customerName: 'Zoé', pickupDateTime, orderContent: word },
  })
  const closed = { from: '2035-08-01', to: '2035-08-05', kind: 'closed' as const, message: word }
  await call('POST /v1/company/:id/hours/exceptions', { ...of, body: closed })
  await page.setViewportSize({ width: 390, height: 664 })
  await signIn(page, shop)
  for (const path of ['/commandes', '/horaires', await pageOf(request, shop)]) {
    await page.goto(path)
    if (path === '/commandes') await page.getByRole('button', { name: 'Demain et après' }).click()
    await expect(page.getByRole('main').getByText(word).first()).toBeVisible()
    await expectNoSideways(page)
  }
})
