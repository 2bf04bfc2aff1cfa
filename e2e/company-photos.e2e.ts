import sharp from 'sharp'
import { expectAccessible, expectNoSideways } from './accessible.ts'
import { newOwner, openAs, picture, scrollTo, upload } from './people.ts'
import { expect, test } from './quiet.ts'
import { pageOf } from './residents.ts'

/** A camera’s photo, too heavy to be sent as it is. */
async function heavyPhoto(): Promise<Buffer> {
  const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const
  const photo = sharp({ create: { width: 4000, height: 3000, channels: 3, background: '#808080', noise } })
  const bytes = await photo.jpeg({ quality: 95 }).toBuffer()
  expect(bytes.length).toBeGreaterThan(10 * 1024 * 1024)
  return bytes
}

test('W-135 Q-130 photos of a page: several at once, a camera’s of more than 10 MB too; ordered, described, taken away; residents see them without script', async ({
  page,
  request,
  browser,
}) => {
  // The photos weigh more than 10 MB: a busy machine hands them to the browser in half a minute.
  test.setTimeout(180_000)
  const shop = await newOwner(request)
  await openAs(page, shop)
  const card = page.getByRole('region', { name: 'Photos' })
  const add = card.getByLabel('Ajouter des photos')
  await scrollTo(page, add)
  await add.setInputFiles([
    upload('devanture.jpg', await heavyPhoto()),
    upload('vignette.jpg', await picture(300, 200)),
    upload('comptoir.jpg', await picture(1200, 900)),
  ])
  const photos = card.getByRole('listitem')
  await expect(photos).toHaveCount(2, { timeout: 30_000 })
  await expect(card.getByRole('alert')).toContainText('vignette.jpg')
  await expect(card.getByRole('alert')).toContainText('960 × 720')

  await photos
    .nth(1)
    .getByRole('button', { name: /^Décrire/ })
    .click()
  await page.getByLabel('Ce que montre la photo').fill('Le comptoir, un matin')
  await page.getByRole('button', { name: 'Enregistrer' }).click()
  const counter = card.getByRole('button', { name: 'Avancer\u00a0: Le comptoir, un matin' })
  await counter.press('Enter')
  await expect(photos.first().getByRole('img', { name: 'Le comptoir, un matin' })).toBeVisible()
  await expect(counter).toBeDisabled()
  await expect(counter).toBeFocused()
  await expectAccessible(page)
  await page.setViewportSize({ width: 390, height: 844 })
  await expectNoSideways(page)

  const withoutScript = await browser.newContext({ javaScriptEnabled: false, viewport: { width: 390, height: 844 } })
  const resident = await withoutScript.newPage()
  await resident.goto(await pageOf(request, shop))
  const seen = resident.getByRole('list', { name: 'Photos' }).getByRole('img')
  await expect(seen).toHaveCount(2)
  await expect(seen.first()).toHaveAttribute('alt', 'Le comptoir, un matin')
  await expect(seen.nth(1)).toHaveAttribute('alt', /^Photo 2 de /)
  await expectNoSideways(resident)

  await photos
    .first()
    .getByRole('button', { name: /^Retirer/ })
    .click()
  await page.getByRole('button', { name: 'Retirer la photo' }).click()
  await expect(photos).toHaveCount(1)
  // The pages kept hear of a change a moment after it was answered.
  await expect(async () => {
    await resident.reload()
    await expect(seen).toHaveCount(1, { timeout: 500 })
  }).toPass()
  await withoutScript.close()

  const more = await Promise.all(
    Array.from({ length: 7 }, async (_, n) => upload(`${n}.jpg`, await picture(1200, 900))),
  )
  await add.setInputFiles([upload('abimee.jpg', Buffer.from('rien')), ...more])
  await expect(photos).toHaveCount(8, { timeout: 30_000 })
  await expect(card.getByRole('alert')).toContainText('abimee.jpg')
  await expect(card.getByRole('alert')).not.toContainText('au plus')
})

test('W-135 a photo whose answer is lost is shown, and nobody says that it was not added', async ({
  page,
  request,
}) => {
  const shop = await newOwner(request)
  await openAs(page, shop)
  await page.route('**/v1/company/*/photos', async (route) => {
    if (route.request().method() !== 'POST') return await route.fallback()
    await route.fetch()
    await route.abort()
  })
  const card = page.getByRole('region', { name: 'Photos' })
  const add = card.getByLabel('Ajouter des photos')
  await scrollTo(page, add)
  await add.setInputFiles([upload('devanture.jpg', await picture(1200, 900))])
  await expect(card.getByRole('alert')).toContainText('Vérifiez votre galerie')
  await expect(card.getByRole('listitem')).toHaveCount(1)
})
