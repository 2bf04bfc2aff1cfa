/** What residents miss on a profile: what to add, and its use to them. */
export const missingPartTexts = {
  opening_hours: 'Indiquez vos horaires\u00a0: c’est ce que les habitants cherchent en premier',
  pictures: 'Ajoutez une photo de profil et une photo de couverture pour être reconnu',
  photos: 'Remplacez l’illustration par une vraie photo, qui fait reconnaître votre établissement',
  description: 'Complétez votre description en quelques phrases',
  phone: 'Ajoutez un téléphone pour que l’on puisse vous appeler',
  position: 'Placez votre établissement sur la carte',
  instant: 'Publiez un instant pour apparaître dans l’agenda de votre ville',
  email: 'Ajoutez une adresse e-mail pour que l’on puisse vous écrire',
  website: 'Ajoutez l’adresse de votre site si vous en avez un',
} as const satisfies Record<string, string>

export type MissingPart = keyof typeof missingPartTexts
