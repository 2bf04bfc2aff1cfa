import { expect, type Locator, type Request, test } from '@playwright/test'
import { Temporal } from 'temporal-polyfill'
import { buyPlan, openSignedIn, refuse } from './api.ts'
import { conversations, newConversation } from './conversations.ts'
import { expectFrench } from './french.ts'
import { newInstant } from './instants.ts'
import { type BusinessType, codeSentTo, newOwner, newPerson, signIn } from './people.ts'
import { fillAccount } from './registration-steps.ts'

test.describe.configure({ timeout: 180_000 })

const shared = [
  '/company',
  '/editCompany',
  '/paymentFail',
  '/paymentSuccess',
  '/instants',
  '/agenda',
  '/messages',
  '/marketing',
]
const creations = ['/createService', '/createSpecialOffer', '/createAgendaEvent']
const pages: [BusinessType, string[]][] = [
  ['commerce', [...shared, ...creations, '/subscription']],
  ['mairie', [...shared, ...creations, '/services']],
]

for (const [type, paths] of pages) {
  test(`X-001 X-024 X-031 one session of a ${type} opens the pages of both documents, on one company, in French, on a phone that stays at iOS 16`, async ({
    page,
  }) => {
    await page.addInitScript(withoutNewer)
    const faults: Error[] = []
    page.on('pageerror', (fault) => faults.push(fault))
    const owner = await newOwner(page.request, { type })
    const calls: Request[] = []
    page.on('request', (request) => request.url().includes('/v1/') && calls.push(request))
    await signIn(page, owner, '/company')
    for (const path of paths) {
      await page.goto(path)
      await expect(page.locator('main h1').first(), path).toBeVisible()
      await expect(page, path).toHaveURL(new RegExp(`${path}$`))
      await expectFrench(page)
    }
    const sessions = calls.map((request) => request.headers().authorization).filter(Boolean)
    expect(new Set(sessions)).toEqual(new Set([`Bearer ${owner.token}`]))
    const companies = calls.flatMap((request) => request.url().match(uuid) ?? [])
    expect(new Set(companies)).toEqual(new Set([owner.companyId]))
    expect(calls.some((request) => request.url().includes('/instants/company/'))).toBe(true)
    expect(faults).toEqual([])
  })
}

/** What Safari has since iOS 16.4 alone. */
function withoutNewer(): void {
  const newer: [object, string][] = [
    [Map, 'groupBy'],
    [Object, 'groupBy'],
    [Promise, 'withResolvers'],
    [Promise, 'try'],
    [URL, 'canParse'],
    [URL, 'parse'],
    [AbortSignal, 'any'],
    [Element.prototype, 'checkVisibility'],
    ...['union', 'intersection', 'difference', 'isSubsetOf'].map((name): [object, string] => [Set.prototype, name]),
    ...['map', 'filter', 'some', 'find', 'toArray', 'flatMap'].map((name): [object, string] => [
      Object.getPrototypeOf(Object.getPrototypeOf([].values())),
      name,
    ]),
  ]
  for (const [owner, name] of newer) Reflect.deleteProperty(owner, name)
}

const uuid = /[0-9a-f]{8}-[0-9a-f-]{14}-[0-9a-f]{12}/g

test('X-024 a plan bought with the first document lifts the limits of the second, in one sitting', async ({ page }) => {
  const owner = await newOwner(page.request)
  await signIn(page, owner, '/instants')
  await expect(page.getByRole('tab', { name: /Services 0\/3/ })).toBeVisible()
  await buyPlan(page.request, owner)
  await page.reload()
  await expect(page.getByRole('tab', { name: /Services 0\/∞/ })).toBeVisible()
})

/** What a page that asks for a role would call it. */
const roleWords = /(^|[^a-zà-ÿ])r[ôo]le|administrateur|droits d’accès|profil d’utilisateur/i

