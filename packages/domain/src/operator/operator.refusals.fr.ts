/** French sentences of the operator desk's field keys. */
export const operatorFieldTexts = {
  reason_error: 'Merci d’indiquer la raison en quelques mots',
}
