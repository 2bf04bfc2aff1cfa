import { categoryGroup } from '../company/categories.ts'
import type { BusinessType } from '../kernel/business-type.ts'

/** Three examples of the trade, offered while there is none (Q-106, section 12); nothing is stored before. */
export function exampleReplies(type: BusinessType, category: string | null): { shortcut: string; text: string }[] {
  const group = type === 'mairie' ? 'public' : type === 'association' ? 'association' : groupOf(category)
  return examples[group].map(([shortcut, text]) => ({ shortcut, text }))
}

function groupOf(category: string | null): keyof typeof examples {
  const group = category === null ? undefined : categoryGroup(category)
  return group !== undefined && group in examples ? (group as keyof typeof examples) : 'services'
}

const examples = {
  alimentation: [
    ['réservé', 'Bonjour {prénom}, c’est noté, nous vous le mettons de côté.'],
    ['en stock', 'Il nous en reste, jusqu’à la fermeture\u00A0!'],
    ['épuisé', 'Nous n’en avons plus aujourd’hui. Nous en aurons de nouveau {prochaine ouverture}.'],
  ],
  restauration: [
    ['table', 'Votre table est réservée, à tout à l’heure\u00A0!'],
    ['complet', 'Nous sommes complets ce soir. Demain vous conviendrait-il\u00A0?'],
    ['cuisine', 'La cuisine ferme une demi-heure avant la salle.'],
  ],
  hebergement: [
    ['arrivée', 'L’arrivée se fait à partir de 15\u00A0h.'],
    ['chambre', 'Nous avons encore une chambre, souhaitez-vous la réserver\u00A0?'],
    ['adresse', 'Voici notre adresse\u00A0: {adresse}.'],
  ],
  beaute: [
    ['rendez-vous', 'Bonjour {prénom}, quel jour vous arrangerait\u00A0?'],
    ['annuler', 'Pour annuler, prévenez-nous la veille, merci.'],
    ['téléphone', 'Nous recevons sur rendez-vous au {téléphone}.'],
  ],
  sante: [
    ['horaires', 'Nous sommes ouverts {horaires du jour}.'],
    ['arrivée', 'Votre commande est arrivée, vous pouvez passer.'],
    ['appelez', 'Par discrétion, appelez-nous au {téléphone}.'],
  ],
  mode: [
    ['taille', 'Nous l’avons dans votre taille.'],
    ['gardé', 'Nous le gardons jusqu’à demain soir.'],
    ['échange', 'L’échange est possible avec le ticket.'],
  ],
  maison: [
    ['bouquet', 'Le bouquet sera prêt à l’heure dite.'],
    ['commande', 'Nous pouvons le commander, comptez une semaine.'],
    ['adresse', 'Passez nous voir\u00A0: {adresse}.'],
  ],
  culture_loisirs: [
    ['rayon', 'Il est en rayon, nous vous le réservons.'],
    ['commande', 'Nous pouvons le faire venir sous quelques jours.'],
    ['inscription', 'L’inscription se fait sur place, {horaires du jour}.'],
  ],
  auto_mobilite: [
    ['prêt', 'Votre véhicule est prêt.'],
    ['modèle', 'Quel modèle et quelle année, s’il vous plaît\u00A0?'],
    ['rendez-vous', 'Le prochain rendez-vous libre est {prochaine ouverture}.'],
  ],
  batiment: [
    ['photo', 'Pouvez-vous m’envoyer une photo\u00A0?'],
    ['devis', 'Je passe voir et je vous fais un devis gratuit.'],
    ['urgence', 'Pour une urgence\u00A0: {téléphone}.'],
  ],
  services: [
    ['documents', 'Bonjour {prénom}, de quels documents disposez-vous\u00A0?'],
    ['rappel', 'Nous vous rappelons dans la journée.'],
    ['rendez-vous', 'Prenons rendez-vous\u00A0: quel jour vous convient\u00A0?'],
  ],
  public: [
    ['transmis', 'Votre demande est transmise au service concerné.'],
    ['accueil', 'L’accueil est ouvert {horaires du jour}.'],
    ['pièces', 'Les pièces à apporter sont sur {site}.'],
  ],
  association: [
    ['bienvenue', 'Bienvenue\u00A0! La première séance est gratuite.'],
    ['inscription', 'L’inscription se fait à la permanence.'],
    ['bénévoles', 'Nous cherchons des bénévoles, êtes-vous partant\u00A0?'],
  ],
} as const
