import type { InstantKind } from '@parvis/domain/instants/kind'
import type { BusinessType } from '@parvis/domain/kernel/business-type'
import type { Path } from '../../lib/history.ts'
import type { Company } from '../../lib/session.ts'

type KindPages = { createPath: Path; editPath: Path; teaching: string }

/** What the three kinds are for, and where they are written. */
export const kinds = {
  service: {
    createPath: '/createService',
    editPath: '/editService/$id',
    teaching:
      'Un service annonce ce que vous proposez à certaines heures\u00a0: il revient chaque semaine si vous voulez.',
  },
  specialOffer: {
    createPath: '/createSpecialOffer',
    editPath: '/editSpecialOffer/$id',
    teaching:
      'Une offre spéciale est une remise ou un cadeau, aujourd’hui ou quelques jours, pour faire venir du monde.',
  },
  event: {
    createPath: '/createAgendaEvent',
    editPath: '/editAgendaEvent/$id',
    teaching: 'Un événement a lieu un jour précis\u00a0: il apparaît dans l’agenda de votre ville.',
  },
} as const satisfies Record<InstantKind, KindPages>

/** Toast once a new instant is saved: published, to be published, or kept. */
export const savedTexts = {
  now: 'Votre instant est publié',
  later: 'Votre instant est programmé',
  draft: 'Votre brouillon est gardé',
}

type Examples = Record<InstantKind, string>

const byType: Record<BusinessType, Examples> = {
  commerce: {
    service: '«\u00a0Livraison à vélo le samedi matin\u00a0»',
    specialOffer: '«\u00a0−20\u00a0% sur tout le magasin jusqu’à ce soir\u00a0»',
    event: '«\u00a0Soirée dégustation jeudi à 19\u00a0h\u00a0»',
  },
  entreprise: {
    service: '«\u00a0Dépannage sans rendez-vous du lundi au vendredi\u00a0»',
    specialOffer: '«\u00a0Devis et déplacement offerts cette semaine\u00a0»',
    event: '«\u00a0Portes ouvertes de l’atelier samedi\u00a0»',
  },
  association: {
    service: '«\u00a0Permanence et aide aux devoirs le mercredi\u00a0»',
    specialOffer: '«\u00a0Première séance offerte en septembre\u00a0»',
    event: '«\u00a0Grand troc de plantes dimanche à 10\u00a0h\u00a0»',
  },
  mairie: {
    service: '«\u00a0Passeports sans rendez-vous le mardi matin\u00a0»',
    specialOffer: '«\u00a0Un arbre offert à chaque jardin\u00a0»',
    event: '«\u00a0Conseil municipal en public lundi à 19\u00a0h\u00a0»',
  },
}

const byTrade: Readonly<Record<string, Examples>> = {
  boulangerie: {
    service: '«\u00a0Fournée du soir à 17\u00a0h, du mardi au samedi\u00a0»',
    specialOffer: '«\u00a0Aujourd’hui, deux tartelettes achetées, la troisième offerte\u00a0»',
    event: '«\u00a0Atelier galette des rois mercredi à 15\u00a0h\u00a0»',
  },
  restaurant: {
    service: '«\u00a0Plat du jour à 12\u00a0€, du lundi au vendredi\u00a0»',
    specialOffer: '«\u00a0Dessert offert ce soir pour une table de quatre\u00a0»',
    event: '«\u00a0Soirée jazz vendredi à 20\u00a0h\u00a0»',
  },
  bar: {
    service: '«\u00a0Heure heureuse de 18\u00a0h à 20\u00a0h, tous les jours\u00a0»',
    specialOffer: '«\u00a0La deuxième assiette offerte ce soir\u00a0»',
    event: '«\u00a0Scène ouverte samedi à 21\u00a0h\u00a0»',
  },
  fleuriste: {
    service: '«\u00a0Bouquet de saison à 15\u00a0€ chaque samedi\u00a0»',
    specialOffer: '«\u00a0Une rose offerte pour tout bouquet aujourd’hui\u00a0»',
    event: '«\u00a0Atelier couronne de Noël samedi à 14\u00a0h\u00a0»',
  },
}

/** One example from the same trade, for the empty states and the placeholders. */
export function exampleOf(kind: InstantKind, { type, category }: Pick<Company, 'type' | 'category'>): string {
  return (byTrade[category ?? ''] ?? byType[type])[kind]
}
