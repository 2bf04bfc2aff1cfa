import { type APIRequestContext, expect, type Page } from '@playwright/test'
import { openSignedIn } from './api.ts'
import { composer, conversations, newConversation, newResident, newShop, order, thread } from './conversations.ts'
import { fillInstant, listInstants } from './instants.ts'
import { clientOf, newOwner, newRegistered, type Owner, picture, upload } from './people.ts'
import { fillProfile } from './registration-steps.ts'
import { newFollowers } from './residents.ts'

/** A form, in the terms that a fault needs. */
export type FaultForm = {
  name: string
  /** The form's write is kept on the device and sent once the fault is over. */
  leavesByItself?: boolean
  newOwner: (request: APIRequestContext) => Promise<Owner>
  /** To the form, from another page of the portal, so that there is somewhere to go back to. */
  open: (page: Page, owner: Owner) => Promise<void>
  /** To the form again, where the portal does not lead there by itself. */
  reopen?: (page: Page) => Promise<void>
  fill: (page: Page) => Promise<void>
  /** The primary action, pressed once or twice. */
  send: (page: Page, times?: 1 | 2) => Promise<void>
  /** The first press that asks something of the server, where it is not the last one: without a session the page is left by it. */
  ask?: (page: Page) => Promise<void>
  expectKept: (page: Page) => Promise<void>
  expectDone: (page: Page) => Promise<void>
  /** How many of its effects the server holds: 1 once it was done, however often it was tried. */
  count: (request: APIRequestContext, owner: Owner) => Promise<number>
  /** How the back button asks before leaving what was typed: `unload` where it leads out of the portal. */
  leaving: 'confirm' | 'window' | 'unload' | 'kept without asking'
}

const press = (button: ReturnType<Page['getByRole']>, times: 1 | 2 = 1) =>
  times === 1 ? button.click() : button.dblclick()

const settingsOf = (request: APIRequestContext, owner: Owner) =>
  clientOf(request).call('GET /v1/company/settings/:companyId', {
    token: owner.token,
    params: { companyId: owner.companyId },
  })

const messagesOf = (request: APIRequestContext, { token, companyId }: Owner) =>
  clientOf(request).call('GET /v1/discussions/:id/messages', { token, params: { id: talks.get(companyId) ?? '' } })

const openingHours = (page: Page) => page.getByLabel(/^(mardi|dimanche), plage 1, ouverture/)

const registration: FaultForm = {
  name: 'registration, step 2',
  newOwner: (request) => newRegistered(request),
  open: (page, owner) => openSignedIn(page, owner, '/inscription'),
  fill: (page) => fillProfile(page, { category: 'Boulangerie' }),
  send: (page, times) => press(page.getByRole('button', { name: 'Suivant' }), times),
  expectKept: async (page) => {
    await expect(page.getByLabel('Nom de l’établissement')).toHaveValue('Le Fournil de Marie')
    await expect(openingHours(page)).toHaveCount(1)
  },
  expectDone: (page) => expect(page.getByLabel('Nom de l’établissement')).toHaveCount(0),
  count: async (request, owner) => (await settingsOf(request, owner)).openHours.length,
  leaving: 'unload',
}

const profile: FaultForm = {
  name: 'company',
  newOwner: (request) => newOwner(request),
  open: async (page, owner) => {
    await openSignedIn(page, owner, '/company')
    await page.getByRole('link', { name: 'Modifier ma fiche' }).click()
  },
  fill: async (page) => {
    await page.getByLabel('Nom de l’établissement').fill('La Mie de Clichy')
    await page.getByRole('button', { name: /^dimanche\s: Ajouter$/ }).click()
    await page.getByLabel('dimanche, plage 1, ouverture').fill('20')
    await page.getByLabel('dimanche, plage 1, fermeture').fill('21')
  },
  send: (page, times) => press(page.getByRole('button', { name: 'Enregistrer ma fiche' }), times),
  expectKept: async (page) => {
    await expect(page.getByLabel('Nom de l’établissement')).toHaveValue('La Mie de Clichy')
    await expect(openingHours(page)).toHaveCount(2)
  },
  expectDone: (page) => expect(page.getByRole('heading', { level: 1, name: 'La Mie de Clichy' })).toBeVisible(),
  // One line more than the two that were there.
  count: async (request, owner) => (await settingsOf(request, owner)).openHours.length - 2,
  leaving: 'confirm',
}

