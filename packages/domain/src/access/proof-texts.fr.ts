/** Sentences of the step of `/login` after a right code that is not enough (team.md 4). */
export const proofTexts = {
  oldNumber: 'Ce numéro n’a pas servi ici depuis longtemps, et un numéro peut changer de main.',
  newDevice: 'Cet appareil est nouveau pour votre compte.',
  askCode: 'Recevoir un code par e-mail',
  codeLabel: 'Code à 8 chiffres',
  codeFormat: 'Le code doit contenir 8 chiffres',
  noWay: (supportEmail: string) =>
    `Écrivez à ${supportEmail}\u00a0: nous vérifierons ensemble que ce compte est le vôtre.`,
  newNumber: 'Ce numéro vient de m’être attribué',
  newNumberMeans: 'Vous commencerez un compte neuf. L’ancien compte ne sera plus lié à ce numéro.',
} as const

export const maskedAddressText = (address: string): string => `Un code à 8 chiffres vient de partir à ${address}.`
