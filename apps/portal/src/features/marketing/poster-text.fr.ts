import { offersOf } from '@parvis/domain/kernel/business-type'
import type { BusinessType } from '../../lib/session.ts'

type Words = { sentence: string; line: string }

/** A town hall has inhabitants, not customers, and no offer of the day. */
export function postersOf(type: BusinessType): Words {
  if (offersOf(type).municipalServices) {
    return {
      sentence: 'Un QR code à l’accueil ou sur un panneau, et vos habitants vous suivent d’un geste.',
      line: 'Suivez-nous, recevez les nouvelles de la commune',
    }
  }
  return offersOf(type).publishes === 'offer'
    ? {
        sentence: 'Un QR code en vitrine ou sur le comptoir, et vos clients vous suivent d’un geste.',
        line: 'Suivez-nous, recevez nos offres du jour',
      }
    : {
        sentence: 'Un QR code à l’accueil ou sur une affiche, et vos adhérents vous suivent d’un geste.',
        line: 'Suivez-nous, recevez nos rendez-vous',
      }
}
