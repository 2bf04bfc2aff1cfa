import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from '@playwright/test'
import { expectAccessible, expectNoSideways } from './accessible.ts'
import { newShop } from './conversations.ts'
import { codeSentTo, newPerson, newPhone, readCode } from './people.ts'
import { subscribeElsewhere, tapOn } from './push.ts'
import { expect, test } from './quiet.ts'
import { chooseQuarter, pageOf, residentBase, step } from './residents.ts'

test.use({ viewport: { width: 390, height: 844 }, permissions: ['notifications'], serviceWorkers: 'allow' })

test('W-052 W-056 W-063 W-064 W-073 W-075 W-077 W-081 W-082 W-083 W-084 W-106 a browser of a resident: asked in the tap, told, offline, mended, emptied', async ({
  page,
  context,
  request,
  baseURL,
}, testInfo) => {
  test.setTimeout(120_000)
  const shop = await newShop(request)
  const base = residentBase()
  const publicUrl = await pageOf(request, shop)
  const endpoint = await subscribeElsewhere(context)
  const origins = new Set<string>()
  context.on('request', (sent) => origins.add(new URL(sent.url()).origin))
  await page.addInitScript(() => {
    const asked: string[] = []
    Object.assign(window, { asked })
    const ask = Notification.requestPermission.bind(Notification)
    Notification.requestPermission = (...rest) => {
      asked.push('permission')
      return ask(...rest)
    }
    const send = window.fetch
    window.fetch = (...rest) => {
      asked.push(String(rest[0]))
      return send(...rest)
    }
  })

  await test.step('a visit writes nothing on the device, and asks nothing', async () => {
    for (const path of ['/clichy-92110', '/clichy-92110/agenda', '/clichy-92110/annuaire']) await page.goto(base + path)
    await page.goto(publicUrl)
    expect(await page.evaluate(() => (window as unknown as { asked: string[] }).asked)).toEqual([])
    expect(await context.cookies(base)).toEqual([])
    expect(await page.evaluate(async () => [sessionStorage.length, (await caches.keys()).length])).toEqual([0, 0])
  })

  await test.step('the permission is asked in the tap, before anything leaves; the app can be installed', async () => {
    await page.getByRole('button', { name: 'Suivre et être averti' }).click()
    await expect(page.getByText('Vous suivez ✓')).toBeVisible()
    expect(await page.evaluate(() => (window as unknown as { asked: string[] }).asked[0])).toBe('permission')
    await expect(page.getByRole('status').last()).toContainText('jamais la nuit')
    const cdp = await context.newCDPSession(page)
    expect((await cdp.send('Page.getAppManifest')).errors).toEqual([])
    const { installabilityErrors } = await cdp.send('Page.getInstallabilityErrors')
    expect(installabilityErrors.filter(({ errorId }) => errorId !== 'in-incognito')).toEqual([])
  })

  await test.step('every push is shown, even broken; a tap leads to this site only', async () => {
    const worker = context.serviceWorkers()[0] ?? (await context.waitForEvent('serviceworker'))
    expect(await tapOn(worker, 'pas du JSON')).toEqual({
      title: 'Nouveautés sur Parvis',
      opened: `${base}/mes-abonnements`,
    })
    const told = (navigate: string) => ({
      web_push: 8030,
      notification: { title: shop.name, body: 'Galettes', navigate },
    })
    expect((await tapOn(worker, told('https://mal.example/x'))).opened).toBe(`${base}/mes-abonnements`)
    expect((await tapOn(worker, told(`${base}/aide#de=notification`))).opened).toBe(`${base}/aide#de=notification`)
  })

  await test.step('what was seen is read offline, with its day; the rest leads to it', async () => {
    await page.goto(`${base}/mes-abonnements`)
    await expect(page.getByRole('link', { name: shop.name })).toBeVisible()
    await page.goto(publicUrl)
    await expect(page.getByText('Vous suivez ✓')).toBeVisible()
    await context.setOffline(true)
    await page.goto(publicUrl)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(shop.name)
    await expect(
      page.getByText(/^Hors connexion, vu le \p{L}+ (1er|\d+) \p{L}+ à (\d|1\d|2\d)\sh(\s\d\d)?$/u),
    ).toBeVisible()
    await page.goto(`${base}/mes-abonnements`)
    await expect(page.getByRole('link', { name: shop.name })).toBeVisible()
    await page.goto(`${base}/lyon-3e-69003`)
    await expect(page.getByText('Voici ce que vous avez déjà ouvert.')).toBeVisible()
    await expect(page.getByRole('link', { name: new RegExp(`^${shop.name}`) })).toBeVisible()
    await expectAccessible(page)
    await expectNoSideways(page)
    await step(page, testInfo, 'hors-ligne')
    await context.setOffline(false)
  })

  await test.step('a subscription that the server lost is there again; notifications taken back are said', async () => {
    await page.goto(`${base}/aide`)
    await expect(page.getByRole('link', { name: /@/ })).toHaveAttribute('href', /^mailto:/)
    await page.evaluate(
      (address) =>
        fetch('/v1/site/push', {
          method: 'DELETE',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ endpoint: address }),
        }),
      endpoint,
    )
    const again = page.waitForResponse((answer) => answer.url().endsWith('/v1/site/push') && answer.ok())
    await page.goto(`${base}/mes-abonnements`)
    expect((await again).request().postDataJSON()).toMatchObject({ subscription: { endpoint } })
    await page.evaluate(() => localStorage.setItem('allowed', 'denied'))
    await page.reload()
    await expect(page.getByText('Les notifications de cet appareil sont coupées.')).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Les rétablir' }).click()
    await expect(page.getByText('Les notifications de cet appareil sont coupées.')).toBeHidden()
  })

  await test.step('a number is confirmed in the settings, by the code that was sent to it: who comes back from reading it finds the form as it was', async () => {
    await page.goto(`${base}/reglages`)
    const phone = newPhone()
    await page.getByLabel('Mon numéro de mobile').fill(phone)
    await page.getByRole('button', { name: 'Recevoir un code' }).click()
    const code = page.getByLabel('Le code reçu par SMS')
    await expect(code).toBeFocused()
    await page.reload()
    await expect(page.getByLabel('Mon numéro de mobile')).toHaveValue(phone)
    await expect(code).toBeVisible()
    await page.getByRole('button', { name: 'Recevoir un autre code' }).click()
    await expect(code).toBeFocused()
    await code.fill(await codeSentTo(request, phone))
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Confirmer', exact: true }).click()
    await expect(page.getByText(/^Mon numéro\s: 0\d •• •• •• \d\d$/)).toBeVisible()
    await expect(page.getByRole('status').last()).toHaveText('Votre numéro est confirmé.')
  })

  await test.step('a number that is known already joins its person, and says so', async () => {
    const { phone } = await newPerson(request)
    await page.locator('form').filter({ hasText: 'Mon numéro' }).getByRole('button', { name: 'Retirer' }).click()
    await page.getByLabel('Mon numéro de mobile').fill(phone)
    await page.getByRole('button', { name: 'Recevoir un code' }).click()
    await expect(page.getByLabel('Le code reçu par SMS')).toBeFocused()
    await page.getByLabel('Le code reçu par SMS').fill(await codeSentTo(request, phone))
    await page.getByRole('button', { name: 'Confirmer', exact: true }).click()
    const joined = 'Ce numéro était déjà connu : vos abonnements et vos messages sont réunis.'
    await expect(page.getByRole('status').last()).toHaveText(joined)
  })

  await test.step('an order is withdrawn after a question, and it is said', async () => {
    await page.goto(`${publicUrl}/commander`)
    await page.getByLabel('Votre commande').fill('Un flan')
    await page.getByLabel('Votre prénom').fill('Julie')
    await chooseQuarter(page)
    await page.getByRole('button', { name: 'Envoyer ma demande' }).click()
    await expect(page.getByText('Envoyée', { exact: true })).toBeVisible()
    await page.getByText('Annuler ma demande').click()
    await page.getByText('Garder ma commande').click()
    await expect(page.getByRole('button', { name: 'Annuler ma commande' })).toBeHidden()
    await page.getByText('Annuler ma demande').click()
    await page.getByRole('button', { name: 'Annuler ma commande' }).click()
    await expect(page.getByRole('status').last()).toHaveText('Commande annulée.')
    await expect(page.getByText('Annuler ma demande')).toBeHidden()
  })

  await test.step('« Tout effacer » empties what only its reader may see; a worker that must go takes itself away', async () => {
    await page.goto(`${base}/reglages`)
    await page.getByText('Tout effacer', { exact: true }).click()
    await page.getByRole('button', { name: 'Tout effacer, définitivement' }).click()
    await expect(page).toHaveURL(`${base}/`)
    await expect(page.getByRole('status').last()).toHaveText('C’est fait. Nous ne savons plus rien de vous.')
    await expect.poll(() => page.evaluate(() => caches.has('parvis-own-1'))).toBe(false)
    await page.evaluate(() => {
      type Factory = { createPolicy(name: string, rules: object): { createScriptURL(url: string): string } }
      const factory = (window as unknown as { trustedTypes: Factory }).trustedTypes
      const policy = factory.createPolicy('parvis', { createScriptURL: (url: string) => url })
      return navigator.serviceWorker.register(policy.createScriptURL('/gone.js'), { scope: '/' })
    })
    await expect
      .poll(() =>
        page.evaluate(async () => [
          (await navigator.serviceWorker.getRegistrations()).length,
          (await caches.keys()).length,
        ]),
      )
      .toEqual([0, 0])
  })
  expect([...origins].filter((origin) => origin !== base && origin !== new URL(baseURL ?? '').origin)).toEqual([])
})

