import type { Role } from '../kernel/roles.ts'

/** What each role is called, and what it opens. */
export const roleTexts: Record<Role, { name: string; opens: string }> = {
  owner: { name: 'Responsable', opens: 'tout, y compris l’équipe et l’abonnement' },
  manager: { name: 'Gestion', opens: 'la fiche, les horaires, les messages groupés' },
  publisher: { name: 'Publication', opens: 'les instants, les messages et les commandes' },
  counter: { name: 'Accueil', opens: 'les messages et les commandes' },
}

/** What the portal says of roles. */
export const roleSentences = {
  /** Of a page that the person's role does not open. */
  pageAbove: 'Seul un responsable peut ouvrir cette page.',
  /** Before joining. */
  joining: 'Vos réponses porteront votre prénom, pour l’équipe seulement.',
  noInvitation: 'Aucune invitation pour ce numéro. Vérifiez le numéro avec la personne qui vous invite.',
  /** On the page that is open when its person is removed. */
  removed: (name: string) =>
    `Vous ne faites plus partie de l’équipe de ${name}. Ce que vous aviez écrit est encore là\u00a0: copiez-le avant de quitter.`,
} as const
