import { randomBytes } from 'node:crypto'
import { maxActBytes } from '@parvis/domain/acts/act'
import type { APIRequestContext, Page } from '@playwright/test'
import { expectAccessible, expectNoSideways, widths } from './accessible.ts'
import { openSignedIn } from './api.ts'
import { runOperatorTool } from './operator-tool.ts'
import { codeSentTo, newOwner, type Owner } from './people.ts'
import { expect, test } from './quiet.ts'
import { residentBase } from './residents.ts'

/** The official hall of a town where no other journey has one. */
async function newHall(request: APIRequestContext, zipCode: string, city: string): Promise<Owner> {
  const hall = await newOwner(request, { type: 'mairie', name: `Mairie de ${city}`, fields: { zipCode, city } })
  runOperatorTool('identity', hall.companyId, 'verified')
  return hall
}

/** The form of an act, filled as a person would; its PDF is its own. */
async function fillAct(page: Page): Promise<void> {
  const pdf = `%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\n%${randomBytes(6).toString('hex')}\ntrailer<</Root 1 0 R>>\n%%EOF\n`
  const file = { name: 'deliberation.pdf', mimeType: 'application/pdf', buffer: Buffer.from(pdf) }
  await page.getByLabel(/^Fichier PDF/).setInputFiles(file)
  await page.getByLabel(/^Numéro/).fill('2026-031')
  await page.getByLabel(/^Objet/).fill('Tarifs de la cantine')
  await page.getByLabel(/^Auteur/).fill('Claire Fontaine')
  await page.getByLabel(/^Qualité/).fill('Maire')
  await page.getByLabel(/^Matière/).selectOption('7.1')
}

async function lookAtBothSizes(page: Page): Promise<void> {
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 })
    await expectAccessible(page)
    await expectNoSideways(page)
  }
}

test('D-012 D-013 D-016 D-023 an act is published from its PDF, read again first, then found, read and attested without script; withdrawn, it says why', async ({
  page,
  request,
}) => {
  test.slow()
  const hall = await newHall(request, '64100', 'Bayonne')
  await openSignedIn(page, hall, '/actes')
  await page.getByRole('button', { name: 'Publier un acte' }).click()
  await page.getByRole('button', { name: 'Relire' }).click()
  await expect(page.getByText('Choisissez le fichier PDF de l’acte.').first()).toBeVisible()
  const heavy = { name: 'plan.pdf', mimeType: 'application/pdf', buffer: Buffer.alloc(maxActBytes + 1) }
  await page.getByLabel(/^Fichier PDF/).setInputFiles(heavy)
  await page.getByRole('button', { name: 'Relire' }).click()
  await expect(page.locator('#field-file')).toContainText('Ce document dépasse 20\u00a0Mo.')
  await fillAct(page)
  await lookAtBothSizes(page)
  await page.getByRole('button', { name: 'Relire' }).click()
  await expect(page.getByText('finances locales/décisions budgétaires')).toBeVisible()
  await lookAtBothSizes(page)
  await page.getByRole('button', { name: 'Publier définitivement' }).click()
  const link = page.getByRole('link', { name: 'Voir la page' })
  const address = (await link.getAttribute('href')) ?? ''
  const resident = await page.context().newPage()
  for (const path of [address, `${address}/attestation`, `${residentBase()}/bayonne-64100/actes?q=cantine`]) {
    await resident.goto(path)
    await expect(resident.getByText('Tarifs de la cantine').first()).toBeVisible()
    await lookAtBothSizes(resident)
  }
  await page.getByRole('button', { name: 'Retirer' }).click()
  await page.getByLabel(/^Motif/).fill('Une adresse y était publiée')
  await page.getByRole('dialog').getByRole('button', { name: 'Retirer' }).click()
  await expect(page.getByText('Retiré : Une adresse y était publiée · Claire Fontaine')).toBeVisible()
})

test('U-042 an act that is being read again is not published yet: leaving asks first, and a reload brings it back', async ({
  page,
  request,
}) => {
  const questions: string[] = []
  page.on('dialog', (dialog) => {
    questions.push(dialog.type())
    return dialog.type() === 'confirm' ? dialog.dismiss() : dialog.accept()
  })
  await openSignedIn(page, await newHall(request, '64600', 'Anglet'), '/actes')
  await page.getByRole('button', { name: 'Publier un acte' }).click()
  await fillAct(page)
  await page.getByRole('button', { name: 'Relire' }).click()
  await expect(page.getByRole('button', { name: 'Publier définitivement' })).toBeVisible()
  await page.locator('nav a[href="/company"]:visible').first().click()
  await expect.poll(() => questions).toEqual(['confirm'])
  await page.reload()
  await page.getByRole('button', { name: 'Publier un acte' }).click()
  await expect(page.getByLabel(/^Objet/)).toHaveValue('Tarifs de la cantine')
})