type Served = Disposable & { base: string; build: (name: string) => void; slow: (milliseconds: number) => void }

/** The site behind a proxy that stands for two builds in a row: its worker and its offline page name the build. It may be slow. */
async function serveBuilds(): Promise<Served> {
  const { hostname, port } = new URL(process.env.E2E_BASE_URL ?? '')
  let build = 'un'
  let slowness = 0
  const proxy = createServer((asked, answer) => {
    const { 'if-none-match': _, ...headers } = asked.headers
    const options = {
      hostname,
      port,
      path: asked.url,
      method: asked.method,
      headers: { ...headers, 'accept-encoding': 'identity' },
    }
    const sent = request(options, (got) => {
      const { 'content-length': __, ...kept } = got.headers
      answer.writeHead(got.statusCode ?? 502, kept)
      got.pipe(answer, { end: false })
      got.on('end', () =>
        answer.end(asked.url === '/sw.js' ? `\n// ${build}` : asked.url === '/hors-ligne' ? `<!-- ${build} -->` : ''),
      )
    })
    // The browser has gone while it waited.
    sent.on('error', () => answer.destroy())
    setTimeout(() => asked.pipe(sent), slowness)
  })
  await new Promise<void>((ready) => proxy.listen(0, '127.0.0.1', ready))
  const { port: own } = proxy.address() as AddressInfo
  return {
    base: `http://parvis.localhost:${own}`,
    build: (name) => {
      build = name
    },
    slow: (milliseconds) => {
      slowness = milliseconds
    },
    [Symbol.dispose]: () => void proxy.close(),
  }
}

