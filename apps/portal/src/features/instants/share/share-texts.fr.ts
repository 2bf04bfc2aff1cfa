/** The three refusals of the social networks (I-057, appendix A), and a permission that ran out. */
export const shareTexts = {
  NOT_CONNECTED: 'Vous n’êtes pas connecté',
  NO_PAGE_FOUND: 'Aucune page trouvée',
  NO_FACEBOOK_PAGE: 'Aucune page Facebook n’est liée à ce compte',
  TOKEN_EXPIRED: 'Votre connexion à Facebook a expiré, reconnectez-vous pour partager',
} as const

export type ShareErrorKey = keyof typeof shareTexts

/** Sharing refused or failed, with the sentence to show. */
export class ShareError extends Error {
  readonly key: ShareErrorKey

  constructor(key: ShareErrorKey) {
    super(shareTexts[key])
    this.name = 'ShareError'
    this.key = key
  }
}