const instant: FaultForm = {
  name: 'instant',
  newOwner: async (request) => {
    const owner = await newOwner(request)
    await newFollowers(owner)
    return owner
  },
  open: async (page, owner) => {
    await openSignedIn(page, owner, '/instants')
    await page.getByRole('tab', { name: /Offres/ }).click()
    await page.getByRole('button', { name: 'Ajouter une offre' }).first().click()
  },
  fill: async (page) => {
    await fillInstant(page, 'Tartelettes du soir')
    await page.getByRole('button', { name: 'Demain' }).click()
  },
  ask: (page) => page.getByRole('button', { name: 'Publier', exact: true }).click(),
  send: async (page, times) => {
    await instant.ask?.(page)
    await press(page.getByRole('dialog').getByRole('button', { name: 'Non' }), times)
  },
  expectKept: async (page) => {
    await expect(page.getByLabel('Titre')).toHaveValue('Tartelettes du soir')
    await expect(page.getByLabel('Description courte')).toHaveValue('Deux achetées, la troisième offerte')
  },
  expectDone: (page) => expect(page).toHaveURL(/\/instants$/),
  count: async (request, owner) => (await listInstants(request, owner)).length,
  leaving: 'window',
}

const talks = new Map<string, string>()

const openMessages = (page: Page) => page.locator('nav a[href="/messages"]:visible').first().click()

const openConversation = (page: Page) =>
  conversations(page)
    .getByRole('button', { name: /^Marie\b/ })
    .click()

const message: FaultForm = {
  name: 'message',
  newOwner: async (request) => {
    const owner = await newOwner(request)
    talks.set(owner.companyId, (await newConversation(owner)).uuid)
    return owner
  },
  open: async (page, owner) => {
    await openSignedIn(page, owner, '/messages')
    await openConversation(page)
  },
  reopen: async (page) => {
    await openMessages(page)
    await openConversation(page)
  },
  fill: (page) => composer(page).fill('Oui, il en reste.'),
  send: async (page, times) => {
    const retry = page.getByRole('button', { name: 'Réessayer' })
    const button = (await retry.count()) > 0 ? retry : page.getByRole('button', { name: 'Envoyer', exact: true })
    // The second half of a double click finds nothing left to send.
    await press(button, times)
  },
  // In the thread as not sent, or in the composer again.
  expectKept: (page) => expect(page.getByText('Oui, il en reste.').filter({ visible: true }).first()).toBeVisible(),
  expectDone: async (page) => {
    await expect(page.getByRole('button', { name: 'Réessayer' })).toHaveCount(0)
    await expect(page.getByText('Envoi en cours…')).toHaveCount(0)
    await expect(thread(page).getByText('Oui, il en reste.')).toHaveCount(1)
  },
  count: async (request, owner) => {
    return (await messagesOf(request, owner)).filter(({ senderId }) => senderId === owner.companyId).length
  },
  leaving: 'kept without asking',
  leavesByItself: true,
}

