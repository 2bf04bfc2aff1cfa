/** French sentences of the instants' field keys (decisions.md, appendix A). */
export const instantsFieldTexts = {
  form_data_error: 'Veuillez remplir tous les champs',
  title_format_error: 'Le titre doit contenir au moins 6 caractères',
  title_length_error: 'Le titre doit contenir 255 caractères au plus',
  short_description_format_error: 'La description courte doit contenir entre 10 et 254 caractères',
  long_description_format_error: 'La description longue doit contenir entre 20 et 3000 caractères',
  instant_category_error: 'Veuillez choisir une catégorie',
  picture_required_error: 'Veuillez ajouter une photo',
  instant_address_error: "L'adresse doit contenir au moins 6 caractères",
  instant_city_error: 'La ville doit contenir au moins 4 caractères',
  instant_zip_error: 'Le code postal est invalide',
  schedule_error: "Veuillez ajouter au moins une période d'activation",
  schedule_day_error: 'Veuillez choisir les jours de cette période',
  empty_schedule_error: 'Veuillez remplir les dates et heures',
  date_format_error: 'La date doit être au format JJ/MM/AAAA à hh:mm',
  time_format_error: 'Les heures vont de 00:00 à 23:59',
  missing_hour_error: 'Cette heure n’existe pas cette nuit-là\u00a0: les horloges passent de 2\u00a0h à 3\u00a0h',
  end_date_error: 'La fin doit être après le début, le même jour',
  wrong_time: "Les horaires doivent être espacés d'au moins 15 minutes et rester dans la même journée",
  too_many_dates: '60 dates au plus par instant.',
  event_too_long: 'Une date dure 31 jours au plus.',
  publication_date_error: 'La publication se programme entre une minute et douze mois à l’avance.',
  notification_date_error: "La notification doit être programmée au moins 5 minutes à l'avance",
} as const satisfies Record<string, string>

export type InstantFieldKey = keyof typeof instantsFieldTexts
