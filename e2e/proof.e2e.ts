import { formatPhone } from '@parvis/domain/kernel/phone'
import { signIn as signInBySms } from '@parvis/harness/town/town-client'
import type { APIRequestContext, Page } from '@playwright/test'
import { expectAccessible, expectNoSideways, widths } from './accessible.ts'
import { runOperatorTool } from './operator-tool.ts'
import { clientOf, codeSentTo, newOwner, newPerson, newPhone, type Owner, signIn } from './people.ts'
import { expect, test } from './quiet.ts'
import { confirmCode, fillAccount } from './registration-steps.ts'

const press = (scope: Pick<Page, 'getByRole'>, name: string) => scope.getByRole('button', { name, exact: true }).click()

async function look(page: Page): Promise<void> {
  await expectAccessible(page)
  await expectNoSideways(page)
}

const mailOf = ({ phone }: Pick<Owner, 'phone'>) => `marie-${phone}@exemple.fr`

/** The last mails to somebody, from the development outbox, newest first. */
async function mailsTo(request: APIRequestContext, to: string): Promise<string[]> {
  const sent = await clientOf(request).call('GET /v1/dev/outbox', { query: { kind: 'email', to } })
  return sent.map(({ text }) => text)
}

/** The last code of eight digits that was sent to somebody by e-mail. */
async function mailCode(request: APIRequestContext, to: string): Promise<string> {
  const codes = async () => (await mailsTo(request, to)).flatMap((text) => /\b\d{8}\b/.exec(text)?.[0] ?? [])
  await expect.poll(async () => (await codes()).length).toBeGreaterThan(0)
  return (await codes())[0] ?? ''
}

/** Asks for the code in the dialog or the step that is shown, and confirms it. */
async function proveByMail(
  page: Page,
  to: string,
  step = page.getByRole('dialog'),
  button = 'Confirmer',
): Promise<void> {
  await press(step, 'Recevoir un code par e-mail')
  await expect(page.getByText(/Un code à 8 chiffres vient de partir à m•••@•••\.fr/)).toBeVisible()
  await page.getByLabel('Code à 8 chiffres').fill(await mailCode(page.request, to))
  await press(step, button)
}

/** An authenticator of this device, that asks nobody (Chromium's WebAuthn domain). */
async function newAuthenticator(page: Page) {
  const devTools = await page.context().newCDPSession(page)
  await devTools.send('WebAuthn.enable', { enableUI: false })
  const { authenticatorId } = await devTools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return {
    /** Whether the person is recognised when the authenticator asks. */
    recognise: (isUserVerified: boolean) =>
      devTools.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified }),
    credentials: async () => (await devTools.send('WebAuthn.getCredentials', { authenticatorId })).credentials,
  }
}

/** As on another device: neither session nor known browser. */
async function forgetBrowser(page: Page): Promise<void> {
  await page.context().clearCookies()
  await page.evaluate(() => localStorage.clear())
}

async function addColleague(request: APIRequestContext, owner: Owner) {
  const client = clientOf(request)
  const { token, phone } = await newPerson(request)
  await client.call('POST /v1/company/:id/invitations', {
    token: owner.token,
    params: { id: owner.companyId },
    body: { phone, role: 'manager' },
  })
  const [invitation] = await client.call('GET /v1/invitations', { token })
  await client.call('POST /v1/invitations/:id/accept', { token, params: { id: invitation?.id ?? 0 }, body: {} })
}

/** No browser makes a passkey for an IP address. */
const namedHost = { baseURL: (process.env.E2E_BASE_URL ?? '').replace('127.0.0.1', 'localhost') }

