import { retention } from '../kernel/retention.ts'

/** A kind of personal data: why it is kept, on what ground (GDPR art. 6 and 13), how long. */
export type KeptData = { what: string; purpose: string; basis: string; duration: string }
/** The duration is written when it is asked: `retention` is the one source. */
type Row = Omit<KeptData, 'duration'> & { duration: () => string }

const contract = 'Contrat'
const interest = 'Intérêt légitime'
const duty = 'Obligation légale'
const consent = 'Consentement'

const ofProfessionals: readonly Row[] = [
  {
    what: 'Compte\u00a0: téléphone, nom, prénom, date de naissance, e-mail, ville',
    purpose: 'Ouvrir et reconnaître votre compte',
    basis: contract,
    duration: () =>
      `Jusqu’à votre demande, plus ${days(retention.erasureDays)} pour y renoncer\u202f; sans usage, ${months(retention.inactiveAccountMonths)}, avec un SMS (ou un e-mail si le numéro est perdu) ${retention.inactiveAccountWarningDays.join(' puis ')} jours avant`,
  },
  {
    what: 'Fiche, horaires, instants, services, messages groupés',
    purpose: 'Montrer votre établissement aux habitants',
    basis: contract,
    duration: () =>
      `Comme le compte\u202f; les jours exceptionnels, ${months(retention.exceptionMonths)} après leur date, vos réponses sur les jours fériés, ${months(retention.holidayMonths)}`,
  },
  {
    what: 'Conversations et messages programmés',
    purpose: 'Échanger avec les habitants',
    basis: contract,
    duration: () =>
      `${months(retention.conversationMonths)} sans échange\u202f; un message programmé, ${days(retention.sentLaterDays)} après son départ`,
  },
  {
    what: 'Commandes\u00a0: contenu, total, horaire, photo',
    purpose: 'Préparer et remettre la commande',
    basis: contract,
    duration: () =>
      `Textes ${months(retention.orderTextMonths)} et photo ${days(retention.orderPictureDays)} après la fin\u202f; ensuite le jour, l’état et le total, sans personne`,
  },
  {
    what: 'Abonnement et paiements (la carte n’est connue que du prestataire de paiement)',
    purpose: 'Facturer',
    basis: duty,
    duration: () => `Comme le compte\u202f; les avis du prestataire, ${days(retention.paymentEventDays)}`,
  },
  {
    what: 'Pièces d’identité, chiffrées',
    purpose: 'Vérifier qui représente l’établissement',
    basis: interest,
    duration: () =>
      `${hours(retention.identityDecidedDays * 24)} après la décision, ${days(retention.identityDays)} au plus`,
  },
  {
    what: 'Appareils connectés et navigateurs connus',
    purpose: 'Protéger votre compte',
    basis: interest,
    duration: () =>
      `${days(retention.idleSessionDays)} sans usage, ${days(retention.sessionDays)} en tout\u202f; navigateur connu, ${months(retention.knownBrowserMonths)}`,
  },
  {
    what: 'Codes reçus par SMS et tentatives de connexion',
    purpose: 'Vous reconnaître et limiter les abus',
    basis: interest,
    duration: () =>
      `${hours(retention.codeDays * 24)} après leur fin\u202f; tentatives et compteurs, ${days(retention.limitDays)}\u202f; un numéro qui n’a jamais eu de compte, ${days(retention.unknownPhoneDays)}`,
  },
  {
    what: 'Notifications\u00a0: navigateurs abonnés, choix, envois',
    purpose: 'Vous prévenir d’une commande ou d’un message',
    basis: consent,
    duration: () => `Tant que l’appareil reste connecté\u202f; envois, ${days(retention.noticeDays)}`,
  },
  {
    what: 'Versions des conditions acceptées',
    purpose: 'Prouver l’accord',
    basis: duty,
    duration: () => 'Comme le compte',
  },
  {
    what: 'Journal des actes sensibles (connexions, paiements, décisions de l’équipe)',
    purpose: 'Sécurité et preuve',
    basis: interest,
    duration: () => `${months(retention.auditMonths)}, à une semaine près`,
  },
  {
    what: 'Alertes des mairies\u00a0: qui les a écrites, envoyées et terminées',
    purpose: 'Prouver qui a prévenu, quand et comment',
    basis: duty,
    duration: () => months(retention.alertMonths),
  },
]

