import type { BusinessType } from '@parvis/domain/kernel/business-type'

type Wording = { title: string; intro: string }

/** What the wizard says to each type of business. */
export const wording: Record<BusinessType, Wording> = {
  commerce: {
    title: 'Inscrivez votre commerce',
    intro: 'Boulangerie, restaurant, salon… Vos voisins vous trouvent, vous suivent et vous écrivent.',
  },
  association: {
    title: 'Inscrivez votre association',
    intro: 'Faites connaître vos activités et vos événements aux habitants. Tout est gratuit pour les associations.',
  },
  entreprise: {
    title: 'Inscrivez votre entreprise',
    intro: 'Artisan, service, bureau… Présentez votre métier aux habitants de votre ville.',
  },
  mairie: {
    title: 'Inscrivez votre mairie',
    intro: 'Informez vos habitants, annoncez vos événements et donnez accès à vos services.',
  },
}

export const stepNames = ['Création du compte', 'Informations professionnelles', 'Vérification']
