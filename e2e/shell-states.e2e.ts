import { expect, type Page, test } from '@playwright/test'
import { expectAccessible, expectNoSideways } from './accessible.ts'
import { endSessionElsewhere, pressIfThere, signInAgain } from './faults.ts'
import { newInstant } from './instants.ts'
import { newHall, newOwner, openAs, signIn } from './people.ts'

const alert = (page: Page) => page.getByRole('alert')
const strip = (page: Page) => page.getByText('Vous êtes hors connexion')

test('X-031 without a network a strip says so, a page says « Pas de connexion » and comes back alone', async ({
  page,
  context,
}) => {
  await signIn(page, await newOwner(page.request))
  await expect(strip(page)).toBeHidden()
  const reports: string[] = []
  page.on('request', (request) => request.url().endsWith('/v1/error-report') && reports.push(request.url()))
  await context.setOffline(true)
  await expect(strip(page)).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Communication' }).first().click()
  await expect(alert(page)).toContainText('Pas de connexion')
  await expect(page.getByText('Notre équipe vient d’en être informée')).toHaveCount(0)
  await context.setOffline(false)
  await expect(page.locator('main h1')).toBeVisible()
  await expect(strip(page)).toBeHidden()
  expect(reports).toEqual([])
})

test('X-014 a broken page says that the team was told only once it was, reports its first error once, leads home', async ({
  page,
}) => {
  const owner = await newOwner(page.request)
  await page.route('**/v1/chat/discussion?*', (route) => route.fulfill({ json: { data: [{ uuid: 5 }] } }))
  await page.route('**/v1/error-report', (route) => route.abort())
  await openAs(page, owner, '/messages')
  await expect(alert(page)).toContainText('Un imprévu est survenu')
  await expect(page.getByText('Notre équipe vient d’en être informée')).toHaveCount(0)
  await page.unroute('**/v1/error-report')
  const reported: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/v1/error-report')) reported.push(String(request.postDataJSON().message))
  })
  await page.reload()
  await expect(page.getByText('Notre équipe vient d’en être informée')).toBeVisible()
  await page.unroute('**/v1/chat/discussion?*')
  await page.getByRole('link', { name: 'Revenir à l’accueil' }).click()
  await expect(page).toHaveURL(/\/company$/)
  expect(reported).toHaveLength(1)
  // Not « too many re-renders », which says nothing of what was wrong.
  expect(reported[0]).not.toContain('#185')
})

test('A-027 X-031 AMB-39 a session that ended says so at sign-in, and leads back to the same page', async ({
  page,
}) => {
  const owner = await newOwner(page.request)
  await signIn(page, owner, '/marketing')
  await endSessionElsewhere(page, owner)
  await pressIfThere(page.getByRole('link', { name: 'Instants' }))
  await expect(page.getByText('Votre session est terminée')).toBeVisible()
  await expectAccessible(page)
  await signInAgain(page, owner)
  await expect(page).toHaveURL(/\/(instants|marketing)/)
  // Signing out on purpose shows no « session expired » message.
  await page.getByRole('button', { name: 'Se déconnecter' }).first().click()
  await expect(page.getByLabel('Votre numéro de mobile')).toBeVisible()
  await expect(page.getByText('Votre session est terminée')).toHaveCount(0)
})

test('V-019 X-026 after a deletion the focus is on what stands next, and one message at a time hides nothing', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await signIn(page, await newHall(page.request), '/services')
  for (const [gone, next] of [
    ['École', 'Piscine'],
    ['Piscine', 'Mairie'],
  ] as const) {
    await page.getByRole('button', { name: `Supprimer ${gone}` }).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('dialog').getByRole('button', { name: 'Supprimer' }).press('Enter')
    await expect(page.getByRole('heading', { name: gone })).toHaveCount(0)
    const article = page.getByRole('article').filter({ has: page.getByRole('heading', { name: next }) })
    await expect(article.locator(':focus')).toHaveCount(1)
  }
  const messages = page.getByRole('button', { name: 'Fermer le message' })
  await expect(messages).toHaveCount(1)
  await page.getByRole('button', { name: 'Ajouter un service' }).first().click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await expect.poll(() => hiddenByMessage(page)).toEqual([])
})

/** The fields and main buttons that lie under the message shown. */
const hiddenByMessage = (page: Page) =>
  page.evaluate(() => {
    const toast = document.querySelector('[aria-label="Fermer le message"]')?.parentElement?.getBoundingClientRect()
    if (!toast) return ['no message']
    return [...document.querySelectorAll('input, textarea, select, [contenteditable="true"], [data-main]')]
      .filter((field) => {
        const { left, right, top, bottom, width } = field.getBoundingClientRect()
        return width > 0 && left < toast.right && right > toast.left && top < toast.bottom && bottom > toast.top
      })
      .map((field) => field.outerHTML.slice(0, 80))
  })

test('X-020 zoomed to twice its size on a phone, no page scrolls sideways, and « Plus » is within reach', async ({
  page,
}) => {
  await page.setViewportSize({ width: 195, height: 332 })
  await page.goto('/inscription')
  await page.getByRole('link', { name: 'Entreprise' }).waitFor()
  await expectNoSideways(page)
  await page.goto('/nulle-part')
  await page.getByText('Page introuvable').waitFor()
  await expectNoSideways(page)
  await signIn(page, await newOwner(page.request))
  const pages = {
    '/editCompany': 'Mercredi',
    '/horaires': 'Autres horaires',
    '/subscription': 'PREMIUM',
    '/marketing': 'Affiche A4',
  }
  for (const [path, last] of Object.entries(pages)) {
    await page.goto(path)
    await page.locator('main').getByText(last).first().waitFor()
    await expectNoSideways(page)
  }
  const more = page.getByRole('navigation').getByRole('button', { name: 'Plus' })
  await more.scrollIntoViewIfNeeded()
  await expect(more).toBeInViewport({ ratio: 1 })
})

test('X-014 a page that the browser translates goes on working: its texts are replaced behind our back', async ({
  page,
}) => {
  const owner = await newOwner(page.request)
  await newInstant(page.request, owner, { title: 'Pain de seigle' })
  await openAs(page, owner, '/instants')
  const pause = page.getByRole('button', { name: 'Mettre en pause « Pain de seigle »' })
  await expect(pause).toBeVisible()
  await page.evaluate(() => {
    const texts = document.createTreeWalker(document.getElementById('root') ?? document, NodeFilter.SHOW_TEXT)
    const all: Node[] = []
    while (texts.nextNode()) all.push(texts.currentNode)
    for (const text of all) {
      const translated = document.createElement('font')
      translated.textContent = text.textContent
      text.parentNode?.replaceChild(translated, text)
    }
  })
  await pause.click()
  await expect(page.getByRole('status').filter({ hasText: 'est en pause' })).toBeVisible()
  await page.getByRole('tab', { name: 'Offres' }).click()
  await page.getByRole('link', { name: 'Agenda' }).first().click()
  await expect(page.getByRole('heading', { name: 'Agenda', level: 1 })).toBeVisible()
})
