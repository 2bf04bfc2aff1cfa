import type { Locator, Page } from '@playwright/test'
import { Temporal } from 'temporal-polyfill'
import { expectAccessible, expectNoSideways } from './accessible.ts'
import { openSignedIn } from './api.ts'
import { newConversation, newResident, newShop, order } from './conversations.ts'
import { newInstant } from './instants.ts'
import { clientOf } from './people.ts'
import { expect, test } from './quiet.ts'
import { pageOf, siteClient, step } from './residents.ts'

test.use({ viewport: { width: 390, height: 844 } })

const card = (page: Page, id: number) => page.getByRole('article', { name: `Commande ${id}` })
const press = (page: Page, id: number, name: string) =>
  card(page, id).getByRole('button', { name, exact: true }).click()

test('H-024 H-038 Q-009 Q-021 Q-026 Q-028 Q-030 Q-031 Q-036 Q-042 the day of a baker: asked, proposed, accepted, ready, collected, refused, not come, paused, printed, closed for holidays, which five readers say alike', async ({
  page,
  request,
}, testInfo) => {
  test.setTimeout(90_000)
  // What the browser of a counter has, and the test cannot see: its printer.
  await page.addInitScript(() => {
    window.print = () =>
      document.body.setAttribute('data-printed', document.querySelector('body > :last-child')?.textContent ?? '')
    const asked = { locks: 0, released: 0, isRefused: false, isSlow: false, answer: () => {} }
    const request = async () => {
      if (asked.isRefused) throw new DOMException('gesture', 'NotAllowedError')
      if (asked.isSlow) await new Promise<void>((resolve) => Object.assign(asked, { answer: resolve }))
      asked.locks += 1
      const release = async () => {
        asked.released += 1
      }
      return { release }
    }
    Object.defineProperty(navigator, 'wakeLock', { value: { request } })
    Object.assign(window, { asked })
  })
  const picture = async (name: string, shown: Locator) => {
    await shown.evaluate((element) => element.scrollIntoView({ block: 'center' }))
    await step(page, testInfo, `desk-${name}`)
  }
  const client = clientOf(request)
  const shop = await newShop(request)
  const resident = await newResident()

  await test.step('the desk, empty, then its settings', async () => {
    await openSignedIn(page, shop, '/commandes')
    await expect(page.getByText('Elles arriveront ici, avec une alerte.')).toBeVisible()
    await page.getByRole('link', { name: 'Réglages' }).click()
    await page.getByRole('textbox', { name: /^Préparation/ }).fill('1441')
    await page.getByRole('button', { name: 'Enregistrer' }).click()
    await expect(page.getByText('La préparation va de 0 à 1 440 minutes')).toBeVisible()
    await page.getByRole('textbox', { name: /^Préparation/ }).fill('20')
    await page.getByRole('textbox', { name: /^Motifs de refus/ }).fill('Plus de levain\nFour en panne')
    await expectAccessible(page)
    await expectNoSideways(page)
    await step(page, testInfo, 'desk-settings')
    await page.getByRole('button', { name: 'Enregistrer' }).click()
    await expect(page.getByText('Vos réglages sont enregistrés')).toBeVisible()
    await page.getByRole('link', { name: 'Commandes', exact: true }).first().click()
  })

  const { id } = await order(resident, shop, { orderContent: 'Deux flans\nUne baguette' })
  await test.step('asked: it comes by itself, and another price and time are proposed', async () => {
    await expect(card(page, id)).toContainText('Deux flans')
    await expect(card(page, id).getByText(/, \d+\sh/)).toHaveCount(1)
    await expectAccessible(page)
    await expectNoSideways(page)
    await picture('asked', card(page, id))
    await press(page, id, 'Proposer autre chose')
    const dialog = page.getByRole('dialog', { name: 'Répondre à la demande' })
    await dialog.getByLabel('Heure').fill('17:00')
    await dialog.getByLabel(/^Prix/).fill('9')
    await dialog.getByLabel(/^Mot pour le client/).fill('Plus de flans à 18 h 30')
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Proposer' }).click()
    await expect(dialog).toHaveCount(0)
    await expect(card(page, id)).toContainText('Vous avez proposé')
    await picture('proposed', card(page, id))
  })

  await test.step('the resident agrees: one tap a step, and no dialog', async () => {
    const theirs = { params: { id: String(id) }, headers: resident }
    const { proposal } = await siteClient().call('GET /v1/site/orders/:id', theirs)
    const body = { proposalId: proposal?.id }
    await siteClient().call('POST /v1/site/orders/:id/accept', { ...theirs, body })
    await expect(card(page, id)).toHaveCount(0)
    await page.getByRole('button', { name: /^Demain et après/ }).click()
    await expect(card(page, id)).toContainText('À régler sur place')
    const [button] = await card(page, id).getByRole('button', { name: 'Commencer' }).all()
    expect((await button?.boundingBox())?.height).toBeGreaterThanOrEqual(56)
    await picture('accepted', card(page, id))
    await press(page, id, 'Commencer')
    await press(page, id, 'Prête')
    await expect(card(page, id).getByRole('button', { name: 'Prête' })).toHaveCount(0)
    await expect(card(page, id).getByText('Prête', { exact: true })).toBeVisible()
    await picture('ready', card(page, id))
  })

  await test.step('the slip and the sheet say what is needed and nothing else', async () => {
    await press(page, id, 'Imprimer le ticket')
    const slip = await page.locator('body').getAttribute('data-printed')
    expect(slip).toMatch(/^\d{4}.*17\sh.*Deux flans\nUne baguette9,00\s€ · À régler sur place/s)
    await page.emulateMedia({ media: 'print' })
    await expect(page.getByRole('main')).toBeHidden()
    await step(page, testInfo, 'desk-slip')
    await page.emulateMedia({ media: 'screen' })
    await page.getByRole('button', { name: 'Imprimer la liste' }).click()
    expect(await page.locator('body').getAttribute('data-printed')).toContain('☐')
    await page.emulateMedia({ media: 'print' })
    const totals = await page.getByRole('cell', { name: /€$/ }).evaluateAll((cells) =>
      cells.map((cell) => {
        const text = document.createRange()
        text.selectNodeContents(cell)
        return text.getClientRects().length
      }),
    )
    expect(new Set(totals)).toEqual(new Set([1]))
    await page.evaluate(() => window.dispatchEvent(new Event('afterprint')))
    await expect(page.getByRole('main')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Plus', exact: true })).toBeHidden()
    await page.emulateMedia({ media: 'screen' })
    await press(page, id, 'Retirée')
    await expect(card(page, id)).toHaveCount(0)
    // By mistake: taken back where it was tapped.
    await page.getByRole('status').getByRole('button', { name: 'Annuler' }).click()
    await expect(card(page, id).getByRole('button', { name: 'Retirée' })).toBeVisible()
    await press(page, id, 'Retirée')
    await expect(card(page, id)).toHaveCount(0)
  })

  await test.step('another one is refused by a ready reason', async () => {
    const other = await order(resident, shop, { orderContent: 'Trois pains au levain' })
    await page.getByRole('button', { name: /^À traiter/ }).click()
    await press(page, other.id, 'Refuser')
    await page.getByRole('button', { name: 'Plus de levain' }).click()
    const dialog = page.getByRole('dialog', { name: 'Refuser la demande' })
    await expect(dialog.getByLabel(/^Motif /)).toHaveValue('Plus de levain')
    await dialog.getByRole('button', { name: 'Refuser la demande' }).click()
    await expect(card(page, other.id)).toHaveCount(0)
  })

  await test.step('one is typed at the counter, and its customer does not come', async () => {
    await page.getByRole('button', { name: 'Commande au comptoir' }).click()
    const dialog = page.getByRole('dialog', { name: 'Commande au comptoir' })
    await dialog.getByLabel(/^Prénom/).fill('Simone')
    await dialog.getByLabel(/^Contenu/).fill('Une tarte')
    // Again where the minute ends between the typing and the check of the server.
    await expect(async () => {
      const clock = new Intl.DateTimeFormat('fr-FR', {
        timeZone: 'Europe/Paris',
        dateStyle: 'short',
        timeStyle: 'short',
      })
      const now = clock.format()
      await dialog.getByRole('textbox', { name: 'Date' }).fill(now.slice(0, 10))
      await dialog.getByLabel('Heure').fill(now.slice(-5))
      await dialog.getByRole('button', { name: 'Enregistrer la commande' }).click()
      await expect(dialog).toHaveCount(0, { timeout: 3_000 })
    }).toPass({ timeout: 45_000 })
    await page.getByRole('button', { name: /^À clore/ }).click()
    const counter = page.getByRole('article').filter({ hasText: 'Simone' })
    await counter.getByRole('button', { name: 'Pas venu' }).click()
    await expect(counter).toHaveCount(0)
  })

  await test.step('the screen is kept awake, again when the page comes back, and a browser that refuses is quoted', async () => {
    const comeBack = (isRefused: boolean) =>
      page.evaluate((refused) => {
        Object.assign((window as unknown as { asked: object }).asked, { isRefused: refused })
        document.dispatchEvent(new Event('visibilitychange'))
      }, isRefused)
    const locks = () => page.evaluate(() => (window as unknown as { asked: { locks: number } }).asked.locks)
    await page.getByRole('switch', { name: 'Garder l’écran allumé' }).click()
    await expect.poll(locks).toBe(1)
    await comeBack(false)
    await expect.poll(locks).toBe(2)
    await comeBack(true)
    await expect(page.getByText(/touchez de nouveau pour le garder allumé/)).toBeVisible()
    await comeBack(false)
    await expect.poll(locks).toBe(3)
    // Off, then on and off before the browser answers: nothing is kept.
    const awake = page.getByRole('switch', { name: 'Garder l’écran allumé' })
    await awake.click()
    await page.evaluate(() => Object.assign((window as unknown as { asked: object }).asked, { isSlow: true }))
    await awake.click()
    await expect(awake).toBeChecked()
    await awake.click()
    await page.evaluate(() => (window as unknown as { asked: { answer: () => void } }).asked.answer())
    const kept = () =>
      page.evaluate(() => {
        const { asked } = window as unknown as { asked: { locks: number; released: number } }
        return [asked.locks, asked.locks - asked.released]
      })
    await expect.poll(kept).toEqual([4, 0])
    await page.evaluate(() => Object.assign((window as unknown as { asked: object }).asked, { isSlow: false }))
  })

  await test.step('a pause in one tap, undone, and kept', async () => {
    await page.getByRole('button', { name: 'Pause, coup de feu' }).click()
    await page.getByRole('button', { name: 'Pause 30 min' }).press('Enter')
    await expect(page.getByText(/^Commandes en pause jusqu’à/).first()).toBeVisible()
    const pace = page.getByRole('region', { name: 'Pause et coup de feu' })
    await expect(pace).toBeFocused()
    await page.getByRole('status').getByRole('button', { name: 'Annuler' }).click()
    await expect(page.getByRole('button', { name: 'Pause 30 min' })).toBeVisible()
    await page.getByRole('button', { name: 'Coup de feu +20 min' }).click()
    await expect(page.getByRole('button', { name: 'Finir le coup de feu' })).toBeVisible()
    await step(page, testInfo, 'desk-rush')
  })

  await test.step('what is over is found, summed and taken away', async () => {
    await page.getByRole('link', { name: 'Terminées' }).click()
    const collected = page.getByRole('article').filter({ hasText: 'Deux flans' })
    await expect(collected).toContainText('Retirée')
    await picture('collected', collected)
    await page.getByLabel('Prénom ou code').fill('sim')
    await page.getByRole('button', { name: 'Chercher' }).click()
    await expect(page.getByRole('article')).toHaveCount(1)
    await expect(page.getByRole('article')).toContainText('Non retirée')
    const file = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Exporter en CSV' }).click()
    expect((await file).suggestedFilename()).toMatch(/^commandes-.*\.csv$/)
    await expectAccessible(page)
    await expectNoSideways(page)
    await page.getByLabel('Du', { exact: true }).fill('01/01/2099')
    await expect(page.getByRole('alert')).toHaveText('La fin doit suivre le début.')
    await expect(page.getByRole('button', { name: 'Réessayer' })).toBeHidden()
    await picture('no-show', page.getByRole('article'))
  })

  const closed = Temporal.Now.plainDateISO('Europe/Paris')
  const until = closed.add({ days: 9 })
  /** An instant at the opening hours, and an automatic reply outside them. */
  const followHours = async () => {
    const of = { params: { id: shop.companyId }, token: shop.token }
    const { version } = await client.call('GET /v1/company/:id/away-message', of)
    const body = { mode: 'outside_hours' as const, text: 'De retour {prochaine ouverture}.', version }
    await client.call('PUT /v1/company/:id/away-message', { ...of, body })
    const instant = await newInstant(request, shop, { title: 'Fournée du jour', times: [] })
    const its = { params: { id: instant }, token: shop.token }
    const { version: read } = await client.call('GET /v1/instants/:id', its)
    const schedule = { version: read, kind: 'hours', publication: 'now' }
    await client.call('PUT /v1/instants/:id/schedule', { ...its, body: schedule })
  }

  await test.step('closed for holidays: what is asked for those days is named, and nothing of it is changed', async () => {
    const asked = { pickupDateTime: `${closed.add({ days: 2 })} 16:00`, orderContent: 'Une bûche' }
    const late = await order(resident, shop, asked)
    await page.goto('/horaires')
    const closures = page.getByRole('region', { name: 'Congés et jours particuliers' })
    await closures.getByLabel(/^Du/).fill(closed.toLocaleString('fr-FR'))
    await closures.getByLabel('au (inclus)').fill(until.toLocaleString('fr-FR'))
    await closures.getByLabel('Message aux habitants').fill('Congés d’hiver')
    const dates = async () => {
      const query = { cityCodes: '[92110]' }
      const listed = await client.call('GET /v1/instants/calendar', { token: shop.token, query })
      return listed.filter(({ businessId }) => businessId === shop.companyId).map(({ start }) => start.slice(0, 10))
    }
    await followHours()
    expect(await dates()).toContain(closed.add({ days: 1 }).toString())
    await closures.getByRole('button', { name: 'Enregistrer la fermeture' }).click()
    const dialog = page.getByRole('dialog', { name: 'Pendant cette fermeture' })
    await expect(dialog).toContainText('1 demande de commande')
    await step(page, testInfo, 'desk-holidays')
    await dialog.getByRole('button', { name: 'Enregistrer quand même' }).click()
    await expect(closures.getByRole('listitem')).toContainText('Congés d’hiver')
    expect((await dates()).filter((date) => date <= until.toString())).toEqual([])
    await page.goto('/commandes')
    await expect(card(page, late.id)).toContainText('Une bûche')
  })

  await test.step('H-038 the slots, the away message, the home line and the page of residents say the same', async () => {
    const params = { id: shop.companyId }
    const asked = { params, query: { days: 14 }, headers: resident }
    const offered = await siteClient().call('GET /v1/site/companies/:id/pickup-slots', asked)
    const free = offered.days.filter(({ slots }) => slots.length > 0).map(({ date }) => date)
    expect(free[0]).toBe(until.add({ days: 1 }).toString())
    const { opening } = await client.call('GET /v1/app/companies/:id/hours', { params })
    const [, day, hour] = /^Fermé jusqu’au .*, rouvre (.+) à (.+)$/.exec(opening.text) ?? []
    // Not the resident whose order was answered minutes ago: a decision is a person who writes (TO-22).
    const { resident: other, uuid } = await newConversation(shop, 'Êtes-vous ouverts demain ?')
    const talk = { params: { id: uuid }, headers: other, query: {} }
    const [answer] = await siteClient().call('GET /v1/site/conversations/:id', talk)
    expect(answer).toMatchObject({ automatic: true, message: `De retour ${day} à partir de ${hour}.` })
    await page.goto('/company')
    await expect(page.getByRole('region', { name: 'Aujourd’hui', exact: true }).getByText(opening.text)).toBeVisible()
    await page.goto(await pageOf(request, shop))
    await expect(page.getByText(opening.text).first()).toBeVisible()
    await step(page, testInfo, 'desk-closed')
  })
})

test('Q-012 Q-028 the second press of a double tap does nothing to the order that took the place of the first', async ({
  page,
  request,
}) => {
  const shop = await newShop(request)
  const resident = await newResident()
  const first = await order(resident, shop, { orderContent: 'Une bûche' })
  const second = await order(resident, shop, { orderContent: 'Deux flans' })
  await openSignedIn(page, shop, '/commandes')
  await expect(page.getByRole('article')).toHaveCount(2)
  const [{ id: upper }, { id: lower }] = (await card(page, first.id).evaluate(
    (one, label) => Boolean(one.compareDocumentPosition(document.querySelector(`[aria-label="${label}"]`) as Node) & 4),
    `Commande ${second.id}`,
  ))
    ? [first, second]
    : [second, first]
  // Time stands still: however slow the answer, the second press comes within the time of a double tap.
  await page.clock.setFixedTime(Date.now())
  await card(page, upper).getByLabel('Prix').fill('9')
  const { x, y, width, height } = (await card(page, upper).getByRole('button', { name: 'Accepter' }).boundingBox()) ?? {
    x: 0,
    y: 0,
    width: 0,
    height: 0,
  }
  const press = () => page.mouse.click(x + width / 2, y + height / 2)
  await press()
  await expect(card(page, upper)).toHaveCount(0)
  await press()
  await page.clock.setFixedTime(Date.now() + 5_000)
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await press()
  await expect(page.getByRole('dialog', { name: 'Répondre à la demande' })).toBeVisible()
  await expect(card(page, lower)).toBeVisible()
})

test('Q-003 Q-028 a refusal being written stays when the order is taken on another device, and says so once it is sent', async ({
  page,
  request,
}) => {
  const shop = await newShop(request)
  const resident = await newResident()
  const { id } = await order(resident, shop)
  await openSignedIn(page, shop, '/commandes')
  await press(page, id, 'Refuser')
  const dialog = page.getByRole('dialog', { name: 'Refuser la demande' })
  await dialog.getByLabel('Motif').fill('Plus de baguettes ce soir')
  const body = { pickupDateTime: '2035-06-15 18:30', orderContent: 'Deux baguettes', total: '2' }
  const taken = { params: { id }, token: shop.token, body, as: 'form' } as const
  await clientOf(request).call('POST /v1/clickAndCollect/order/:id/validate', taken)
  await expect(page.getByRole('button', { name: /^À traiter/, includeHidden: true })).toHaveText('À traiter')
  await expect(dialog.getByLabel('Motif')).toHaveValue('Plus de baguettes ce soir')
  await dialog.getByRole('button', { name: 'Refuser la demande' }).click()
  await expect(dialog).toContainText('Cette commande a déjà été traitée')
  await dialog.getByRole('button', { name: 'Fermer' }).last().click()
  await expect(card(page, id)).toHaveCount(0)
})

test('Q-003 Q-028 a reason written to refuse a request calls nothing off once a colleague has proposed or accepted', async ({
  page,
  request,
}) => {
  const shop = await newShop(request)
  const { id, discussionId: uuid } = await order(await newResident(), shop)
  const of = { params: { id: String(id) }, token: shop.token }
  const taken = { pickupDateTime: '2035-06-15 18:30', orderContent: 'Deux baguettes', total: '2' }
  const { call } = clientOf(request)
  await openSignedIn(page, shop, `/messages?conversation=${uuid}`)
  const refuse = async (deed: () => Promise<unknown>, word: string) => {
    await press(page, id, 'Refuser')
    const dialog = page.getByRole('dialog', { name: 'Refuser la demande' })
    await dialog.getByLabel('Motif').fill('Plus de baguettes ce soir')
    await deed()
    await expect(page.getByRole('article', { name: `Commande ${id}`, includeHidden: true })).toContainText(word)
    await dialog.getByRole('button', { name: 'Refuser la demande' }).click()
    await expect(dialog.getByRole('alert')).toHaveText('Cette commande vient de changer. Rien n’a été envoyé.')
    await dialog.getByRole('button', { name: 'Fermer' }).last().click()
  }
  const { version } = await call('GET /v1/clickAndCollect/order/:id', of)
  const propose = () =>
    call('POST /v1/clickAndCollect/order/:id/propose', { ...of, body: { ...taken, total: '3', note: '', version } })
  await refuse(propose, 'Proposée')
  await refuse(
    () => call('POST /v1/clickAndCollect/order/:id/validate', { ...of, body: taken, as: 'form' }),
    'Acceptée',
  )
  expect((await call('GET /v1/clickAndCollect/order/:id', of)).state).toBe('accepted')
})
