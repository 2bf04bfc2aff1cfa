import { signIn as signInBySms } from '@parvis/harness/town/town-client'
import { expect, type Locator, type Page, type Request, type TestInfo, test } from '@playwright/test'
import { expectAccessible, expectNoSideways } from './accessible.ts'
import { buyPlan } from './api.ts'
import { answer, newConversation, newShop as newCounter, order } from './conversations.ts'
import { expectUnbroken } from './french.ts'
import { fillInstant, newInstant, onDay } from './instants.ts'
import { newSuperAdmin } from './operator-tool.ts'
import { clientOf, jpeg, newHall, newOwner, type Owner, picture, scrollTo, signIn, upload } from './people.ts'
import { fillAccount } from './registration-steps.ts'
import { newFollowers, siteClient } from './residents.ts'

/** A shop on the free plan, a shop that takes orders, one that claims a name of its own, a town hall, the team. */
type Who = 'shop' | 'counter' | 'named' | 'hall' | 'team'

/** A window of the portal: whose, where, what opens it, and what must be done before. */
type Opening = {
  of: Who
  path: string
  opener: RegExp
  role?: 'button' | 'link'
  width?: number
  /** The field that has the focus afterwards, where that is not the opener. */
  back?: string
  before?: (page: Page) => Promise<unknown>
}

const type = (label: string, text: string) => (page: Page) => page.getByLabel(label).first().fill(text)
const openConversation = (page: Page) =>
  page
    .getByRole('button', { name: /^Marie\b/ })
    .first()
    .click()

const showPhotos = (page: Page) => scrollTo(page, page.getByRole('button', { name: /^Décrire/ }))

async function fillOffer(page: Page): Promise<void> {
  await fillInstant(page, 'Trois tartes')
  await page.getByRole('button', { name: 'Demain' }).click()
  await page.getByLabel('Fin, le même jour, heure').fill('18:00')
}

const openings: readonly Opening[] = [
  { of: 'shop', path: '/company', opener: /^Plus$/, width: 390 },
  { of: 'shop', path: '/company', opener: /^Décrire/, before: showPhotos },
  { of: 'shop', path: '/company', opener: /^Retirer/, before: showPhotos },
  { of: 'shop', path: '/sessions', opener: /^Supprimer mon compte$/ },
  { of: 'shop', path: '/sessions', opener: /^Déconnecter (?!tous)/ },
  { of: 'shop', path: '/sessions', opener: /^Déconnecter tous les autres$/ },
  { of: 'shop', path: '/equipe', opener: /^Inviter$/ },
  { of: 'shop', path: '/compte/securite', opener: /^Changer de numéro$/ },
  { of: 'shop', path: '/instants', opener: /^Supprimer «/ },
  { of: 'shop', path: '/instants', opener: /^Changer l’état de «/ },
  { of: 'shop', path: '/agenda', opener: /^Conseil municipal$/ },
  { of: 'shop', path: '/editCompany', opener: /aperçu/i, width: 390 },
  { of: 'shop', path: '/editCompany', opener: /^Choisir une illustration$/ },
  { of: 'shop', path: '/createService', opener: /^Instants$/, role: 'link', before: type('Titre', 'Fournée du soir') },
  { of: 'shop', path: '/createSpecialOffer', opener: /^Publier$/, before: fillOffer },
  {
    of: 'counter',
    path: '/messages?conversation=groupe',
    opener: /^Envoyer$/,
    back: 'Message à tous vos abonnés',
    before: type('Message à tous vos abonnés', 'Fermé'),
  },
  { of: 'named', path: '/domaine', opener: /^Ne plus utiliser ce nom$/ },
  { of: 'counter', path: '/subscription', opener: /STARTER/ },
  { of: 'counter', path: '/commandes', opener: /^Commande au comptoir$/ },
  { of: 'counter', path: '/commandes', opener: /^Proposer autre chose$/ },
  { of: 'counter', path: '/commandes', opener: /^Refuser$/ },
  { of: 'counter', path: '/messages', opener: /^Bloquer ou signaler$/, before: openConversation },
  { of: 'counter', path: '/messages', opener: /^Agrandir la photo$/, before: openConversation },
  { of: 'counter', path: '/messages/reglages', opener: /^Supprimer / },
  { of: 'hall', path: '/services', opener: /^Ajouter un service$/ },
  { of: 'hall', path: '/services', opener: /^Modifier École$/ },
  { of: 'hall', path: '/services', opener: /^Supprimer École$/ },
  { of: 'team', path: '/operateur', opener: /^Voir le recto/ },
  { of: 'team', path: '/operateur', opener: /^Accepter l’identité/ },
  { of: 'team', path: '/operateur', opener: /^Refuser l’identité/ },
]