test('D-023 publishing that meets no network says so beside its button, in sight, and the same button publishes later', async ({
  page,
  request,
}) => {
  await page.setViewportSize({ width: 390, height: 664 })
  await openSignedIn(page, await newHall(request, '64200', 'Biarritz'), '/actes')
  await page.getByRole('button', { name: 'Publier un acte' }).click()
  await fillAct(page)
  // An arrêté needs no matter: one chosen by mistake is taken back.
  await page.getByLabel(/^Nature/).selectOption('arrete')
  await page.getByLabel(/^Matière/).selectOption({ label: 'Aucune' })
  await page.getByLabel(/^Cet acte nomme/).check()
  await page.getByRole('button', { name: 'Relire' }).click()
  await expect(page.getByText('finances locales')).toHaveCount(0)
  await expect(page.getByText('Oui, hors des moteurs de recherche')).toBeVisible()
  // Back in the form the control itself names the file that is kept, once.
  await page.getByRole('button', { name: 'Modifier' }).click()
  await expect(page.getByLabel(/^Fichier PDF/)).toHaveValue(/deliberation\.pdf$/)
  await expect(page.getByText('deliberation.pdf')).toHaveCount(0)
  await page.getByRole('button', { name: 'Relire' }).click()
  const calls = '**/v1/company/*/acts'
  await page.route(calls, (route) => (route.request().method() === 'POST' ? route.abort() : route.continue()))
  const publish = page.getByRole('button', { name: 'Publier définitivement' })
  await publish.click()
  await expect(page.getByRole('main').getByRole('alert')).toBeInViewport()
  await page.unroute(calls)
  await publish.click()
  await expect(page.getByText('L’acte est publié')).toBeVisible()
  // The list comes by fifty: the older ones are replaced and withdrawn as well.
  let isCut = false
  await page.route('**/v1/company/*/acts*', async (route) => {
    if (isCut) return await route.abort()
    const answer = await route.fetch()
    const { data } = await answer.json()
    const isOlder = route.request().url().includes('before=7')
    const acts = data.acts.map((act: object) => ({ ...act, ...(isOlder && { id: 6, title: 'Un acte plus ancien' }) }))
    await route.fulfill({ response: answer, json: { data: { acts, next: isOlder ? null : 7 } } })
  })
  await page.reload()
  await expect(page.getByRole('button', { name: 'Plus anciens' })).toBeVisible()
  isCut = true
  await page.getByRole('button', { name: 'Plus anciens' }).click()
  await expect(page.getByRole('main').getByRole('alert')).toBeVisible()
  isCut = false
  await page.getByRole('button', { name: 'Plus anciens' }).click()
  await expect(page.getByText('Un acte plus ancien')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Remplacer' })).toHaveCount(2)
  await expect(page.getByRole('button', { name: 'Plus anciens' })).toHaveCount(0)
})

test('Y-004 Y-012 Y-014 Y-015 a vigilance is written, verified, proved by SMS, shown on the town, ended; a danger waits for a colleague', async ({
  page,
  request,
}) => {
  test.slow()
  const hall = await newHall(request, '59140', 'Dunkerque')
  await openSignedIn(page, hall, '/alertes')
  const write = async (level: string, title: string, what = 'alerte') => {
    await page.getByRole('button', { name: 'Alerter' }).click()
    await expect(page.getByRole('radio', { checked: true })).toHaveCount(0)
    // The seven days of a vigilance are not a danger's: the list then shows, and sends, its longest.
    await page.getByRole('radio', { name: /^Vigilance/ }).check()
    await page.getByLabel(/^Jusqu’à/).selectOption('168')
    await page.getByRole('radio', { name: new RegExp(`^${level}`) }).check()
    await expect(page.getByLabel(/^Jusqu’à/)).toHaveValue(level === 'Danger' ? '72' : '168')
    await page.getByLabel(/^Titre/).fill(title)
    await page.getByLabel(/^Que faut-il faire/).fill('Restez chez vous et fermez le gaz.')
    await page.getByLabel(/^Exercice/).setChecked(what === 'exercice')
    await lookAtBothSizes(page)
    await page.setViewportSize({ width: 390, height: 664 })
    await page.getByRole('button', { name: 'Vérifier' }).click()
    await expect(page.getByRole('heading', { name: `Vérifier l’${what}` })).toBeInViewport()
    await expect(page.getByRole('button', { name: `Envoyer l’${what}` })).toBeVisible()
    // An exercise reaches no resident: nothing says that a banner is shown to all.
    await expect(page.getByText('Le bandeau est montré à tous')).toHaveCount(what === 'exercice' ? 0 : 1)
  }
  // What is only an exercise says so on its last button: an alert that was not sent must not be believed.
  await write('Danger', 'Crue'.repeat(20), 'exercice')
  await page.getByRole('button', { name: 'Pas maintenant' }).click()
  await expect(page.getByRole('heading', { name: /^(Crue)+$/ })).toBeVisible()
  await lookAtBothSizes(page)
  await write('Danger', 'Fuite de gaz')
  await expect(page.getByText('Un code par SMS ne suffit pas')).toBeVisible()
  await lookAtBothSizes(page)
  await page.getByRole('button', { name: 'Pas maintenant' }).click()
  await write('Vigilance', 'Verglas demain')
  await page.getByLabel(/^Nom de la commune/).fill('dunkerque')
  await page.getByRole('button', { name: 'Recevoir un code par SMS' }).click()
  await expect(page.getByText(/^Un code vient de partir au 0/)).toBeVisible()
  await expect(page.getByLabel(/^Code reçu/)).toBeFocused()
  await page.getByRole('button', { name: 'Renvoyer le code' }).click()
  await expect(page.getByText('Un nouveau code vient de vous être envoyé.')).toBeVisible()
  await page.getByLabel(/^Code reçu/).fill(await codeSentTo(request, hall.phone))
  await page.getByRole('button', { name: 'Envoyer l’alerte' }).click()
  await expect(page.getByText(/^VIGILANCE — Envoyée par Marie/)).toBeVisible()
  await lookAtBothSizes(page)
  const resident = await page.context().newPage()
  const banner = resident.getByRole('complementary', { name: 'Alerte de la mairie' })
  await resident.goto(`${residentBase()}/dunkerque-59140`)
  await expect(banner).toContainText('Verglas demain')
  await banner.getByRole('link').click()
  await expect(resident.getByRole('link', { name: 'Appeler le 112' })).toBeVisible()
  await lookAtBothSizes(resident)
  const saved: string[] = []
  page.on('download', (file) => saved.push(file.suggestedFilename()))
  for (const name of ['Journal', 'Affiche']) await page.getByRole('button', { name }).click()
  await expect
    .poll(() => saved.map((name) => name.replace(/\d+/, 'n')).toSorted())
    .toEqual(['alerte-n.pdf', 'alerte-n.sig', 'alerte-n.txt'])
  await page.getByRole('button', { name: 'Corriger' }).click()
  await page.getByLabel(/^Titre/).fill('Verglas ce soir')
  await page.getByRole('button', { name: 'Vérifier' }).click()
  await page.getByLabel(/^Nom de la commune/).fill('Dunkerque')
  await page.getByRole('button', { name: 'Recevoir un code par SMS' }).click()
  await expect(page.getByText(/^Un code vient de partir au 0/)).toBeVisible()
  await page.getByLabel(/^Code reçu/).fill(await codeSentTo(request, hall.phone))
  await page.getByRole('button', { name: 'Envoyer l’alerte' }).click()
  await expect(page.getByText(/^VIGILANCE — Corrigée/)).toBeVisible()
  await expect
    .poll(async () => {
      await resident.goto(`${residentBase()}/dunkerque-59140`)
      return await banner.textContent()
    })
    .toContain('Verglas ce soir')
  await page.getByRole('button', { name: 'Terminer l’alerte' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Terminer l’alerte' }).click()
  await expect(page.getByText(/^VIGILANCE — Terminée/)).toBeVisible()
  await expect
    .poll(async () => {
      await resident.reload()
      return await banner.count()
    })
    .toBe(0)
})

test('Y-002 Y-023 an alert whose answer is lost is written once however often it is tried, and says when it goes away', async ({
  page,
  request,
}) => {
  await openSignedIn(page, await newHall(request, '62100', 'Calais'), '/alertes')
  await page.getByRole('button', { name: 'Alerter' }).click()
  await page.getByRole('radio', { name: /^Vigilance/ }).check()
  await page.getByLabel(/^Titre/).fill('Verglas demain')
  await page.getByLabel(/^Que faut-il faire/).fill('Restez chez vous et fermez le gaz.')
  const calls = '**/v1/company/*/alerts'
  await page.route(calls, async (route) => {
    if (route.request().method() !== 'POST') return route.fallback()
    await route.fetch()
    await route.abort()
  })
  const verify = page.getByRole('button', { name: 'Vérifier' })
  for (let tries = 0; tries < 2; tries++) {
    await verify.click()
    await expect(page.getByRole('alert')).toContainText('Connexion impossible')
    // Its end in minutes is another one by then.
    await page.clock.setFixedTime(Date.now() + 120_000)
  }
  await page.unroute(calls)
  await verify.click()
  await page.getByRole('button', { name: 'Pas maintenant' }).click()
  await expect(page.getByRole('button', { name: 'Vérifier et envoyer' })).toHaveCount(1)
  await expect(page.getByText(/^VIGILANCE — Écrite, pas encore envoyée\s: s’efface le \d/)).toBeVisible()
})

test('D-012 X-031 a hall that is not verified yet reads why on its pages of acts and alerts, and whom to ask, with no vain « Réessayer » nor a form that would be refused', async ({
  page,
  request,
}) => {
  const hall = await newOwner(request, {
    type: 'mairie',
    name: 'Mairie de Pau',
    fields: { zipCode: '64000', city: 'Pau' },
  })
  for (const path of ['/actes', '/alertes']) {
    await openSignedIn(page, hall, path)
    const why = page.locator('main').getByRole('alert').first()
    await expect(why).toContainText('Réservé à la mairie vérifiée de la commune.')
    await expect(why.getByRole('link', { name: /@/ })).toBeVisible()
    await expect(page.getByRole('button', { name: /Réessayer|Alerter|Publier un acte/ })).toHaveCount(0)
    await lookAtBothSizes(page)
  }
})
