/** Quoted letter for letter; alone in its file, so that the first page loads no other sentence with it. */
export const serverErrorText = 'Une erreur est survenue, merci de vérifier vos données'