for (const width of widths) {
  test.describe(`at ${width} px`, { tag: width === 1280 ? '@matrix' : [] }, () => {
    test.use({ viewport: { width, height: 844 } })

    test('U-018 U-065 a Responsable is named after a code by e-mail: the same call again, nothing typed lost', async ({
      page,
    }) => {
      const owner = await newOwner(page.request, { name: 'Le Fournil' })
      await addColleague(page.request, owner)
      await signIn(page, owner, '/equipe')
      const keys: (string | undefined)[] = []
      page.on('request', (sent) => void (sent.method() === 'PUT' && keys.push(sent.headers()['idempotency-key'])))
      await press(page, 'Modifier Marie Durand')
      await page.getByRole('radio', { name: /Responsable/ }).check()
      await press(page, 'Enregistrer')
      const proof = page.getByRole('dialog', { name: 'Confirmez que c’est vous' })
      await expect(proof).toBeVisible()
      await look(page)
      await press(proof, 'Annuler')
      await expect(page.getByText('Confirmez que c’est bien vous avant de continuer.')).toBeVisible()
      await expect(page.getByRole('radio', { name: /Responsable/ })).toBeChecked()

      await press(page, 'Enregistrer')
      await press(proof, 'Recevoir un code par e-mail')
      await proof.getByLabel('Code à 8 chiffres').fill('1234')
      await press(proof, 'Confirmer')
      await expect(proof.getByText('Le code doit contenir 8 chiffres')).toBeVisible()
      await look(page)
      await proof.getByLabel('Code à 8 chiffres').fill(await mailCode(page.request, mailOf(owner)))
      await press(proof, 'Confirmer')
      await expect(page.getByText('C’est enregistré')).toBeVisible()
      await expect(page.getByRole('dialog')).toHaveCount(0)
      await expect(page.getByText(/^Responsable/)).toHaveCount(2)
      expect(keys[2]).toBe(keys[1])
    })

    test('U-072 another number: its code, then a code by e-mail; a wrong one loses nothing, other devices are signed out', async ({
      page,
    }) => {
      const owner = await newOwner(page.request, { name: 'Le Fournil' })
      const elsewhere = await signInBySms(clientOf(page.request), owner.phone)
      const phone = newPhone()
      await signIn(page, owner, '/compte/securite')
      await press(page, 'Changer de numéro')
      const dialog = page.getByRole('dialog', { name: 'Changer de numéro' })
      await dialog.getByLabel('Votre nouveau numéro de mobile').fill('0123')
      await press(dialog, 'Recevoir mon code')
      await expect(dialog.getByText('Merci de vérifier votre numéro de téléphone')).toBeVisible()
      await look(page)
      await dialog.getByLabel('Votre nouveau numéro de mobile').fill(phone)
      await press(dialog, 'Recevoir mon code')
      await expect(dialog.getByLabel('Code reçu par SMS')).toBeVisible()
      await dialog.getByLabel('Code reçu par SMS').fill(await codeSentTo(page.request, phone))
      await look(page)
      await press(dialog, 'Changer de numéro')
      await proveByMail(page, mailOf(owner), page.getByRole('dialog', { name: 'Confirmez que c’est vous' }))
      await expect(page.getByText('Votre numéro est changé. Vos autres appareils sont déconnectés.')).toBeVisible()
      await expect(page.getByText(formatPhone(phone))).toBeVisible()
      const headers = { authorization: `Bearer ${elsewhere}` }
      expect((await page.request.get('/v1/authentication/session', { headers })).status()).toBe(401)
      await expect
        .poll(() => mailsTo(page.request, mailOf(owner)))
        .toContainEqual(expect.stringContaining(`il finit par ${phone.slice(-2)}.`))
    })

    test.describe('with passkeys', () => {
      test.use(namedHost)

      test('U-051 U-052 U-055 U-056 U-075 a passkey is made after a code by e-mail, named, opens the account without SMS, and is removed', async ({
        page,
      }) => {
        const owner = await newOwner(page.request, { name: 'Le Fournil' })
        const device = await newAuthenticator(page)
        await signIn(page, owner, '/sessions')
        await expect(page.getByText(`Vos codes par e-mail arrivent à ${mailOf(owner)}.`)).toBeVisible()
        await press(page, 'Oui, c’est la mienne')
        await page.reload()
        await page.getByRole('link', { name: 'Sécurité' }).waitFor()
        await expect(page.getByText('Cette adresse est-elle toujours la vôtre')).toHaveCount(0)
        await page.getByRole('link', { name: 'Sécurité' }).click()
        await expect(page.getByText(/Un SMS prouve que l’on tient votre numéro, pas que c’est vous/)).toBeVisible()
        await expect(page.getByText('Aucune clé d’accès pour l’instant.')).toBeVisible()
        await look(page)
        await press(page, 'Ajouter une clé d’accès')
        await proveByMail(page, mailOf(owner))
        await expect(page.getByText('Cet appareil a maintenant une clé d’accès')).toBeVisible()
        expect((await device.credentials()).map(({ isResidentCredential }) => isResidentCredential)).toEqual([true])
        await page.getByRole('button', { name: /^Renommer/ }).click()
        await page.getByLabel('Nom', { exact: true }).fill('Téléphone du fournil')
        await press(page, 'Enregistrer')
        await expect(page.getByText('Téléphone du fournil')).toBeVisible()
        await press(page, 'Ajouter une clé d’accès')
        await expect(page.getByText('Cet appareil a déjà une clé d’accès pour ce compte.')).toBeVisible()
        await look(page)

        await forgetBrowser(page)
        const files: string[] = []
        page.on('request', (sent) => void files.push(sent.url()))
        await page.goto('/login')
        await look(page)
        const library = () => files.filter((url) => url.includes('/assets/passkeys'))
        expect(library()).toEqual([])
        await device.recognise(false)
        await press(page, 'Se connecter sans SMS')
        await expect(page.getByText(/La clé d’accès n’a pas été donnée/)).toBeVisible()
        await device.recognise(true)
        await press(page, 'Se connecter sans SMS')
        await expect(page.getByRole('heading', { name: 'Le Fournil' }).first()).toBeVisible()
        expect(library()).toHaveLength(1)

        await page.goto('/compte/securite')
        await press(page, 'Retirer Téléphone du fournil')
        await press(page.getByRole('dialog'), 'Retirer')
        await expect(page.getByText('Aucune clé d’accès pour l’instant.')).toBeVisible()
        await expect
          .poll(() => mailsTo(page.request, mailOf(owner)))
          .toContainEqual(expect.stringContaining('Une clé d’accès a été retirée de votre compte.'))
      })

      test('U-064 U-068 U-078 on a new device the code by SMS is not enough for who has a passkey: at the sign-in, in the wizard, for one’s data', async ({
        page,
      }) => {
        const owner = await newOwner(page.request, { name: 'Le Fournil' })
        await newAuthenticator(page)
        await signIn(page, owner, '/compte/securite')
        await press(page, 'Ajouter une clé d’accès')
        await proveByMail(page, mailOf(owner))
        await expect(page.getByText(/Cet appareil a maintenant/)).toBeVisible()

        await forgetBrowser(page)
        await page.goto('/login')
        await page.getByLabel('Votre numéro de mobile').fill(owner.phone)
        await press(page, 'Recevoir mon code')
        await expect(page.getByLabel('Code reçu par SMS')).toBeVisible()
        await page.getByLabel('Code reçu par SMS').fill(await codeSentTo(page.request, owner.phone))
        await press(page, 'Me connecter')
        await expect(page.getByText('Cet appareil est nouveau pour votre compte.')).toBeVisible()
        await look(page)
        await press(page, 'Utiliser ma clé d’accès')
        await expect(page.getByRole('heading', { name: 'Le Fournil' }).first()).toBeVisible()

        await forgetBrowser(page)
        await page.goto('/inscription/commerce')
        await fillAccount(page, 'commerce', { phone: owner.phone })
        await press(page, 'Continuer')
        await confirmCode(page, owner.phone)
        const step = page.getByRole('dialog', { name: 'Vérifions que c’est bien vous' })
        await expect(step).toContainText('Cet appareil est nouveau pour votre compte.')
        await look(page)
        await proveByMail(page, mailOf(owner), step, 'Continuer')
        await expect(page.getByRole('heading', { name: 'Le Fournil' }).first()).toBeVisible()
      })
    })
  })
}

