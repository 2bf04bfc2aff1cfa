import type { Refusals } from '../kernel/refusal.ts'

export const messagesRefusals = {
  'messages.discussion_not_found': { kind: 'not-found', code: 'DISCUSSION_NOT_FOUND' },
  'messages.empty': { kind: 'invalid', code: 'EMPTY_MESSAGE' },
  'messages.discussion_blocked': { kind: 'forbidden', code: 'DISCUSSION_BLOCKED' },
  'messages.conversation_limit': { kind: 'forbidden', code: 'CONVERSATION_LIMIT' },
  'messages.broadcast_limit': { kind: 'forbidden', code: 'BROADCAST_LIMIT' },
  'messages.quick_reply_limit': { kind: 'forbidden', code: 'QUICK_REPLY_LIMIT' },
  'messages.shortcut_taken': { kind: 'conflict', code: 'SHORTCUT_TAKEN' },
  'messages.bad_ranks': { kind: 'invalid', code: 'BAD_RANKS' },
  'messages.newer_version': { kind: 'conflict', code: 'NEWER_VERSION' },
  'messages.scheduled_limit': { kind: 'forbidden', code: 'SCHEDULED_LIMIT' },
  'messages.already_sent': { kind: 'conflict', code: 'ALREADY_SENT' },
} as const satisfies Refusals

export const messagesRefusalTexts: Record<keyof typeof messagesRefusals, string> = {
  'messages.discussion_not_found': 'Cette conversation n’existe pas ou plus',
  'messages.empty': 'Merci d’écrire un message ou de choisir une image',
  'messages.discussion_blocked': 'Cette conversation est bloquée',
  'messages.conversation_limit': 'Cette conversation dépasse le nombre prévu par votre offre',
  'messages.broadcast_limit': 'Vous avez atteint votre nombre de messages groupés pour cette semaine',
  'messages.quick_reply_limit': 'Vous avez le nombre de réponses rapides prévu par votre offre',
  'messages.shortcut_taken': 'Une autre réponse rapide porte déjà ce nom',
  'messages.bad_ranks': 'L’ordre envoyé ne correspond pas aux réponses rapides affichées',
  'messages.newer_version': 'Modifié sur un autre appareil. Rien n’a été enregistré.',
  'messages.scheduled_limit': 'Vous avez le nombre de messages à envoyer plus tard prévu par votre offre',
  'messages.already_sent': 'Ce message est déjà parti',
}

/** French sentences of the field keys of messages and broadcasts. */
export const messagesFieldTexts = {
  message_too_long: 'Votre message ne doit pas dépasser 5 000 caractères',
  shortcut_error: 'Donnez un nom court, de 2 à 30 caractères',
  reply_text_error: 'Écrivez le texte de la réponse',
  away_text_error: 'Écrivez le texte de la réponse automatique',
  away_date_error: 'Cette date n’est pas valide',
  away_end_error: 'Indiquez une date de fin, dans les 60 jours',
  send_date_error: 'Choisissez un moment dans une minute au plus tôt, dans 90 jours au plus tard',
  note_error: 'Écrivez une note de 2 000 caractères au plus',
} as const
