import type { instantsRefusals } from './instants.refusals.ts'

export const instantsRefusalTexts: Record<keyof typeof instantsRefusals, string> = {
  'instants.not_found': 'Cet instant n’existe pas ou plus',
  'instants.max_reached': "Vous avez atteint le nombre maximum d'instants que vous pouvez créer",
  'instants.notification_not_allowed': 'Votre offre ne permet pas de programmer cette notification',
  'instants.notification_wait': 'Une notification vient de partir : merci de patienter avant la suivante',
  'instants.fixed_already_set': 'Cet instant a déjà une date fixe',
  'instants.newer_version': 'Modifié sur un autre appareil. Rien n’a été enregistré.',
  'instants.schedule_too_rich':
    'Cet instant revient chaque semaine avec des exceptions. Rechargez la page pour le modifier.',
  'instants.over': 'Cet instant est terminé.',
  'instants.no_page_found': 'Aucune page trouvée',
}
