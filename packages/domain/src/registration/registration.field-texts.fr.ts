/** French sentences of the registration's field keys (decisions.md, appendix A). */
export const registrationFieldTexts = {
  empty_form_error: 'Veuillez remplir tous les champs',
  person_name_error:
    'Le nom et le prénom doivent contenir 2 à 50 lettres, sans tiret ni apostrophe (remplacez-les par un espace)',
  phone_empty_error: 'Merci de saisir votre numéro de téléphone',
  phone_format_error: 'Merci de vérifier votre numéro de téléphone',
  birth_date_error: 'Vous devez avoir au moins 18 ans',
  email_format_error: "L'adresse e-mail est invalide",
  city_required_error: 'Merci de choisir votre ville',
  zipCode_format_error: 'Le code postal est invalide',
  siret_empty_error: 'Merci de saisir votre numéro SIRET',
  rna_empty_error: 'Merci de saisir votre numéro RNA',
  siret_invalid_error: 'Le numéro SIRET est invalide',
  rna_invalid_error: 'Le numéro RNA est invalide',
  code_empty_error: 'Merci de saisir le code reçu par SMS',
  code_length_error: 'Le code doit contenir 5 caractères',
} as const satisfies Record<string, string>

export type RegistrationFieldKey = keyof typeof registrationFieldTexts
