/** French sentences of the field keys of messages and broadcasts. */
export const messagesFieldTexts = {
  message_too_long: 'Votre message ne doit pas dépasser 5 000 caractères',
} as const
