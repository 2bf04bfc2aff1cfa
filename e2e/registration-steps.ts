import { expect, type Page } from '@playwright/test'
import { type BusinessType, codeSentTo, newPhone, newRna, newSiret, picture, upload } from './people.ts'

export type Typed = { phone: string; siren: string }

/** Step 1, filled as a person would; not sent. */
export async function fillAccount(page: Page, type: BusinessType, typed: Partial<Typed> = {}): Promise<Typed> {
  const siren = typed.siren ?? (type === 'association' ? newRna() : newSiret())
  const phone = typed.phone ?? newPhone()
  await page.getByLabel(type === 'association' ? 'Numéro RNA' : 'Numéro SIRET').fill(siren)
  await page.getByLabel('Prénom').fill('Marie')
  await page.getByLabel('Nom (*)', { exact: true }).fill('Durand')
  await page.getByLabel('Téléphone mobile').fill(phone)
  await page.getByLabel('Date de naissance').fill('31/12/1990')
  await page.getByLabel('Adresse e-mail').fill('marie@exemple.fr')
  await page.getByLabel('Votre ville').fill('clichy')
  await page.getByRole('option', { name: 'Clichy (92110)' }).click()
  return { phone, siren }
}

/** The code of the SMS, typed in the window over step 1. */
export async function confirmCode(page: Page, phone: string): Promise<void> {
  await page.getByRole('dialog', { name: 'Votre code par SMS' }).waitFor()
  await page.getByLabel('Code reçu par SMS').fill(await codeSentTo(page.request, phone))
  await page.getByRole('button', { name: 'Valider mon code' }).click()
}

/** Step 2, filled as a person would; not sent. */
export async function fillProfile(page: Page, { category }: { category: string }): Promise<void> {
  await choosePicture(page, 'Photo de couverture', await picture(1600, 900, '#7d9d86'))
  await choosePicture(page, 'Photo de profil', await picture(800, 800))
  await page.getByLabel('Nom de l’établissement').fill('Le Fournil de Marie')
  const chosen = page.getByLabel('Catégorie')
  await chosen.fill(category)
  await page.getByRole('listbox').getByRole('option', { name: category, exact: true }).click()
  await page.getByLabel('Adresse (*)', { exact: true }).fill('12 rue de Paris Clichy')
  await page.getByRole('listbox', { name: 'Suggestions' }).getByRole('option').first().click()
  await page.getByRole('button', { name: /^mardi\s: Ajouter$/ }).click()
  await page.getByLabel('mardi, plage 1, ouverture').fill('9')
  await page.getByLabel('mardi, plage 1, fermeture').fill('18')
  await page.getByRole('textbox', { name: 'Description' }).fill('Pains au levain et viennoiseries maison')
  await page.getByLabel('Téléphone', { exact: false }).fill('0145678901')
  await page.getByLabel('Adresse e-mail').fill('contact@fournil.fr')
  await page.getByLabel('Je n’ai pas de site web').check()
  await page.getByLabel('Recto').setInputFiles(upload('recto.jpg', await picture(900, 600)))
  await page.getByLabel('Verso').setInputFiles(upload('verso.jpg', await picture(900, 600)))
  for (const side of ['Recto', 'Verso']) await expect(pieceTaken(page, side)).toBeVisible()
}

/** The field of a side of the identity card, once its picture is decoded. */
export const pieceTaken = (page: Page, side: string) =>
  page.getByRole('button', { name: new RegExp(`^${side}.* Changer la photo$`) })

/** Chooses a file and keeps the whole of what the crop window proposes. */
export async function choosePicture(page: Page, label: string, file: Buffer): Promise<void> {
  await page.getByLabel(label).setInputFiles(upload('photo.jpg', file))
  const crop = page.getByRole('dialog')
  await crop.getByRole('button', { name: 'Utiliser cette photo' }).click()
  await expect(crop).toBeHidden()
}
