import { expect, type Page, type Route, test } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { codeSentTo, newOwner, newPerson, newPhone, newRegistered, openAs, signIn } from './people.ts'

const phoneField = (page: Page) => page.getByLabel('Votre numéro de mobile')
const codeField = (page: Page) => page.getByLabel('Code reçu par SMS')
const askCode = (page: Page) => page.getByRole('button', { name: 'Recevoir mon code' }).click()
const confirm = (page: Page) => page.getByRole('button', { name: 'Me connecter' }).click()
const tokenOf = (page: Page) => page.evaluate(() => localStorage.getItem('token'))

/** Counts the calls to a path of the API, from now on. */
function countCalls(page: Page, path: string) {
  const calls: { type: string | undefined; authorization: string | undefined; body: string | null }[] = []
  page.on('request', (request) => {
    if (new URL(request.url()).pathname !== path) return
    const { 'content-type': type, authorization } = request.headers()
    calls.push({ type, authorization, body: request.postData() })
  })
  return calls
}

async function reachCode(page: Page, phone = newPhone()): Promise<string> {
  await page.goto('/login')
  await phoneField(page).fill(phone)
  await askCode(page)
  await expect(codeField(page)).toBeVisible()
  return phone
}

async function refuse(page: Page, path: string, status: number): Promise<void> {
  await page.route(`**${path}`, (route) =>
    route.fulfill({ status, json: { error: { code: 'X', message: 'refus de test' } } }),
  )
}

test('A-002 A-003 A-005 A-026 a visitor is shown the phone form, and nothing else', async ({ page }) => {
  await page.goto('/')
  await expect(page).toHaveURL(/\/login$/)
  await expect(phoneField(page)).toBeVisible()
  await expect(codeField(page)).toHaveCount(0)
  await expect(page.locator('html')).toHaveAttribute('data-not-found', 'TOKEN_NOT_FOUND')
  await expectAccessible(page)
})

test('A-006 A-007 an empty phone, or the prefix alone, sends nothing', async ({ page }) => {
  const calls = countCalls(page, '/v1/authentication/send-activation-code')
  await page.goto('/login')
  for (const typed of ['', '+33']) {
    await phoneField(page).fill(typed)
    await askCode(page)
    await expect(page.locator('[data-error]')).toHaveText('Merci de saisir votre numéro de téléphone')
  }
  expect(calls).toEqual([])
})

test('A-008 A-009 A-033 X-019 the phone is sent as a form, without spaces and without a session', async ({ page }) => {
  const calls = countCalls(page, '/v1/authentication/send-activation-code')
  const phone = newPhone()
  await reachCode(page, phone.replace(/(..)(?=.)/g, '$1 '))
  expect(calls).toEqual([
    {
      type: 'application/x-www-form-urlencoded',
      authorization: undefined,
      body: `phone=${phone}&device_id=WEB_APP&app_version=x.0.17`,
    },
  ])
})

const phoneStepAnswers: [number, string][] = [
  [403, 'Votre accès est bloqué, merci de contacter notre équipe'],
  [429, 'Trop de tentatives, merci de contacter l’équipe'],
  [500, 'Une erreur est survenue, merci de vérifier vos données'],
]
for (const [status, text] of phoneStepAnswers) {
  test(`A-010 A-011 A-025 the phone step answered ${status} stays and says « ${text} »`, async ({ page }) => {
    await refuse(page, '/v1/authentication/send-activation-code', status)
    await page.goto('/login')
    await phoneField(page).fill(newPhone())
    await askCode(page)
    await expect(page.getByRole('alert')).toContainText(text)
    await expect(phoneField(page)).toBeVisible()
  })
}

test('A-012 A-013 A-014 the code has five characters, no fewer, no more', async ({ page }) => {
  const calls = countCalls(page, '/v1/authentication/start-session')
  await reachCode(page)
  await confirm(page)
  await expect(page.locator('[data-error="code_empty"]')).toHaveText('Merci de saisir le code reçu par SMS')
  await codeField(page).fill('123')
  await confirm(page)
  await expect(page.locator('[data-error="code_length"]')).toHaveText('Le code doit contenir 5 caractères')
  await codeField(page).fill('12 34 56')
  await expect(codeField(page)).toHaveValue('12345')
  expect(calls).toEqual([])
})

