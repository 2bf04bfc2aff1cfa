import type { Temporal } from 'temporal-polyfill'
import { formatDay } from '../kernel/french-format.ts'
import type { Letter } from '../notices/letter.fr.ts'

/** Sentences of the mails about an account's ways in; each ends with whom to write to (team.md 4). */
export const accountMails = {
  code: (code: string) => `Votre code Parvis Pro\u00a0: ${code}. Il est valable 30 minutes. Ne le donnez à personne.`,
  passkeyAdded: 'Une clé d’accès a été ajoutée à votre compte.',
  passkeyRemoved: 'Une clé d’accès a été retirée de votre compte.',
  letIn: 'Votre numéro ouvre de nouveau votre compte Parvis Pro.',
  phoneChanged: (phone: string) => `Le numéro de votre compte a changé\u00a0: il finit par ${phone.slice(-2)}.`,
  deletionAsked: (at: Date) =>
    `Votre compte Parvis Pro sera effacé le ${formatDay(at)}. Pour tout garder, reconnectez-vous avant.`,
  unused: (at: Date) =>
    `Votre compte Parvis Pro n’a plus servi depuis longtemps\u00a0: il sera effacé le ${formatDay(at)}. Pour le garder, reconnectez-vous avant.`,
  deletionCancelled: 'Vous vous êtes reconnecté\u00a0: votre compte Parvis Pro ne sera pas effacé.',
  phoneLost: 'Votre ancien numéro n’ouvre plus votre compte Parvis Pro.',
  addressChanges: (day: Temporal.PlainDate) =>
    `L’adresse de votre compte va changer\u00a0: jusqu’au ${formatDay(day.toString())}, vos codes arrivent encore ici.`,
  addressChanged: 'L’adresse de votre compte a changé\u00a0: vos codes n’arrivent plus ici.',
} as const

/** A mail of one sentence about an act on an account or a team. */
export const actLetter = (sentence: string, supportEmail: string): Letter => ({
  subject: sentence,
  paragraphs: [sentence, `Si ce n’est pas vous, écrivez à ${supportEmail}.`],
})