const ofResidents: readonly Row[] = [
  {
    what: 'Appareil\u00a0: empreinte de son secret, nom, adresse de notification',
    purpose: 'Retrouver vos choix et vous avertir',
    basis: consent,
    duration: () => `${days(retention.residentDeviceDays)} après votre dernière visite`,
  },
  {
    what: 'Abonnements, leur origine et leur mode, réglages, commune, dernière lecture des nouvelles',
    purpose: 'N’envoyer que ce que vous avez demandé',
    basis: consent,
    duration: () =>
      `Jusqu’à «\u00a0Tout effacer\u00a0», ou la fin du dernier appareil\u202f; une nouvelle retenue, ${days(retention.deferredNoticeDays)}`,
  },
  {
    what: 'Prénom et numéro de téléphone, si vous les donnez',
    purpose: 'Être appelé par votre nom, vous retrouver sur un autre appareil',
    basis: consent,
    duration: () =>
      `Jusqu’à «\u00a0Tout effacer\u00a0»\u202f; avec un numéro, ${months(retention.inactiveAccountMonths)} sans usage`,
  },
  {
    what: 'Conversations avec un établissement',
    purpose: 'Échanger',
    basis: contract,
    duration: () => `${months(retention.conversationMonths)} sans échange`,
  },
  {
    what: 'Commandes\u00a0: contenu, photo, plafond, propositions, suite',
    purpose: 'Préparer et remettre la commande',
    basis: contract,
    duration: () =>
      `Textes ${months(retention.orderTextMonths)} et photo ${days(retention.orderPictureDays)} après la fin`,
  },
  {
    what: 'Notes qu’un établissement écrit pour lui-même sur une conversation',
    purpose: 'S’en souvenir entre collègues\u202f; elles sont à lui, demandez-les-lui',
    basis: interest,
    duration: () => 'Comme la conversation',
  },
  {
    what: 'Nombre de commandes non retirées chez un établissement',
    purpose: 'Demander un numéro confirmé avant la suivante, dans cet établissement seulement',
    basis: interest,
    duration: () => days(retention.notCollectedDays),
  },
  {
    what: 'Adresse e-mail, si vous demandez vos nouvelles par e-mail',
    purpose: 'Vous envoyer cette lettre',
    basis: consent,
    duration: () =>
      `Jusqu’à «\u00a0Arrêter\u00a0» ou «\u00a0Tout effacer\u00a0»\u202f; sans confirmation, ${days(retention.letterAskDays)}\u202f; sans visite, ${months(retention.letterMonths)}, puis une question par e-mail et ${days(retention.letterSilentDays)}`,
  },
  {
    what: 'Réponse donnée à votre dernier envoi',
    purpose: 'Qu’un envoi répété par le réseau ne compte qu’une fois',
    basis: interest,
    duration: () => hours(retention.retryHours),
  },
  {
    what: 'Empreinte d’une adresse e-mail qui ne veut plus de nos messages',
    purpose: 'Ne plus lui écrire',
    basis: duty,
    duration: () => months(retention.refusedAddressMonths),
  },
  {
    what: 'Code de transfert vers un autre téléphone',
    purpose: 'Passer sur un autre appareil',
    basis: consent,
    duration: () => `${hours(retention.codeDays * 24)} après sa fin`,
  },
  {
    what: 'Compteurs de limites\u00a0: par adresse IP ou par personne, les vues par une empreinte du jour',
    purpose: 'Limiter les abus',
    basis: interest,
    duration: () => `${days(retention.limitDays)}\u202f; qui a vu quoi, ${retention.viewOnceMinutes} minutes`,
  },
  {
    what: 'Signalements, avec le nom et l’e-mail si vous les laissez',
    purpose: 'Examiner et répondre',
    basis: duty,
    duration: () => `${months(retention.reportMonths)} après la décision`,
  },
  {
    what: 'Nombre de vues et d’actes par jour, où personne ne figure',
    purpose: 'Dire aux établissements ce qui sert',
    basis: interest,
    duration: () => `${months(retention.viewMonths)}, à un mois près`,
  },
]

const authors = (authorMonths: number): KeptData => ({
  what: 'Qui a publié\u00a0: téléphone, nom, prénom, date de naissance, e-mail, ville, établissements, scellés',
  purpose: 'Répondre à une demande de la justice\u202f; personne d’autre ne les lit',
  basis: duty,
  duration: `${months(authorMonths)} après l’effacement du compte`,
})

const plural = (count: number, one: string, several: string) => `${count}\u00a0${count === 1 ? one : several}`
const days = (count: number) => plural(count, 'jour', 'jours')
const hours = (count: number) => plural(count, 'heure', 'heures')
/** Whole years read as years. */
const months = (count: number) => (count % 12 === 0 ? plural(count / 12, 'an', 'ans') : `${count}\u00a0mois`)

const written = (rows: readonly Row[]): KeptData[] => rows.map((row) => ({ ...row, duration: row.duration() }))

/** What is kept about professionals and whoever signs in; `authorMonths` is the operator's setting (`LegalSettings`). */
export const keptOfProfessionals = (authorMonths: number): KeptData[] => [
  ...written(ofProfessionals),
  ...(authorMonths > 0 ? [authors(authorMonths)] : []),
]
/** What is kept about residents, and nothing else. */
export const keptOfResidents = (): KeptData[] => written(ofResidents)
