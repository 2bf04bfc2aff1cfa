/** French sentences of the personal profile's field keys (decisions.md, appendix A). */
export const accessFieldTexts = {
  empty_form_error: 'Veuillez remplir tous les champs',
  person_name_error:
    'Le nom et le prénom doivent contenir 2 à 50 lettres, sans tiret ni apostrophe (remplacez-les par un espace)',
  birth_date_error: 'Vous devez avoir au moins 18 ans',
  address_city_error: 'Merci de choisir votre ville',
}