for (const who of ['shop', 'counter', 'named', 'hall', 'team'] as const) {
  test(
    `V-019 O-002 AMB-130 every window of a ${who} gives the focus back to what opened it, and passes axe`,
    {
      tag: '@matrix',
    },
    async ({ page }, testInfo) => {
      test.setTimeout(300_000)
      // An opener that is not there is named, instead of waited for until the end.
      page.setDefaultTimeout(20_000)
      const person = await make[who](page)
      for (const opening of openings.filter((one) => one.of === who))
        await opensAndGivesBack(page, person, opening, testInfo)
    },
  )
}

for (const who of ['shop', 'counter', 'named', 'hall', 'team'] as const) {
  test(`V-019 X-031 every window of a ${who} opens without network`, {
    tag: '@matrix',
  }, async ({ page, context }) => {
    test.setTimeout(300_000)
    page.setDefaultTimeout(20_000)
    const person = await make[who](page)
    const pending = followScripts(page)
    for (const { path, opener, role, width, before } of openings.filter((one) => one.of === who)) {
      await test.step(`${path} ${opener}`, async () => {
        await context.setOffline(false)
        await page.setViewportSize({ width: width ?? 1280, height: 844 })
        await signIn(page, person, path)
        await before?.(page)
        const control = page.getByRole(role ?? 'button', { name: opener }).first()
        await control.waitFor()
        // What a page will open is asked for once the browser is idle.
        await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)))
        await expect.poll(() => pending.size).toBe(0)
        await context.setOffline(true)
        await control.focus()
        await page.keyboard.press('Enter')
        await expect(page.getByRole('dialog').first(), String(opener)).toBeVisible()
        await expectAccessible(page)
        // Nothing opens later by itself.
        const shown = await page.getByRole('dialog').count()
        await context.setOffline(false)
        await expect(page.getByText('Vous êtes hors connexion')).toHaveCount(0)
        await expect(page.getByRole('dialog')).toHaveCount(shown)
      })
    }
  })
}

/** The scripts that a page has asked for and not got yet. */
function followScripts(page: Page): ReadonlySet<Request> {
  const pending = new Set<Request>()
  page.on('request', (request) => request.resourceType() === 'script' && pending.add(request))
  page.on('requestfinished', (request) => pending.delete(request))
  page.on('requestfailed', (request) => pending.delete(request))
  return pending
}

test('Q-028 H-021 the first screen of three small phones holds what is wanted first', async ({ page }) => {
  test.setTimeout(120_000)
  const counter = await newBusyCounter(page)
  const { token, companyId: id } = counter
  const { version } = await clientOf(page.request).call('GET /v1/company/:id/hours', { token, params: { id } })
  const week = [{ days: [1, 2, 3, 4, 5, 6, 7], start: '00:00', end: '00:00', enabled: true }]
  await clientOf(page.request).call('PUT /v1/company/:id/hours/week', {
    token,
    params: { id },
    body: { version, week },
  })
  for (const [width, height] of [
    [390, 664],
    [375, 553],
    [360, 640],
  ] as const) {
    await page.setViewportSize({ width, height })
    await signIn(page, counter, '/commandes')
    await expectAboveBar(page, page.getByRole('button', { name: 'Accepter', exact: true }).first())
    await signIn(page, counter, '/company')
    await expectAboveBar(page, page.getByRole('button', { name: 'Fermé aujourd’hui' }))
  }
})

/** Whole, above the navigation of a phone. */
async function expectAboveBar(page: Page, control: Locator): Promise<void> {
  await expect(control).toBeVisible()
  const bar = await page.getByRole('navigation', { name: 'Navigation' }).last().boundingBox()
  const box = await control.boundingBox()
  expect((box?.y ?? Number.NaN) + (box?.height ?? 0)).toBeLessThanOrEqual(bar?.y ?? 0)
}

