import { hourText, openingDayText } from '../hours/opening.fr.ts'
import { parisDayNumber } from '../kernel/paris-days.ts'

/** « aujourd’hui à 16 h », « mardi à 9 h ». */
function pickupText(pickupAt: number, now: number): string {
  const isToday = parisDayNumber(pickupAt) === parisDayNumber(now)
  return isToday ? `aujourd’hui à ${hourText(pickupAt)}` : openingDayText(pickupAt, now)
}

const changes = {
  change: 'Commande changée par le client',
  accept: 'Proposition acceptée',
  withdraw: 'Commande annulée par le client',
}

/** The sentences of pushes and SMS (section 6); names and texts of residents are added by whoever may show them. */
export const noticeTexts = {
  order: (pickupAt: number, now: number) => `Nouvelle commande, retrait ${pickupText(pickupAt, now)}`,
  waiting: (minutes: number) => `Une commande attend depuis ${minutes} min`,
  unanswered: 'Une commande vue attend encore votre réponse',
  change: (what: 'change' | 'accept' | 'withdraw', pickupAt: number, now: number) =>
    `${changes[what]}, retrait ${pickupText(pickupAt, now)}`,
  planEnds: (label: string, day: string) => `Votre abonnement ${label} se termine le ${day}.`,
  planEnded: (label: string) => `Votre abonnement ${label} a pris fin.`,
  withoutPlan:
    'Vos instants restent en ligne. Si vous prenez des commandes, celles déjà reçues vont à leur terme et il n’en arrive plus de nouvelles.',
  unpublished: 'Un instant programmé n’a pas été publié, car votre fiche est suspendue. Il est dans vos brouillons.',
  suspended: 'Votre fiche est suspendue par l’équipe de Parvis.',
  removed: {
    instant: 'L’équipe de Parvis a retiré un de vos instants.',
    message: 'L’équipe de Parvis a retiré un de vos messages.',
    service: 'L’équipe de Parvis a retiré un de vos services.',
    code: 'L’équipe de Parvis a désactivé un de vos codes.',
  },
  closed: 'L’équipe de Parvis a fermé une de vos conversations.',
  terms: (day: string) => `Les conditions d’utilisation de Parvis Pro changent le ${day}.`,
  paymentFailed: 'Votre dernier paiement a échoué. Changez votre carte pour garder votre offre.',
  identity: {
    verified: 'Votre identité est vérifiée.',
    refused:
      'Votre pièce d’identité n’a pas pu être validée. Envoyez-en une autre avec «\u00a0Modifier ma fiche\u00a0».',
  },
  domain: (name: string) => `Votre adresse ${name} ne mène plus à votre page.`,
  unsentMessage: 'Un message programmé n’est pas parti.',
  unsentBroadcast: 'Un message groupé programmé n’est pas parti.',
  sessionEnds: (device: string) =>
    `Votre connexion se termine dans trois jours sur «\u00a0${device}\u00a0». Ouvrez-y Parvis Pro pour rester prévenu.`,
  message: 'Nouveau message',
  messages: (count: number) => `${count} messages en attente`,
  sms: (minutes: number, pickupAt: number, link: string) =>
    `Parvis Pro : une commande attend depuis ${minutes} min (retrait ${hourText(pickupAt)}). ${link}`,
  test: 'Les notifications arrivent bien sur cet appareil.',
} as const
