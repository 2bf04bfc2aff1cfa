import type { messagesRefusals } from './messages.refusals.ts'

export const messagesRefusalTexts: Record<keyof typeof messagesRefusals, string> = {
  'messages.discussion_not_found': 'Cette conversation n’existe pas ou plus',
  'messages.empty': 'Merci d’écrire un message ou de choisir une image',
  'messages.discussion_blocked': 'Cette conversation est bloquée',
  'messages.conversation_limit': 'Cette conversation dépasse le nombre prévu par votre offre',
  'messages.broadcast_limit': 'Vous avez atteint votre nombre de messages groupés pour cette semaine',
}