async function registerWorker(page: Page, base: string): Promise<void> {
  await page.goto(`${base}/aide`)
  await page.evaluate(() => {
    type Factory = { createPolicy(name: string, rules: object): { createScriptURL(url: string): string } }
    const factory = (window as unknown as { trustedTypes: Factory }).trustedTypes
    const policy = factory.createPolicy('parvis', { createScriptURL: (url: string) => url })
    return navigator.serviceWorker.register(policy.createScriptURL('/sw.js'))
  })
}

test('W-082 on a slow network a page that was never seen is waited for, one that was seen comes after three seconds and says when', async ({
  page,
}) => {
  using site = await serveBuilds()
  await registerWorker(page, site.base)
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller?.state)).toBe('activated')
  const open = async (path: string) => {
    const began = Date.now()
    await page.goto(site.base + path, { waitUntil: 'commit' })
    return Date.now() - began
  }
  const kept = () => page.evaluate(async () => (await (await caches.open('parvis-own-1')).keys()).map(({ url }) => url))
  await open('/mes-abonnements')
  await expect.poll(kept).toEqual([`${site.base}/mes-abonnements`])
  const heading = page.getByRole('heading', { level: 1 })
  const seen = (await heading.textContent()) ?? ''
  site.slow(5_000)
  expect(await open('/lyon-3e-69003')).toBeGreaterThan(4_900)
  await expect(heading).toContainText('Lyon 3e')
  expect(await open('/mes-abonnements')).toBeLessThan(4_900)
  await expect(heading).toHaveText(seen)
  await expect(page.getByText('Connexion lente, vu le')).toBeVisible()
})

test('W-082 W-083 two builds in a row: at the next opening the new worker has taken over, with its own offline page and script', async ({
  page,
}) => {
  using site = await serveBuilds()
  const kept = async () => {
    const [offline, scripts, states] = await page.evaluate(async () => {
      const { active, waiting } = (await navigator.serviceWorker.getRegistration()) as ServiceWorkerRegistration
      const cached = await (await caches.open('parvis-files-1')).keys()
      const text = await (await caches.match('/hors-ligne'))?.text()
      return [text, cached.map(({ url }) => new URL(url).pathname), [active?.state, waiting?.state]] as const
    })
    const script = /src="(\/assets\/site-[^"]+)"/.exec(offline ?? '')?.[1] ?? ''
    return [/<!-- (\w+) -->/.exec(offline ?? '')?.[1], scripts.includes(script), ...states]
  }
  await registerWorker(page, site.base)
  await expect.poll(kept).toEqual(['un', true, 'activated', undefined])
  site.build('deux')
  await page.goto(`${site.base}/aide`)
  await expect.poll(kept).toEqual(['deux', true, 'activated', undefined])
})

