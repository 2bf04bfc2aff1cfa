import { expectAccessible, expectNoSideways, widths } from './accessible.ts'
import { openSignedIn } from './api.ts'
import { dayIn, newInstant, onDay } from './instants.ts'
import { newOwner } from './people.ts'
import { expect, test } from './quiet.ts'
import { pageOf } from './residents.ts'

for (const javaScriptEnabled of [true, false]) {
  test(`J-001 J-006 J-020 J-022 ${javaScriptEnabled ? '' : 'without script '}a class of two seats: opened by the club, taken from the residents’ site, shown at the door`, async ({
    page,
    request,
    browser,
  }, info) => {
    const club = await newOwner(request, { type: 'association', name: `Poterie ${Date.now().toString(36)}` })
    const id = await newInstant(request, club, { title: 'Cours de tour', times: [onDay(dayIn(5), '18:00', '20:00')] })
    await openSignedIn(page, club, `/instants/${id}/places`)
    await page.getByRole('switch', { name: 'Prendre des réservations' }).click()
    await page.getByLabel('Nombre de places').fill('2')
    await page.getByRole('button', { name: 'Enregistrer' }).click()
    await expect(page.getByText('Les habitants peuvent réserver.')).toBeVisible()
    await expect(page.getByText('0 sur 2', { exact: true })).toBeVisible()

    const visitor = await browser.newContext({ javaScriptEnabled, viewport: { width: 390, height: 844 } })
    const site = await visitor.newPage()
    await site.goto(await pageOf(request, club))
    await site.getByRole('link', { name: 'Cours de tour' }).first().click()
    await site.getByLabel('Votre prénom').fill('Nadia')
    await info.attach('instant-390', { body: await site.screenshot({ fullPage: true }), contentType: 'image/png' })
    await site.getByRole('button', { name: 'Réserver' }).click()
    await expect(site).toHaveURL(/\/mes-places\//)
    const code = /\b\d{4}\b/.exec(await site.locator('main .code, main [data-code]').first().innerText())?.[0] ?? ''
    expect(code).toMatch(/^\d{4}$/)
    await info.attach('ticket-390', { body: await site.screenshot({ fullPage: true }), contentType: 'image/png' })
    await expectNoSideways(site)
    await visitor.close()

    await page.reload()
    await expect(page.getByText('1 sur 2', { exact: true })).toBeVisible()
    await page.getByLabel('Code', { exact: true }).fill(code)
    await page.getByRole('button', { name: 'Venu', exact: true }).first().click()
    await expect(page.getByText(/Déjà venu à /)).toBeVisible()
    for (const width of widths) {
      await page.setViewportSize({ width, height: 900 })
      await expectAccessible(page)
      await expectNoSideways(page)
      await info.attach(`desk-${width}`, { body: await page.screenshot({ fullPage: true }), contentType: 'image/png' })
    }
  })
}
