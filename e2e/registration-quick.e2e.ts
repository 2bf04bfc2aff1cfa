import { expect, type Locator, type Page, test } from '@playwright/test'
import { codeSentTo, newPhone, newRegistered, newSiret, openAs, picture, upload } from './people.ts'

test.use({ viewport: { width: 390, height: 844 } })

/**
 * Seconds that a quick user of a phone needs (keystroke-level model): to find and touch, to type a letter, to photograph a card.
 */
const seconds = { tap: 1.8, letter: 0.3, photo: 12 }

/** Counts taps, letters and photos. */
function hand(page: Page) {
  const done = { taps: 0, letters: 0, photos: 0 }
  return {
    done,
    tap: async (target: Locator) => {
      done.taps += 1
      await target.click()
    },
    type: async (label: string | Locator, text: string) => {
      done.taps += 1
      done.letters += text.length
      await (typeof label === 'string' ? page.getByLabel(label) : label).fill(text)
    },
    photograph: async (label: string) => {
      done.photos += 1
      await page.getByLabel(label).setInputFiles(upload('photo.jpg', await picture(900, 600)))
    },
    time: () => done.taps * seconds.tap + done.letters * seconds.letter + done.photos * seconds.photo,
  }
}

test('R-022 R-036 R-100 E-018 a shop registers on a phone within three minutes, with drawn pictures of its trade', async ({
  page,
}) => {
  test.setTimeout(120_000)
  const { tap, type, photograph, time, done } = hand(page)
  const button = (name: string | RegExp) => page.getByRole('button', { name })
  const phone = newPhone()
  await page.goto('/inscription')
  await type('Numéro SIRET', newSiret())
  await type('Prénom', 'Marie')
  await type(page.getByLabel('Nom (*)', { exact: true }), 'Durand')
  await type('Téléphone mobile', phone)
  await type('Date de naissance', '31121990')
  await type('Adresse e-mail', 'marie@exemple.fr')
  await type('Votre ville', 'clichy')
  await tap(page.getByRole('option', { name: 'Clichy (92110)' }))
  await tap(button('Continuer'))
  await page.getByRole('dialog').waitFor()
  await type('Code reçu par SMS', await codeSentTo(page.request, phone))
  await tap(button('Valider mon code'))
  await type('Catégorie', 'boul')
  await tap(page.getByRole('listbox').getByRole('option', { name: 'Boulangerie', exact: true }))
  for (const label of ['Photo de couverture', 'Photo de profil']) {
    const field = page.locator('div[id^="field-"]').filter({ has: page.getByLabel(label) })
    const opener = field.getByRole('button', { name: 'Choisir une illustration' })
    await expect(opener).toHaveAccessibleDescription(new RegExp(`^${label}`))
    await tap(opener)
    await tap(page.getByRole('button', { name: 'Illustration verte' }))
    await tap(button('Utiliser cette photo'))
    await expect(page.getByRole('dialog')).toHaveCount(0)
  }
  await type('Nom de l’établissement', 'Le Fournil')
  await type(page.getByLabel('Adresse (*)', { exact: true }), '12 rue de Paris Clichy')
  await tap(page.getByRole('listbox', { name: 'Suggestions' }).getByRole('option').first())
  await tap(page.getByRole('button', { name: /^lundi\s: Ajouter$/ }))
  await type('lundi, plage 1, ouverture', '9')
  await type('lundi, plage 1, fermeture', '18')
  await type(page.getByRole('textbox', { name: 'Description' }), 'Pain au levain et brioches')
  await type(page.getByLabel('Téléphone', { exact: false }), '0145678901')
  await type('Adresse e-mail', 'marie@exemple.fr')
  await tap(page.getByLabel('Je n’ai pas de site web'))
  await photograph('Recto')
  await photograph('Verso')
  await tap(button('Suivant'))
  // The long form was left at its end: what comes next begins at its title, where a screen reader goes on.
  await expect(page.getByRole('heading', { name: /est en ligne/ })).toBeInViewport({ timeout: 30_000 })
  await expect(page.getByRole('main')).toBeFocused()
  await page.goto('/company')
  await expect(page.getByRole('link', { name: /Remplacez l’illustration par une vraie photo/ })).toBeVisible()
  expect(done.taps).toBeLessThanOrEqual(36)
  expect(done.letters).toBeLessThanOrEqual(190)
  expect(time()).toBeLessThanOrEqual(180)
})

test('E-021 E-022 R-080 an iPhone’s HEIC is converted where the browser reads it, else explained with the two taps; an identity paper is no illustration', async ({
  page,
}) => {
  await openAs(page, await newRegistered(page.request), '/inscription')
  const recto = page.getByLabel('Recto')
  const heic = { name: 'IMG_0001.HEIC', mimeType: 'image/heic', buffer: Buffer.from('not for this browser') }
  await recto.setInputFiles(heic)
  const refusal = page.locator('#field-id-card-front')
  const illustration = page.getByRole('button', { name: 'Choisir une illustration' })
  await expect(page.locator('#field-profileImage').locator(illustration)).toBeVisible()
  for (const side of ['front', 'back'])
    await expect(page.locator(`#field-id-card-${side}`).locator(illustration)).toHaveCount(0)
  await expect(refusal.locator('[data-error="unreadable_image"]')).toContainText('format HEIC des iPhones')
  await refusal.getByText('En savoir plus').click()
  await expect(refusal).toContainText('Réglages › Appareil photo › Formats')
  // A browser that reads HEIC, as Safari does.
  const drawing = await picture(900, 600)
  await page.evaluate((base64) => {
    const real = window.createImageBitmap
    const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
    window.createImageBitmap = ((file: File, ...rest: []) =>
      real(file.type === 'image/heic' ? new Blob([bytes], { type: 'image/jpeg' }) : file, ...rest)) as typeof real
  }, drawing.toString('base64'))
  await recto.setInputFiles(heic)
  await expect(refusal.locator('[data-error]')).toHaveCount(0)
  await expect(refusal.getByRole('button', { name: 'Retirer' })).toBeVisible()
})
