import type { DayType } from '@parvis/domain/company/day-type'
import type { BusinessType } from '@parvis/domain/kernel/business-type'
import type { Scene } from './picture.ts'

export type TownInstant = {
  kind: 'service' | 'specialOffer' | 'event'
  title: string
  short: string
  long: string
  categoryId: number
  /** `recurrent`: those days and hours. `fixed`: that many days from today, at those hours. */
  when: { days: DayType; start: string; end: string } | { inDays: number; start: string; end: string }
}

export type TownBusiness = {
  type: BusinessType
  code: string
  phone: string
  owner: { first_name: string; last_name: string }
  name: string
  address: string
  category: string
  description: string
  hours: { daytype: DayType; startTime: string; endTime: string }[]
  scene: Scene
  instants: TownInstant[]
}

const weekMorning = { daytype: 'tuesdays_to_saturdays', startTime: '07:00', endTime: '13:00' } as const
const weekAfternoon = { daytype: 'tuesdays_to_saturdays', startTime: '15:30', endTime: '19:30' } as const
const office = { daytype: 'mondays_to_fridays', startTime: '09:00', endTime: '17:30' } as const

/** Clichy, as the demonstration shows it: invented businesses of the embedded registry. */
export const businesses: TownBusiness[] = [
  {
    type: 'commerce',
    code: '99990000400014',
    phone: '+33600000001',
    owner: { first_name: 'Marie', last_name: 'Lilas' },
    name: 'Boulangerie des Lilas',
    address: '12 Rue de Paris',
    category: 'boulangerie',
    description:
      '<p>Du pain au levain, <strong>cuit sur place chaque matin</strong>, et des viennoiseries pur beurre.</p><ul><li>Farines d’Île-de-France</li><li>Sandwichs le midi</li></ul>',
    hours: [weekMorning, weekAfternoon, { daytype: 'all_sundays', startTime: '07:30', endTime: '13:00' }],
    scene: 'bread',
    instants: [
      {
        kind: 'specialOffer',
        title: 'Trois baguettes pour le prix de deux',
        short: 'Ce soir dès 18 h, repartez avec trois traditions pour le prix de deux.',
        long: 'Nous préférons vous régaler que jeter : dès 18 heures et jusqu’à la fermeture, la troisième tradition est offerte.',
        categoryId: 9,
        when: { days: 'tuesdays_to_saturdays', start: '18:00', end: '19:30' },
      },
      {
        kind: 'service',
        title: 'Commande de gâteaux d’anniversaire',
        short: 'Fraisier, opéra ou royal : commandez deux jours avant.',
        long: 'De six à trente parts, avec le prénom en chocolat. Passez à la boutique ou écrivez-nous, nous répondons dans la journée.',
        categoryId: 4,
        when: { days: 'tuesdays_to_saturdays', start: '09:00', end: '12:30' },
      },
      {
        kind: 'event',
        title: 'Atelier pain pour les enfants',
        short: 'On pétrit, on façonne, on goûte : dès 6 ans, sur inscription.',
        long: 'Marie accueille huit enfants au fournil pendant deux heures. Chacun repart avec son petit pain. Tablier fourni.',
        categoryId: 3,
        when: { inDays: 4, start: '14:30', end: '16:30' },
      },
    ],
  },
  {
    type: 'commerce',
    code: '99990001200017',
    phone: '+33600000002',
    owner: { first_name: 'Nadia', last_name: 'Benali' },
    name: 'Fleurs de la Mairie',
    address: '4 Place des Martyrs',
    category: 'fleuriste',
    description: '<p>Bouquets de saison, compositions pour vos fêtes et conseils de jardinière.</p>',
    hours: [{ daytype: 'tuesdays_to_saturdays', startTime: '09:30', endTime: '19:00' }],
    scene: 'flower',
    instants: [
      {
        kind: 'specialOffer',
        title: 'Le bouquet du vendredi à 12 euros',
        short: 'Un bouquet rond de saison, prêt à offrir, le vendredi seulement.',
        long: 'Chaque vendredi, nous composons vingt bouquets avec les fleurs du jour. Quand il n’y en a plus, il n’y en a plus !',
        categoryId: 9,
        when: { days: 'all_fridays', start: '10:00', end: '19:00' },
      },
    ],
  },
  {
    type: 'commerce',
    code: '99990002000010',
    phone: '+33600000003',
    owner: { first_name: 'Karim', last_name: 'Haddad' },
    name: 'Le Bar du Parvis',
    address: '38 Boulevard Jean Jaurès',
    category: 'bar',
    description: '<p>Une terrasse au soleil, des cafés bien serrés et des concerts le jeudi.</p>',
    hours: [{ daytype: 'mondays_to_saturdays', startTime: '08:00', endTime: '23:00' }],
    scene: 'cup',
    instants: [
      {
        kind: 'event',
        title: 'Concert de jazz manouche',
        short: 'Le trio Les Cordes du Landy joue sur la terrasse, entrée libre.',
        long: 'Deux guitares, une contrebasse et des assiettes à partager. Entrée libre, chapeau pour les musiciens.',
        categoryId: 10,
        when: { inDays: 2, start: '19:30', end: '22:30' },
      },
      {
        kind: 'service',
        title: 'Formule du midi en terrasse',
        short: 'Plat du jour et café à 13,50 euros, du lundi au vendredi.',
        long: 'Une cuisine simple et fraîche, servie en vingt minutes. L’ardoise change tous les jours.',
        categoryId: 4,
        when: { days: 'mondays_to_fridays', start: '12:00', end: '14:30' },
      },
    ],
  },
  {
    type: 'entreprise',
    code: '99990008700019',
    phone: '+33600000004',
    owner: { first_name: 'Paul', last_name: 'Riviere' },
    name: 'Plomberie Seine Nord',
    address: '3 Quai de Clichy',
    category: 'plomberie_chauffage',
    description: '<p>Dépannage, salle de bains, chauffage : un devis clair, un artisan qui rappelle.</p>',
    hours: [{ daytype: 'mondays_to_fridays', startTime: '08:00', endTime: '18:00' }],
    scene: 'tool',
    instants: [
      {
        kind: 'service',
        title: 'Entretien de chaudière avant l’hiver',
        short: 'Un passage d’une heure, une attestation, un tarif fixe.',
        long: 'Nous vérifions, nettoyons et réglons votre chaudière, et vous remettons l’attestation annuelle obligatoire.',
        categoryId: 7,
        when: { days: 'mondays_to_fridays', start: '08:30', end: '17:30' },
      },
    ],
  },
  {
    type: 'association',
    code: 'W922000017',
    phone: '+33600000005',
    owner: { first_name: 'Claire', last_name: 'Fontaine' },
    name: 'Les Jardins partagés de Clichy',
    address: '8 Rue du Docteur Roux',
    category: 'citizen_life',
    description: '<p>Quarante parcelles, un compost, des ruches : venez jardiner avec vos voisins.</p>',
    hours: [{ daytype: 'saturdays_and_sundays', startTime: '10:00', endTime: '18:00' }],
    scene: 'garden',
    instants: [
      {
        kind: 'event',
        title: 'Troc de graines et de boutures',
        short: 'Apportez ce que vous avez en trop, repartez avec ce qui vous manque.',
        long: 'Un après-midi pour échanger graines, boutures et conseils. Goûter partagé à 16 heures, ouvert à tous.',
        categoryId: 6,
        when: { inDays: 9, start: '14:00', end: '17:00' },
      },
    ],
  },
  {
    type: 'mairie',
    code: '21920024300017',
    phone: '+33600000006',
    owner: { first_name: 'Sophie', last_name: 'Moreau' },
    name: 'Mairie de Clichy',
    address: '80 Boulevard Jean Jaurès',
    category: 'mairie',
    description: '<p>Vos démarches, vos services et la vie de la ville, au même endroit.</p>',
    hours: [office],
    scene: 'building',
    instants: [
      {
        kind: 'event',
        title: 'Marché de Noël sur le parvis',
        short: 'Trente chalets, une patinoire et la chorale des écoles.',
        long: 'Inauguration à 17 heures avec la chorale des écoles. Vin chaud, artisans clichois et manège gratuit pour les enfants.',
        categoryId: 5,
        when: { inDays: 21, start: '15:00', end: '20:00' },
      },
      {
        kind: 'event',
        title: 'Conseil municipal ouvert au public',
        short: 'Ordre du jour : budget, pistes cyclables, cantines.',
        long: 'La séance se tient en salle des mariages et peut être suivie en direct sur le site de la ville.',
        categoryId: 7,
        when: { inDays: 6, start: '19:00', end: '22:00' },
      },
    ],
  },
]

export const residents = [
  { phone: '+33600000101', first_name: 'Lea', last_name: 'Dupuis' },
  { phone: '+33600000102', first_name: 'Hugo', last_name: 'Bernard' },
  { phone: '+33600000103', first_name: 'Ines', last_name: 'Moreira' },
  { phone: '+33600000104', first_name: 'Malik', last_name: 'Traore' },
  { phone: '+33600000105', first_name: 'Jeanne', last_name: 'Petit' },
]

export const municipalServices = [
  { label: 'État civil', words: 'état civil', content: 'https://www.ville-clichy.fr/etat-civil' },
  { label: 'Piscine', words: 'piscine', content: 'https://www.ville-clichy.fr/piscine' },
  { label: 'Cantines', words: 'cantine', content: 'https://www.ville-clichy.fr/cantines' },
  { label: 'Déchets', words: 'déchets', content: 'https://www.ville-clichy.fr/dechets' },
  { label: 'Bibliothèque', words: 'bibliothèque', content: 'https://www.ville-clichy.fr/bibliotheque' },
]
