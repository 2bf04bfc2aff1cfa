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
