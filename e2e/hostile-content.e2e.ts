import { expect, type Page, test } from '@playwright/test'
import { openSignedIn } from './api.ts'
import { conversations, newConversation, thread, write } from './conversations.ts'
import { newInstant } from './instants.ts'
import { newOwner } from './people.ts'

/** Each runs `ran()` where it is taken for more than a text. */
const attacks = [
  '<script>ran()</script>',
  '<img src=x onerror=ran()>',
  '<svg onload=ran()></svg>',
  '<svg><script>ran()</script></svg>',
  '<iframe srcdoc="<script>parent.ran()</script>"></iframe>',
  '<iframe src="javascript:parent.ran()"></iframe>',
  '<body onload=ran()>',
  '<details open ontoggle=ran()>a</details>',
  '<input autofocus onfocus=ran()>',
  '<video><source onerror=ran()></video>',
  '<math><mtext><style><img src=x onerror=ran()></style></mtext></math>',
  '<noscript><p title="</noscript><img src=x onerror=ran()>">',
  '<form><button formaction="javascript:ran()">a</button></form>',
  '<a href="java&#9;script:ran()">a</a>',
  '"><img src=x onerror=ran()>',
  `'-ran()-'`,
  '</textarea><script>ran()</script>',
  '{{constructor.constructor("ran()")()}}',
]
const all = attacks.join(' ')

async function watch(page: Page): Promise<{ asked: string[] }> {
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  page.on('dialog', (dialog) => void dialog.dismiss())
  await page.addInitScript(() => {
    Object.assign(window, { ran: () => document.documentElement.setAttribute('data-ran', 'yes') })
  })
  return { asked }
}

const ran = (page: Page) => page.locator('html').getAttribute('data-ran')

test('T08 G24 hostile names, titles, messages and descriptions are shown as texts, and run nowhere', async ({
  page,
  request,
}) => {
  const name = attacks[1] ?? ''
  const owner = await newOwner(request, {
    name: `Chez ${name}`,
    fields: { description: `<p>Du pain cuit sur place, tous les jours.</p>${all}` },
  })
  for (const attack of attacks.slice(0, 3)) await newInstant(request, owner, { title: `Titre ${attack}` })
  const { resident, uuid } = await newConversation(request, owner)
  for (const attack of attacks) await write(request, resident, uuid, attack)

  const complaints: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text())
  })
  const { asked } = await watch(page)
  for (const path of ['/company', '/instants', '/agenda', '/messages', '/editCompany', '/account']) {
    await openSignedIn(page, owner, path)
    await expect(page.locator('main h1').first()).toBeVisible({ timeout: 45_000 })
    if (path === '/company') await expect(page.getByText('Du pain cuit sur place').first()).toBeVisible()
    if (path === '/instants') await expect(page.getByText(`Titre ${attacks[0]}`).first()).toBeVisible()
    if (path === '/messages') {
      await conversations(page)
        .getByRole('button', { name: /Marie D\./ })
        .click()
      for (const attack of attacks) await expect(thread(page)).toContainText(attack)
    }
    expect([path, await ran(page)]).toEqual([path, null])
  }
  expect(complaints).toEqual([])
  expect(asked.filter((url) => url.endsWith('/x'))).toEqual([])
})

test('T08 G24 with the sanitiser bypassed, the content policy alone runs nothing', async ({ page, request }) => {
  const owner = await newOwner(request)
  await watch(page)
  await page.route('**/v1/company/settings/*', async (route) => {
    const reply = await route.fetch()
    const { data } = (await reply.json()) as { data: object }
    await route.fulfill({ response: reply, json: { data: { ...data, description: `<p>Contourné</p>${all}` } } })
  })
  const refused = page.waitForEvent('console', (message) => message.text().includes('Content Security Policy'))
  await openSignedIn(page, owner, '/company')
  await expect(page.getByText('Contourné').first()).toBeVisible({ timeout: 45_000 })
  await refused
  expect(await ran(page)).toBeNull()
  // What the attacks would have done is seen when it is done.
  await page.evaluate(() => (window as unknown as { ran: () => void }).ran())
  expect(await ran(page)).toBe('yes')
})
