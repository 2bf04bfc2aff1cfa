import type { Refusals } from '../kernel/refusal.ts'

export const instantsRefusals = {
  'instants.not_found': { kind: 'not-found', code: 'INSTANT_NOT_FOUND' },
  'instants.max_reached': { kind: 'forbidden', code: 'MAX_INSTANTS' },
  'instants.notification_not_allowed': { kind: 'forbidden', code: 'NOTIFICATION_NOT_ALLOWED' },
  'instants.notification_wait': { kind: 'forbidden', code: 'NOTIFICATION_WAIT' },
  'instants.fixed_already_set': { kind: 'conflict', code: 'FIXED_ALREADY_SET' },
  'instants.newer_version': { kind: 'conflict', code: 'NEWER_VERSION' },
  'instants.schedule_too_rich': { kind: 'conflict', code: 'SCHEDULE_TOO_RICH' },
  'instants.over': { kind: 'conflict', code: 'INSTANT_OVER' },
  'instants.no_page_found': { kind: 'not-found', code: 'NO_PAGE_FOUND' },
} as const satisfies Refusals

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