test('X-020 what the keyboard reaches on a phone stands above the bars that are always in sight', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 664 })
  const shop = await newOwner(page.request)
  const isCovered = () => {
    const { activeElement: it } = document
    const { left, top, width, height } = (it?.closest('label') ?? it ?? document.body).getBoundingClientRect()
    const seen = document.elementFromPoint(left + width / 2, top + height / 2)
    const bar = seen?.closest('nav, form > :last-child')
    return bar && !bar.contains(it) ? it?.outerHTML.slice(0, 90) : undefined
  }
  for (const path of ['/horaires', '/sessions', '/createSpecialOffer']) {
    await signIn(page, shop, path)
    const last = page.getByRole('button', { name: /^(Supprimer mon compte|Enregistrer la semaine|Publier)$/ })
    await expect(last).toBeVisible()
    for (let tabs = 0; tabs < 40; tabs++) {
      await page.keyboard.press('Tab')
      expect(await page.evaluate(isCovered), path).toBeUndefined()
    }
  }
})

test('V-019 R-025 the windows of a picture and of the code give the focus back, and pass axe', {
  tag: '@matrix',
}, async ({ page }) => {
  await test.step('the crop window, which only its buttons close', async () => {
    await signIn(page, await newOwner(page.request), '/editCompany')
    const field = page.getByLabel('Photo de profil')
    await field.focus()
    await field.setInputFiles(upload('photo.jpg', await picture(900, 900)))
    await expect(page.getByRole('button', { name: 'Utiliser cette photo' })).toBeEnabled()
    await expectAccessible(page)
    await page.getByRole('dialog').getByRole('button', { name: 'Annuler' }).click()
    await expect(field).toBeFocused()
  })
  await test.step('the code of the registration', async () => {
    await page.evaluate(() => localStorage.clear())
    await page.goto('/inscription/commerce')
    await fillAccount(page, 'commerce')
    const control = page.getByRole('button', { name: 'Continuer' })
    await control.press('Enter')
    await expect(page.getByLabel('Code reçu par SMS')).toBeFocused()
    await expectAccessible(page)
    await expectNoSideways(page)
    await page.keyboard.press('Escape')
    await expect(control).toBeFocused()
  })
})

async function opensAndGivesBack(
  page: Page,
  who: Owner,
  { path, opener, role, width, back, before }: Opening,
  info: TestInfo,
) {
  await test.step(`${path} ${opener}`, async () => {
    await page.setViewportSize({ width: width ?? 1280, height: 844 })
    await signIn(page, who, path)
    await before?.(page)
    const control: Locator = page.getByRole(role ?? 'button', { name: opener }).first()
    await control.focus()
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog')
    await expect(dialog, String(opener)).toBeVisible()
    await expectAccessible(page)
    await expectNoSideways(page)
    await expectUnbroken(page)
    await info.attach(`window-${info.attachments.length}`, { body: await page.screenshot(), contentType: 'image/png' })
    await page.keyboard.press('Escape')
    await expect(dialog, String(opener)).toHaveCount(0)
    await expect(back ? page.getByLabel(back) : control, String(opener)).toBeFocused()
  })
}

const screens: Record<Who, string> = {
  shop: '/company /editCompany /horaires /instants places /publier /createService /createSpecialOffer /createAgendaEvent /agenda /messages /messages/reglages /marketing /affiches /domaine /subscription /paymentFail /paymentSuccess /notifications /sessions /compte/securite /equipe /mon-calendrier /abc',
  counter: '/company /messages /commandes /commandes/historique /commandes/reglages /subscription',
  named: '/domaine /subscription',
  hall: '/company /services /agenda /instants /actes /alertes',
  team: '/stats /operateur',
}