test('X-001 X-009 nobody is asked for a role, at registration nor after; every page is in French', async ({ page }) => {
  const asked = async (path: string) => {
    await expect(page.locator('main h1').first(), path).toBeVisible()
    const words = await page.locator('label, legend, option, [role="option"], [role="radio"], button').allTextContents()
    const names = await page.locator('input, select').evaluateAll((fields) => fields.map((field) => field.id))
    expect(
      [...words, ...names].filter((word) => roleWords.test(word)),
      path,
    ).toEqual([])
    await expectFrench(page)
  }
  for (const path of ['/login', '/inscription', '/inscription/association', '/inscription/mairie']) {
    await page.goto(path)
    await asked(path)
  }
  const owner = await newOwner(page.request)
  for (const path of ['/company', '/editCompany', '/sessions', '/subscription']) {
    await signIn(page, owner, path)
    await asked(path)
  }
})

const quoted = {
  signUp400: 'Merci de vérifier votre numéro de téléphone',
  signUpOther: 'Une erreur est survenue, merci de vérifier vos données',
  registration409: 'Une erreur est survenue, merci de recharger la page',
  registrationOther: 'Une erreur est survenue, merci de vérifier vos donner et rééssayer',
  noAccount: 'Compte pro non trouvé',
  required: 'Veuillez remplir tous les champs',
  cap: "Vous avez atteint le nombre maximum d'instants que vous pouvez créer",
  yesterday: 'hier',
}

/** Letter for letter: `toHaveText` would take any kind of space for another. */
async function expectQuoted(place: Locator, text: string): Promise<void> {
  const words = place.getByText(text, { exact: true }).first()
  await expect(words).toBeVisible()
  expect(await words.textContent()).toBe(text)
}

test('X-022 the quoted texts of registration and sign-in are on the page, letter for letter', async ({ page }) => {
  const { token, phone } = await newPerson(page.request)
  const alert = page.getByRole('alert')
  const send = () => page.getByRole('button', { name: 'Continuer' }).click()
  await page.goto('/inscription')
  await send()
  await expectQuoted(alert, quoted.required)
  await fillAccount(page, 'commerce', { phone })
  for (const [status, text] of [
    [400, quoted.signUp400],
    [500, quoted.signUpOther],
  ] as const) {
    await page.unroute('**/send-activation-code')
    await refuse(page, '**/send-activation-code', status)
    await send()
    await expectQuoted(alert, text)
  }
  await page.unroute('**/send-activation-code')
  // Whoever is signed in has proven this phone: the registration itself is next.
  await openSignedIn(page, { token }, '/inscription')
  await fillAccount(page, 'commerce', { phone })
  for (const [status, text] of [
    [500, quoted.registrationOther],
    [409, quoted.registration409],
  ] as const) {
    await page.unroute('**/company/subscription')
    await refuse(page, '**/company/subscription', status)
    await send()
    await expectQuoted(alert, text)
  }
})

test('X-022 the quoted text of a phone without a business is on the page, letter for letter', async ({ page }) => {
  const { phone } = await newPerson(page.request)
  await page.goto('/login')
  await page.getByLabel('Votre numéro de mobile').fill(phone)
  await page.getByRole('button', { name: 'Recevoir mon code' }).click()
  await page.getByLabel('Code reçu par SMS').waitFor()
  await page.getByLabel('Code reçu par SMS').fill(await codeSentTo(page.request, phone))
  await page.getByRole('button', { name: 'Me connecter' }).click()
  await expectQuoted(page.locator('main'), quoted.noAccount)
})

test('X-022 the quoted texts of the instants and messages are on the page, letter for letter', async ({ page }) => {
  const owner = await newOwner(page.request)
  for (const title of ['Service un', 'Service deux', 'Service trois']) await newInstant(page.request, owner, { title })
  await newConversation(owner)
  await page.route('**/v1/chat/discussion?*', async (route) => {
    const reply = await route.fetch()
    const { data } = (await reply.json()) as { data: object[] }
    const lastUpdate = Temporal.Now.zonedDateTimeISO('Europe/Paris').subtract({ days: 1 }).toInstant().toString()
    await route.fulfill({ json: { data: data.map((discussion) => ({ ...discussion, lastUpdate })) } })
  })
  await signIn(page, owner, '/instants')
  await page.getByRole('button', { name: 'Ajouter un service' }).click()
  await expectQuoted(page.locator('main'), quoted.cap)
  await page.goto('/messages')
  await expectQuoted(conversations(page), quoted.yesterday)
  // The list is asked for again meanwhile: its route may not outlive the page.
  await page.unrouteAll({ behavior: 'ignoreErrors' })
})
