const municipalityError = 'Une erreur est survenue, merci de vérifier les informations du service'

/** Any failure of the service form shows the one municipality message (V-015, appendix A). */
export const municipalityFieldTexts = {
  service_label_error: municipalityError,
  service_icon_error: municipalityError,
  service_type_error: municipalityError,
  service_content_error: municipalityError,
}