for (const who of ['shop', 'counter', 'named', 'hall', 'team'] as const) {
  test(`X-001 X-020 no screen of a ${who} scrolls sideways at 390, 800, 1280 px nor at a zoom of 200 %, each passes axe, and no line begins with a sign`, {
    tag: '@matrix',
  }, async ({ page }) => {
    test.setTimeout(300_000)
    const person = await make[who](page)
    if (who === 'shop') await looksAtFirst(page)
    for (const path of screens[who].split(' ')) {
      await test.step(path, async () => {
        await signIn(page, person, path === 'places' ? '/instants' : path)
        if (path === 'places') await openPlaces(page)
        for (const width of [390, 640, 800, 1280]) {
          await page.setViewportSize({ width, height: 900 })
          await expectNoSideways(page)
          if (width === 390 || width === 800) await expectAccessible(page)
        }
        await expectUnbroken(page)
      })
    }
  })
}

/** The seats of the first instant, opened to bookings. */
async function openPlaces(page: Page): Promise<void> {
  await page
    .getByRole('link', { name: /^Places de/ })
    .first()
    .click()
  await page.getByRole('switch', { name: 'Prendre des réservations' }).click()
  await page.getByRole('button', { name: 'Enregistrer' }).click()
  await expect(page.getByText('0 sur 20', { exact: true })).toBeVisible()
}

/** What is seen before signing in. */
async function looksAtFirst(page: Page): Promise<void> {
  for (const path of ['/login', '/inscription/mairie', '/nulle-part']) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
    for (const width of [390, 640, 800, 1280]) {
      await page.setViewportSize({ width, height: 900 })
      await expectNoSideways(page)
    }
    await expectAccessible(page)
  }
}

const make: Record<Who, (page: Page) => Promise<Owner>> = {
  shop: newShop,
  counter: newBusyCounter,
  named: newNamedShop,
  hall: newEventfulHall,
  team: ({ request }) => newSuperAdmin(request),
}

/** With an instant and a follower, and signed in on two more devices. */
async function newShop(page: Page): Promise<Owner> {
  const { request } = page
  // What others announce is in its agenda.
  await newEventfulHall(page)
  const shop = await newOwner(request)
  await newInstant(request, shop, { title: 'Brioche tressée : la voici !' })
  await newFollowers(shop)
  const { token, companyId: id } = shop
  const sent = {
    token,
    params: { id },
    body: {},
    as: 'multipart' as const,
    files: { image: jpeg(await picture(960, 720)) },
  }
  await clientOf(request).call('POST /v1/company/:id/photos', sent)
  for (const _ of ['a lost phone', 'a sold computer']) await signInBySms(clientOf(request), shop.phone)
  return shop
}

/** An order to decide, a picture in its conversation, a ready answer. */
async function newBusyCounter({ request }: Page): Promise<Owner> {
  const counter = await newCounter(request)
  await newFollowers(counter)
  const { resident, uuid } = await newConversation(counter, 'Bonjour, avez-vous encore du pain de seigle ?')
  await order(resident, counter)
  await answer(request, counter, uuid)
  const files = { image: new Blob([new Uint8Array(await picture(400, 300))], { type: 'image/jpeg' }) }
  const reply = { headers: resident, params: { id: uuid }, body: { message: 'Comme ceci' }, files }
  await siteClient().call('POST /v1/site/conversations/:id/messages', reply)
  const ready = { shortcut: 'pret', text: 'C’est prêt\u202f!' }
  const { token, companyId: id } = counter
  const kept = { token, params: { id }, body: ready, as: 'multipart' as const }
  await clientOf(request).call('POST /v1/company/:id/quick-replies', kept)
  return counter
}

/** On ADVANCED, with a domain to prove. */
async function newNamedShop({ request }: Page): Promise<Owner> {
  const shop = await newOwner(request)
  await buyPlan(request, shop, 'digital')
  const { token, companyId: id } = shop
  const body = { domain: `fournil-${Date.now().toString(36)}.localhost` }
  await clientOf(request).call('PUT /v1/company/:id/domain', { token, params: { id }, body })
  return shop
}

/** Three services, and an event of tomorrow. */
async function newEventfulHall({ request }: Page): Promise<Owner> {
  const hall = await newHall(request)
  const tomorrow = new Date(Date.now() + 24 * 3_600_000).toISOString().slice(0, 10)
  await newInstant(request, hall, { title: 'Conseil municipal', categoryId: 1, times: [onDay(tomorrow)] })
  return hall
}