test('A-017 A-018 a wrong code may be corrected, a blocked phone calls the team; no session is kept', async ({
  page,
}) => {
  const phone = await reachCode(page)
  const right = await codeSentTo(page.request, phone)
  await codeField(page).fill(right === '00000' ? '00001' : '00000')
  await confirm(page)
  await expect(page.locator('[data-error]')).toHaveText('Merci de saisir un code valide')
  expect(await tokenOf(page)).toBeNull()
  await refuse(page, '/v1/authentication/start-session', 403)
  await codeField(page).fill(right)
  await confirm(page)
  await expect(page.getByRole('alert')).toContainText('Votre accès est bloqué, merci de contacter notre équipe')
  expect(await tokenOf(page)).toBeNull()
})

test('A-017 X-031 a code whose answer was lost is told to be used, not to be wrong', async ({ page }) => {
  const { phone } = await newOwner(page.request)
  await reachCode(page, phone)
  await codeField(page).fill(await codeSentTo(page.request, phone))
  const lose = async (route: Route) => {
    await route.fetch()
    await route.abort()
  }
  await page.route('**/v1/authentication/start-session', lose, { times: 1 })
  await confirm(page)
  await expect(page.locator('[data-error="unreachable"]')).toBeVisible()
  await confirm(page)
  await expect(page.locator('[data-error]')).toHaveText('Ce code a peut-être déjà servi. Demandez-en un nouveau.')
})

test('A-015 A-016 A-019 A-020 the right code opens the company page by itself', async ({ page }) => {
  const { phone } = await newOwner(page.request)
  const calls = countCalls(page, '/v1/authentication/start-session')
  await reachCode(page, phone)
  const code = await codeSentTo(page.request, phone)
  await codeField(page).fill(code)
  const answer = page.waitForResponse('**/v1/authentication/start-session')
  await confirm(page)
  const { data } = (await (await answer).json()) as { data: { token: string; registration: boolean } }
  await expect(page.getByText('Connexion réussie')).toBeVisible()
  expect(await tokenOf(page)).toBe(data.token)
  expect(JSON.parse(calls[0]?.body ?? '')).toEqual({ phone, code, app_id: 'WEB_APP' })
  await expect(page).toHaveURL(/\/company$/)
})

for (const fault of ['forbids storage', 'has no room left'])
  test(`A-015 X-031 a browser that ${fault} signs in too, until it is reloaded`, async ({ page, request }) => {
    await page.addInitScript((isForbidden) => {
      const refuse = () => {
        throw new DOMException('refused', isForbidden ? 'SecurityError' : 'QuotaExceededError')
      }
      if (!isForbidden) Storage.prototype.setItem = refuse
      else
        for (const name of ['localStorage', 'sessionStorage', 'indexedDB'])
          Object.defineProperty(window, name, { get: refuse })
    }, fault.startsWith('forbids'))
    await page.setViewportSize({ width: 390, height: 844 })
    const { phone } = await newOwner(request)
    await reachCode(page, phone)
    await codeField(page).fill(await codeSentTo(request, phone))
    await confirm(page)
    await expect(page).toHaveURL(/\/company$/)
    await expect(page.getByRole('link', { name: 'Modifier ma fiche' })).toBeVisible()
    await page.getByRole('link', { name: 'Messages' }).first().click()
    await expect(page.getByRole('heading', { level: 1, name: 'Messages' })).toBeVisible()
  })

test('A-021 a registered but empty business goes on with its registration', async ({ page }) => {
  const { phone } = await newRegistered(page.request)
  await reachCode(page, phone)
  await codeField(page).fill(await codeSentTo(page.request, phone))
  await confirm(page)
  await expect(page).toHaveURL(/\/inscription/)
})

test('A-022 A-023 A-024 a phone without a business is told so, and led to the registration', async ({ page }) => {
  const { phone } = await newPerson(page.request)
  await reachCode(page, phone)
  await codeField(page).fill(await codeSentTo(page.request, phone))
  await confirm(page)
  await expect(page.getByText('Compte pro non trouvé', { exact: true })).toBeVisible()
  await expect(page.getByText('Ce numéro de téléphone n’est pas enregistré', { exact: true })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Inscrire mon établissement' }).click()
  await expect(page).toHaveURL(/\/inscription$/)
})

test('A-022 A-024 another number, tried at once after one without a business, opens its own page', async ({ page }) => {
  const { phone } = await newPerson(page.request)
  const owner = await newOwner(page.request)
  await reachCode(page, phone)
  await codeField(page).fill(await codeSentTo(page.request, phone))
  await confirm(page)
  await page.getByRole('button', { name: 'Essayer un autre numéro' }).click()
  await phoneField(page).fill(owner.phone)
  await askCode(page)
  await expect(codeField(page)).toBeVisible()
  await codeField(page).fill(await codeSentTo(page.request, owner.phone))
  await confirm(page)
  await expect(page).toHaveURL(/\/company$/)
  await expect(page.getByRole('heading', { name: owner.name }).first()).toBeVisible()
})

test('A-040 a step is sent once however often it is pressed, and its error stays until the next try', async ({
  page,
}) => {
  const calls = countCalls(page, '/v1/authentication/send-activation-code')
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/v1/authentication/send-activation-code', async (route) => {
    await held
    await route.fulfill({ status: 500, json: { error: { code: 'SERVER_ERROR', message: 'x' } } })
  })
  await page.goto('/login')
  await phoneField(page).fill(newPhone())
  await page.getByRole('button', { name: 'Recevoir mon code' }).dblclick()
  await expect(page.getByRole('button', { name: 'Recevoir mon code' })).toBeDisabled()
  release()
  await expect(page.getByRole('alert')).toBeVisible()
  expect(calls.length).toBe(1)
  await phoneField(page).fill('06')
  await expect(page.getByRole('alert')).toBeVisible()
})

