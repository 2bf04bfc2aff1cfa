import { absent, conflict, forbidden, invalid, type Refusals } from '../kernel/refusal.ts'

export const messagesRefusals = {
  'messages.discussion_not_found': absent('DISCUSSION_NOT_FOUND', 'Cette conversation n’existe pas ou plus'),
  'messages.reply_gone': absent('NOT_FOUND', 'Cette réponse rapide a été supprimée entre-temps sur un autre appareil.'),
  'messages.gone': absent('NOT_FOUND', 'Supprimé entre-temps sur un autre appareil.'),
  'messages.empty': invalid('EMPTY_MESSAGE', 'Merci d’écrire un message ou de choisir une image'),
  'messages.discussion_blocked': forbidden('DISCUSSION_BLOCKED', 'Cette conversation est bloquée'),
  'messages.conversation_limit': forbidden(
    'CONVERSATION_LIMIT',
    'Cette conversation dépasse le nombre prévu par votre offre',
  ),
  'messages.broadcast_limit': forbidden(
    'BROADCAST_LIMIT',
    'Vous avez atteint votre nombre de messages groupés pour cette semaine',
  ),
  'messages.quick_reply_limit': forbidden(
    'QUICK_REPLY_LIMIT',
    'Vous avez le nombre de réponses rapides prévu par votre offre',
  ),
  'messages.shortcut_taken': conflict('SHORTCUT_TAKEN', 'Une autre réponse rapide porte déjà ce nom'),
  'messages.bad_ranks': invalid('BAD_RANKS', 'L’ordre envoyé ne correspond pas aux réponses rapides affichées'),
  'messages.newer_version': conflict('NEWER_VERSION', 'Modifié sur un autre appareil. Rien n’a été enregistré.'),
  'messages.scheduled_limit': forbidden(
    'SCHEDULED_LIMIT',
    'Vous avez le nombre de messages à envoyer plus tard prévu par votre offre',
  ),
  'messages.already_sent': conflict('ALREADY_SENT', 'Ce message est déjà parti'),
} satisfies Refusals

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
