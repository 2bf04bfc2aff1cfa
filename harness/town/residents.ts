import { clichy, eleventh, type Place } from './town-business.ts'

export type TownResident = { phone: string; first_name: string; last_name: string; place: Place }

export const residents: readonly TownResident[] = [
  { phone: '+33600000101', first_name: 'Lea', last_name: 'Dupuis', place: clichy },
  { phone: '+33600000102', first_name: 'Hugo', last_name: 'Bernard', place: clichy },
  { phone: '+33600000103', first_name: 'Ines', last_name: 'Moreira', place: clichy },
  { phone: '+33600000104', first_name: 'Malik', last_name: 'Traore', place: clichy },
  { phone: '+33600000105', first_name: 'Jeanne', last_name: 'Petit', place: clichy },
  { phone: '+33600000106', first_name: 'Camille', last_name: 'Roche', place: eleventh },
  { phone: '+33600000107', first_name: 'Bao', last_name: 'Nguyen', place: eleventh },
  { phone: '+33600000108', first_name: 'Simone', last_name: 'Laurent', place: eleventh },
]

/** What was said before the demonstration opens, the resident first, then each in turn. */
export const conversations: readonly { shop: string; resident: string; lines: readonly string[] }[] = [
  { shop: '+33600000001', resident: '+33600000101', lines: ['Bonjour, avez-vous du pain de seigle ?'] },
  { shop: '+33600000001', resident: '+33600000102', lines: ['À quelle heure sort la fournée ?'] },
  { shop: '+33600000001', resident: '+33600000103', lines: ['Merci beaucoup !'] },
  {
    shop: '+33600000008',
    resident: '+33600000104',
    lines: [
      'Bonjour, avez-vous encore du vacherin ?',
      'Oui, deux, bien faits : je vous en garde un ?',
      'Avec plaisir, je passe à 18 h.',
    ],
  },
  {
    shop: '+33600000010',
    resident: '+33600000106',
    lines: ['Faut-il réserver pour la rencontre ?', 'Non, mais venez tôt : il y a quarante chaises 😊'],
  },
  {
    shop: '+33600000012',
    resident: '+33600000107',
    lines: ['Une table pour quatre vendredi à 20 h ?', 'C’est noté, à vendredi !'],
  },
  { shop: '+33600000014', resident: '+33600000108', lines: ['Bonjour, le forum est-il accessible en fauteuil ?'] },
]

/** Orders left at a click-and-collect shop, due that many days from the loading. */
export const orders: readonly {
  shop: string
  resident: string
  inDays: number
  at: string
  content: string
  /** Euros; absent while the shop has not answered. */
  accepted?: number
}[] = [
  {
    shop: '+33600000008',
    resident: '+33600000101',
    inDays: 1,
    at: '18:00',
    content: 'Un plateau pour six personnes, sans chèvre, et une motte de beurre demi-sel.',
  },
  {
    shop: '+33600000008',
    resident: '+33600000105',
    inDays: 2,
    at: '11:30',
    content: 'Un kilo de raclette fumée, tranchée.',
    accepted: 27.5,
  },
]

export type LoadedResident = TownResident & { token: string }