test('A-001 A-004 AMB-13 who is signed in is never asked for a phone', async ({ page }) => {
  const owner = await newOwner(page.request)
  await signIn(page, owner, '/')
  await expect(page).toHaveURL(/\/company$/)
  await page.goto('/login')
  await expect(page).toHaveURL(/\/company$/)
  await expect(phoneField(page)).toHaveCount(0)
})

test('A-030 an empty business is sent to the registration from any page', async ({ page }) => {
  const owner = await newRegistered(page.request)
  for (const path of ['/company', '/instants', '/login']) {
    await openAs(page, owner, path)
    await expect(page).toHaveURL(/\/inscription/)
  }
})

test('A-027 a session that the server does not know is forgotten', async ({ page }) => {
  await openAs(page, { token: 'x'.repeat(43) })
  await expect(page).toHaveURL(/\/login$/)
  expect(await tokenOf(page)).toBeNull()
})

test('A-028 every page of a business asks for a session', async ({ page }) => {
  test.slow()
  const paths = 'company editCompany subscription paymentSuccess paymentFail instants createService createSpecialOffer'
  const more =
    'createAgendaEvent editService/1 editSpecialOffer/1 editAgendaEvent/1 agenda messages stats services marketing'
  for (const path of `${paths} ${more}`.split(' ')) {
    await page.goto(`/${path}`)
    await expect(page, path).toHaveURL(/\/login$/)
  }
})

test('A-028 the page that a signed-out person asked for is there once they are signed in, and nothing says that a session ended', async ({
  page,
}) => {
  const owner = await newOwner(page.request)
  await page.goto('/messages?filtre=non-lus')
  await expect(page).toHaveURL(/\/login$/)
  await expect(page.getByText('Votre session est terminée')).toHaveCount(0)
  await phoneField(page).fill(owner.phone)
  await askCode(page)
  await expect(codeField(page)).toBeVisible()
  await codeField(page).fill(await codeSentTo(page.request, owner.phone))
  await confirm(page)
  await expect(page).toHaveURL(/\/messages\?filtre=non-lus$/)
})

test('A-029 R-001 R-002 the registration needs no session, and its former addresses keep their query', async ({
  page,
}) => {
  for (const path of ['/inscription', '/inscription/association']) {
    await page.goto(path)
    await expect(page).toHaveURL(new RegExp(`${path}$`))
  }
  await page.goto('/registration?useremail=a@b.fr')
  await expect(page).toHaveURL(/\/inscription\?useremail=a@b\.fr$/)
  await page.goto('/registration/association?prosiret=W123456789')
  await expect(page).toHaveURL(/\/inscription\/association\?prosiret=W123456789$/)
})

test('A-039 signing out empties the browser, ends the session and the other tabs (AMB-131)', async ({
  page,
  context,
}) => {
  const owner = await newOwner(page.request)
  await signIn(page, owner)
  const other = await context.newPage()
  await other.goto('/sessions')
  await expect(other.getByRole('heading', { name: 'Mes appareils' })).toBeVisible()
  const ended = page.waitForResponse('**/v1/authentication/logout')
  await page.getByRole('button', { name: 'Se déconnecter' }).click()
  await expect(page).toHaveURL(/\/login$/)
  expect((await ended).status()).toBe(200)
  expect(await page.evaluate(() => Object.keys(localStorage))).toEqual([])
  await expect(other).toHaveURL(/\/login$/)
  const reply = await page.request.get('/v1/company/ownership', { headers: { authorization: `Bearer ${owner.token}` } })
  expect(reply.status()).toBe(401)
})
