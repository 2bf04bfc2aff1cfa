import { clichy, type TownBusiness } from './town-business.ts'

const office = { daytype: 'mondays_to_fridays', startTime: '09:00', endTime: '17:30' } as const

/** The plumber, the associations and the town hall of Clichy. */
export const clichyCivic: TownBusiness[] = [
  {
    type: 'entreprise',
    code: '99990008700019',
    phone: '+33600000004',
    owner: { first_name: 'Paul', last_name: 'Riviere' },
    name: 'Plomberie Seine Nord',
    place: clichy,
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
    place: clichy,
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
        seats: {
          capacity: 20,
          people: [
            ['Mme Robin', 2],
            ['M. Diallo', 1],
            ['École Pasteur', 14],
          ],
        },
      },
    ],
  },
  {
    type: 'mairie',
    code: '21920024300017',
    phone: '+33600000006',
    owner: { first_name: 'Sophie', last_name: 'Moreau' },
    name: 'Mairie de Clichy',
    place: clichy,
    address: '80 Boulevard Jean Jaurès',
    category: 'mairie',
    description: '<p>Vos démarches, vos services et la vie de la ville, au même endroit.</p>',
    hours: [office],
    scene: 'building',
    services: [
      { label: 'État civil', words: 'état civil', content: 'https://www.ville-clichy.fr/etat-civil' },
      { label: 'Piscine', words: 'piscine', content: 'https://www.ville-clichy.fr/piscine' },
      { label: 'Cantines', words: 'cantine', content: 'https://www.ville-clichy.fr/cantines' },
      { label: 'Déchets', words: 'déchets', content: 'https://www.ville-clichy.fr/dechets' },
      { label: 'Bibliothèque', words: 'bibliothèque', content: 'https://www.ville-clichy.fr/bibliotheque' },
    ],
    broadcast:
      'Le marché de Noël ouvre bientôt sur le parvis : trente chalets, une patinoire et la chorale des écoles.',
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
  {
    type: 'association',
    code: '99990010300014',
    phone: '+33600000009',
    owner: { first_name: 'Moussa', last_name: 'Diarra' },
    name: 'Clichy Basket Amical',
    place: clichy,
    address: '12 Rue Pierre Bérégovoy',
    category: 'sport',
    description:
      '<p>Du baby-basket aux vétérans, <strong>deux cents licenciés</strong> et une seule règle : passer la balle.</p>',
    hours: [
      { daytype: 'mondays_to_fridays', startTime: '17:30', endTime: '22:00' },
      { daytype: 'all_saturdays', startTime: '09:00', endTime: '20:00' },
    ],
    scene: 'ball',
    instants: [
      {
        kind: 'event',
        title: 'Match des seniors contre Levallois',
        short: 'Venez pousser : entrée libre, buvette et gâteaux des parents.',
        long: 'Le choc de la poule, au gymnase. Les petits entrent sur le terrain avec les joueurs, arrivez un quart d’heure avant.',
        categoryId: 2,
        when: { inDays: 8, start: '20:30', end: '22:30' },
      },
      {
        kind: 'service',
        title: 'Séance d’essai gratuite',
        short: 'Le mercredi, dès cinq ans : une tenue de sport et des baskets suffisent.',
        long: 'Un éducateur accueille les enfants par groupe d’âge. Deux séances d’essai avant de s’inscrire, assurance comprise.',
        categoryId: 2,
        when: { days: 'all_wednesdays', start: '14:00', end: '17:00' },
      },
    ],
  },
]