const broadcast: FaultForm = {
  name: 'broadcast',
  newOwner: (request) => newOwner(request),
  open: async (page, owner) => {
    await openSignedIn(page, owner, '/messages')
    await conversations(page)
      .getByRole('button', { name: /Message groupé/ })
      .click()
  },
  reopen: async (page) => {
    await openMessages(page)
    await conversations(page)
      .getByRole('button', { name: /Message groupé/ })
      .click()
  },
  fill: async (page) => {
    await composerToAll(page).fill('Fermé lundi')
    await page.getByLabel('Joindre une image').setInputFiles(upload('volets.jpg', await picture(400, 300)))
  },
  send: async (page, times) => {
    const dialog = page.getByRole('dialog')
    if ((await dialog.count()) === 0) await page.getByRole('button', { name: 'Envoyer', exact: true }).click()
    const confirm = dialog.getByRole('button', { name: 'Envoyer à tous' })
    // The window asks for the reach: a session that ended is known before anything is confirmed.
    await expect(confirm.or(page.getByLabel('Votre numéro de mobile')).first()).toBeVisible()
    if (await confirm.isVisible()) await press(confirm, times)
  },
  expectKept: async (page) => {
    await expect(composerToAll(page)).toHaveValue('Fermé lundi')
    await expect(page.getByAltText('À envoyer')).toBeVisible()
  },
  expectDone: async (page) => {
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(composerToAll(page)).toHaveValue('')
  },
  count: async (request, owner) => {
    const asked = { token: owner.token, params: { id: owner.companyId } }
    return (await clientOf(request).call('GET /v1/company/:id/broadcast', asked)).list.length
  },
  leaving: 'kept without asking',
}

const composerToAll = (page: Page) => page.getByLabel('Message à tous vos abonnés')

const validation: FaultForm = {
  name: 'order',
  newOwner: async (request) => {
    const owner = await newShop(request)
    talks.set(owner.companyId, (await order(await newResident(), owner)).discussionId)
    return owner
  },
  open: async (page, owner) => {
    await openSignedIn(page, owner, '/messages')
    await openConversation(page)
    await page.getByRole('button', { name: 'Accepter', exact: true }).click()
  },
  reopen: (page) => page.getByRole('button', { name: 'Accepter', exact: true }).click(),
  fill: async (page) => {
    await page.getByRole('dialog').getByLabel(/^Prix/).fill('12,50')
  },
  send: (page, times) => press(page.getByRole('dialog').getByRole('button', { name: 'Accepter' }), times),
  expectKept: (page) => expect(page.getByRole('dialog').getByLabel(/^Prix/)).toHaveValue('12,50'),
  expectDone: (page) => expect(page.getByRole('dialog')).toHaveCount(0),
  // A second validation would be refused, and would tell the customer again: each is a message of the conversation.
  count: async (request, owner) => {
    const sent = await messagesOf(request, owner)
    return sent.filter(({ message: text }) => /validée/.test(text)).length
  },
  leaving: 'confirm',
}

const service: FaultForm = {
  name: 'municipal service',
  newOwner: (request) => newOwner(request, { type: 'mairie', name: 'Mairie de Clichy' }),
  open: async (page, owner) => {
    await openSignedIn(page, owner, '/company')
    const link = page.locator('a[href="/services"]:visible').first()
    // On a phone the page is behind « Plus ».
    const more = page.getByRole('button', { name: 'Plus' })
    await expect(link.or(more).first()).toBeVisible()
    if (!(await link.isVisible())) await more.click()
    await link.click()
    await addService(page)
  },
  reopen: (page) => addService(page),
  fill: async (page) => {
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel(/^Nom/).fill('Médiathèque')
    await dialog.getByRole('radio').first().check({ force: true })
    await dialog.getByLabel(/^Adresse du site/).fill('https://www.ville.fr')
  },
  send: (page, times) => press(page.getByRole('dialog').getByRole('button', { name: 'Enregistrer' }), times),
  expectKept: async (page) => {
    await expect(page.getByRole('dialog').getByLabel(/^Nom/)).toHaveValue('Médiathèque')
    await expect(page.getByRole('dialog').getByLabel(/^Adresse du site/)).toHaveValue('https://www.ville.fr')
  },
  expectDone: (page) => expect(page.getByRole('dialog')).toHaveCount(0),
  count: async (request, owner) => {
    const asked = { token: owner.token, params: { id: owner.companyId } }
    return (await clientOf(request).call('GET /v1/municipality/:id/service', asked)).length
  },
  leaving: 'confirm',
}

const addService = (page: Page) => page.getByRole('button', { name: 'Ajouter un service' }).first().click()

export const faultForms: readonly FaultForm[] = [
  registration,
  profile,
  instant,
  message,
  broadcast,
  validation,
  service,
]
