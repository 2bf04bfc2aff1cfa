import { expect, type Locator, type Page } from '@playwright/test'
import { clientOf, codeSentTo, type Owner } from './people.ts'

/** The page's write calls; reads go through, so that a fault meets the form only. */
const api = '**/v1/**'

type Fault = {
  name: string
  sentence: RegExp
  /** Sentence shown instead for items kept in the send queue. */
  ofQueued?: RegExp
  begin: (page: Page) => Promise<unknown>
  end: (page: Page) => Promise<void>
}

const unreachable = /Connexion impossible\. Vérifiez votre réseau, puis réessayez\./

/** What a network or a server does to a form; each has its French sentence (F29). */
export const faults: readonly Fault[] = [
  {
    name: 'API down',
    sentence: unreachable,
    begin: (page) => page.route(api, (route) => (isRead(route.request()) ? route.fallback() : route.abort())),
    end: (page) => page.unroute(api),
  },
  {
    name: '503 of a proxy',
    sentence:
      /Le service est momentanément indisponible, merci de réessayer|Une erreur est survenue, merci de vérifier/,
    ofQueued: /Le service revient dans un instant, ce message partira de lui-même/,
    begin: (page) =>
      page.route(api, (route) =>
        isRead(route.request())
          ? route.fallback()
          : route.fulfill({
              status: 503,
              headers: { 'retry-after': '5' },
              contentType: 'text/html',
              body: '<html>Service Unavailable</html>',
            }),
      ),
    end: (page) => page.unroute(api),
  },
  {
    name: 'offline',
    ofQueued: /partira au retour du réseau/,
    sentence: unreachable,
    begin: (page) => page.context().setOffline(true),
    end: (page) => page.context().setOffline(false),
  },
]

const isRead = (request: { method: () => string }) => request.method() === 'GET'

/** Ends every session of this owner, as another device would. */
export async function endSessionElsewhere(page: Page, owner: Owner): Promise<void> {
  await clientOf(page.request).call('POST /v1/authentication/logout', { token: owner.token })
}

/** Presses the first of them without waiting: the event stream may tell of the end of a session before, and take the page away. */
export const pressIfThere = (button: Locator): Promise<void> =>
  button.evaluateAll(([first]) => (first as HTMLElement | undefined)?.click())

/** Signs in again on the page that is shown, and gives the new session. */
export async function signInAgain(page: Page, owner: Owner): Promise<Owner> {
  await expect(page).toHaveURL(/\/login$/)
  await page.getByLabel('Votre numéro de mobile').fill(owner.phone)
  await page.getByRole('button', { name: 'Recevoir mon code' }).click()
  await expect(page.getByLabel('Code reçu par SMS')).toBeVisible()
  await page.getByLabel('Code reçu par SMS').fill(await codeSentTo(page.request, owner.phone))
  await page.getByRole('button', { name: 'Me connecter' }).click()
  await expect(page).not.toHaveURL(/\/login/)
  const token = await page.evaluate(() => localStorage.getItem('token'))
  return { ...owner, token: token ?? '' }
}

/** The answers that made something, from now on: `METHOD path` with N for an id. */
export function recordEffects(page: Page): string[] {
  const effects: string[] = []
  page.on('response', (reply) => {
    const method = reply.request().method()
    const path = new URL(reply.url()).pathname.replace(/\/(\d+|[0-9a-f-]{36})(?=\/|$)/g, '/N')
    const isForm = method !== 'GET' && path.startsWith('/v1/') && !/authentication|read|error|events/.test(path)
    if (isForm && reply.ok()) effects.push(`${method} ${path}`)
  })
  return effects
}
