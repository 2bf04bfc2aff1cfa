/** Sentences of the second proof: the step after a right code that is not enough, and the dialog of a call that asks it (team.md 4). */
export const proofTexts = {
  title: 'Confirmez que c’est vous',
  sentence: 'Cette action demande une vérification de plus, valable 15 minutes.',
  confirm: 'Confirmer',
  usePasskey: 'Utiliser ma clé d’accès',
  notConfirmed: 'La clé d’accès n’a pas été donnée. Réessayez, ou choisissez un autre moyen.',
  alreadyHere: 'Cet appareil a déjà une clé d’accès pour ce compte.',
  oldNumber: 'Ce numéro n’a pas servi ici depuis longtemps, et un numéro peut changer de main.',
  newDevice: 'Cet appareil est nouveau pour votre compte.',
  /** What a SMS does not protect from. */
  smsProves:
    'Un SMS prouve que l’on tient votre numéro, pas que c’est vous. Un numéro se vole, et un numéro résilié est redonné. Une clé d’accès, sur votre téléphone, ne se vole pas à distance.',
  askCode: 'Recevoir un code par e-mail',
  codeLabel: 'Code à 8 chiffres',
  codeFormat: 'Le code doit contenir 8 chiffres',
  noWay: (supportEmail: string) =>
    `Écrivez à ${supportEmail}\u00a0: nous vérifierons ensemble que ce compte est le vôtre.`,
  newNumber: 'Ce numéro vient de m’être attribué',
  newNumberMeans: 'Vous commencerez un compte neuf. L’ancien compte ne sera plus lié à ce numéro.',
} as const

export const maskedAddressText = (address: string): string => `Un code à 8 chiffres vient de partir à ${address}.`