test.describe('in a hall', () => {
  test.use(namedHost)

  test('Y-004 alone in a hall, one is led to make a passkey, and sends a danger by it from the screen that asks for it', async ({
    page,
  }) => {
    const fields = { zipCode: '24100', city: 'Bergerac' }
    const hall = await newOwner(page.request, { type: 'mairie', name: 'Mairie de Bergerac', fields })
    runOperatorTool('identity', hall.companyId, 'verified')
    await newAuthenticator(page)
    await signIn(page, hall, '/alertes')
    await press(page, 'Alerter')
    await page.getByRole('radio', { name: /^Danger/ }).check()
    await page.getByLabel(/^Titre/).fill('Crue de la Dordogne')
    await page.getByLabel(/^Que faut-il faire/).fill('Montez à l’étage et coupez le gaz.')
    await press(page, 'Vérifier')
    await page.getByRole('link', { name: 'Ajouter une clé d’accès' }).click()
    await press(page, 'Ajouter une clé d’accès')
    await proveByMail(page, mailOf(hall))
    await expect(page.getByText(/Cet appareil a maintenant/)).toBeVisible()
    await page.goto('/alertes')
    await press(page, 'Vérifier et envoyer')
    await page.getByLabel(/^Nom de la commune/).fill('Bergerac')
    await press(page, 'Utiliser ma clé d’accès')
    await expect(page.getByText(/^C’est confirmé/)).toBeVisible()
    await look(page)
    await press(page, 'Envoyer l’alerte')
    await expect(page.getByText(/^DANGER — Envoyée par/)).toBeVisible()
  })
})
