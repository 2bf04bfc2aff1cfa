import { absent, conflict, forbidden, type Refusals } from '../kernel/refusal.ts'

export const instantsRefusals = {
  'instants.not_found': absent('INSTANT_NOT_FOUND', 'Cet instant n’existe pas ou plus'),
  'instants.max_reached': forbidden(
    'MAX_INSTANTS',
    "Vous avez atteint le nombre maximum d'instants que vous pouvez créer",
  ),
  'instants.notification_not_allowed': forbidden(
    'NOTIFICATION_NOT_ALLOWED',
    'Votre offre ne permet pas de programmer cette notification',
  ),
  'instants.notification_wait': forbidden(
    'NOTIFICATION_WAIT',
    'Une notification vient de partir : merci de patienter avant la suivante',
  ),
  'instants.fixed_already_set': conflict('FIXED_ALREADY_SET', 'Cet instant a déjà une date fixe'),
  'instants.newer_version': conflict('NEWER_VERSION', 'Modifié sur un autre appareil. Rien n’a été enregistré.'),
  'instants.schedule_too_rich': conflict(
    'SCHEDULE_TOO_RICH',
    'Cet instant revient chaque semaine avec des exceptions. Rechargez la page pour le modifier.',
  ),
  'instants.over': conflict('INSTANT_OVER', 'Cet instant est terminé.'),
  'instants.no_page_found': absent('NO_PAGE_FOUND', 'Aucune page trouvée'),
} satisfies Refusals

/** French sentences of the instants' field keys (ambiguities.md, appendix A). */
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
  end_order_error: 'La fin doit être après le début',
  short_line_error: 'Une plage dure 15 minutes au moins, par exemple de 22:00 à 02:00',
  too_many_dates: '60 dates au plus par instant.',
  event_too_long: 'Une date dure 31 jours au plus.',
  publication_date_error: 'La publication se programme entre une minute et douze mois à l’avance.',
  notification_date_error: "La notification doit être programmée au moins 5 minutes à l'avance",
} as const satisfies Record<string, string>

export type InstantFieldKey = keyof typeof instantsFieldTexts
