/** French sentences of the company's field keys (decisions.md, appendix A). */
export const companyFieldTexts = {
  required_data_error: 'Veuillez remplir tous les champs',
  'opening hours error': "Veuillez ajouter au moins un horaire d'ouverture",
  business_name_format_error: 'Le nom doit contenir au moins 3 caractères',
  type_error: 'Ce type de structure ne peut pas être choisi',
  category_error: 'Veuillez choisir une catégorie',
  address_format_error: "L'adresse doit contenir au moins 6 caractères",
  city_format_error: 'La ville doit contenir au moins 4 caractères',
  zipCode_format_error: 'Le code postal est invalide',
  coordinates_error: 'La position sur la carte est invalide',
  description_format_error: 'La description doit contenir au moins 14 caractères',
  site_format_error: "L'adresse du site doit commencer par http:// ou https:// et comporter un nom de domaine",
  email_format_error: "L'adresse e-mail est invalide",
  phone_number_error: 'Le numéro de téléphone doit être un numéro français valide',
  opening_day_error: 'Veuillez choisir les jours de cet horaire',
  opening_start_error: "L'heure d'ouverture doit être complète, par exemple 09:00",
  opening_end_error: "L'heure de fermeture doit être complète et suivre l'ouverture d'au moins 5 minutes",
  subdomain_format_error: 'Le sous-domaine ne peut contenir que des lettres, chiffres, tirets et tirets bas',
  subdomain_reserved: 'Ce sous-domaine est réservé',
  cac_format_error: 'Ajoutez au moins une photo et une description de plus de 10 caractères',
  over_sized_image_error: "L'image est trop volumineuse (10 Mo maximum)",
  unreadable_image: "L'image doit être au format JPEG, PNG ou WebP",
} as const satisfies Record<string, string>

export type CompanyFieldKey = keyof typeof companyFieldTexts
