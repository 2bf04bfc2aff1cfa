import type { messagesRefusals } from './messages.refusals.ts'

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
