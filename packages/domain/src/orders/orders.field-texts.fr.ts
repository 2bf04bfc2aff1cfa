/** French sentences of the orders' field keys. */
export const ordersFieldTexts = {
  order_required_error: 'Veuillez remplir tous les champs',
  pickup_date_error: 'La date de retrait doit être valide et ne peut pas être passée',
  price_error: 'Le prix doit être un nombre, par exemple 12,50',
  order_text_error: 'Ce texte est trop long (5 000 caractères maximum)',
  cancel_reason_error: 'Merci d’indiquer la raison de l’annulation',
  pickup_slot_error: 'Ce n’est pas un créneau libre',
  pause_end_error: 'La fin doit être à venir, et au plus tard à la fermeture du prochain jour d’ouverture',
  answer_end_error: 'L’heure limite de réponse doit être à venir et précéder le retrait',
  customer_name_error: 'Ce prénom est trop long (50 caractères maximum)',
  order_picture_error: 'Ce commerce ne demande pas de photo',
} as const satisfies Record<string, string>

export type OrderFieldKey = keyof typeof ordersFieldTexts