test('W-088 the sheet of the week: 11 points or more, black on white, nothing to tap, and a phone reads its code', async ({
  page,
  request: calls,
}) => {
  const publicUrl = await pageOf(calls, await newShop(calls))
  await page.emulateMedia({ media: 'print' })
  await page.goto(publicUrl)
  for (const button of ['Commander', 'Partager'])
    await expect(page.getByText(button, { exact: true }).filter({ visible: true })).toHaveCount(0)
  for (const sheet of [`${publicUrl}/affiche`, `${residentBase()}/clichy-92110/affiche`]) {
    await page.goto(sheet)
    await page.emulateMedia({ media: 'print' })
    const printed = await page.evaluate(() => {
      const shown = [...document.querySelectorAll<HTMLElement>('body *')].filter(
        (one) =>
          one.offsetParent && [...one.childNodes].some((text) => text.nodeType === 3 && text.textContent?.trim()),
      )
      const small = shown.filter((one) => Number.parseFloat(getComputedStyle(one).fontSize) * 0.75 < 10.99)
      const { color, backgroundColor } = getComputedStyle(document.body)
      const taps = [...document.querySelectorAll<HTMLElement>('button, input')].filter((one) => one.offsetParent)
      return [small.map((one) => `${one.className} ${one.textContent}`), color, backgroundColor, taps.length]
    })
    expect(printed).toEqual([[], 'rgb(0, 0, 0)', 'rgb(255, 255, 255)', 0])
    expect(await readCode(await page.getByRole('img', { name: /^Code à viser/ }).screenshot())).toContain(
      new URL(sheet.replace('/affiche', '')).pathname,
    )
    await page.emulateMedia({ media: 'screen' })
  }
})

test('W-032 a page kept for hours says the state that holds now, by the server’s clock where it answered', async ({
  page,
  request: calls,
}) => {
  const publicUrl = await pageOf(calls, await newShop(calls))
  await page.goto(publicUrl)
  const state = page.locator('[data-changes]').first()
  const changes = JSON.parse((await state.getAttribute('data-changes')) ?? '[]') as { at: string; sentence: string }[]
  const next = changes[1]
  expect(next).toBeDefined()
  await expect(state).not.toHaveText(next?.sentence ?? '')
  await page.clock.setFixedTime(Date.parse(next?.at ?? '') + 60_000)
  await page.reload()
  await expect(state).toHaveText(next?.sentence ?? '')
  // A device whose clock is wrong: once /v1/site has answered, the state is that of the server's moment.
  await page.getByRole('button', { name: 'Suivre sans notification' }).click()
  await expect(page.getByText('Vous suivez ✓')).toBeVisible()
  await expect(state).not.toHaveText(next?.sentence ?? '')
})

const systems = [
  [
    'iPhone',
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) Version/18.5 Safari/604.1',
    'Sur l’écran d’accueil',
  ],
  ['Android', 'Mozilla/5.0 (Linux; Android 14) Chrome/140 Mobile', 'Ajouter à l’écran d’accueil'],
  ['another app', 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5) Instagram 300', 'Ouvrez cette page dans Safari ou dans'],
] as const

test('W-054 /installer opens the steps of the very system; « Plus tard » is respected', async ({ page, request }) => {
  const base = residentBase()
  for (const [name, agent, words] of systems) {
    await page.addInitScript((value) => {
      Object.defineProperty(navigator, 'userAgent', { get: () => value, configurable: true })
    }, agent)
    await page.goto(`${base}/installer`)
    await expect(page.locator('details[open]'), name).toHaveCount(1)
    await expect(page.locator('details[open]'), name).toContainText(words)
    await expectAccessible(page)
    await expectNoSideways(page)
  }
  await page.addInitScript((value) => {
    Object.defineProperty(navigator, 'userAgent', { get: () => value, configurable: true })
    Reflect.deleteProperty(window, 'PushManager')
  }, systems[0][1])
  for (const isFirst of [true, false]) {
    const shop = await newShop(request)
    const publicUrl = await pageOf(request, shop)
    await page.goto(publicUrl)
    await page.getByRole('button', { name: 'Suivre et être averti' }).click()
    const said = page.getByRole('status').last()
    await expect(said).toContainText(`Vous suivez ${shop.name}.`)
    await expect(said.getByRole('button', { name: 'Comment faire' })).toHaveCount(isFirst ? 1 : 0)
    if (isFirst) await said.getByRole('button', { name: 'Plus tard' }).click()
  }
})
