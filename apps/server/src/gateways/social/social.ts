type SocialPageType = 'FACEBOOK' | 'INSTAGRAM'

/** A page the person may publish on. `token` publishes in its name: sealed at rest, never sent to a browser. */
export type SocialPage = {
  idPage: string
  name: string
  type: SocialPageType
  token: string
}

/**
 * - NOT_CONNECTED: no application configured, or no token given
 * - NO_FACEBOOK_PAGE: the account administers no Facebook page
 * - NO_PAGE_FOUND: it has Facebook pages, none has the Instagram account asked for, or the page is unknown
 * - TOKEN_EXPIRED: Meta's permission ran out, the person must connect again
 * - REFUSED: permission missing or content refused
 * - UNAVAILABLE: silence, rate limit, breakdown
 */
export type SocialFailureCode =
  | 'NOT_CONNECTED'
  | 'NO_FACEBOOK_PAGE'
  | 'NO_PAGE_FOUND'
  | 'TOKEN_EXPIRED'
  | 'REFUSED'
  | 'UNAVAILABLE'

export class SocialFailure extends Error {
  readonly code: SocialFailureCode

  constructor(code: SocialFailureCode, message: string) {
    super(message)
    this.name = 'SocialFailure'
    this.code = code
  }
}

/** Sharing on Facebook and Instagram. Every method throws SocialFailure. */
export type Social = {
  /** Public: the portal shows the share block only when there is an application id. */
  readonly appId: string | undefined
  /** The page of this kind that the holder of `userToken` administers (the first one when there are several). */
  findPage(type: SocialPageType, userToken: string): Promise<SocialPage>
  /** Every page, Facebook ones first. */
  listPages(userToken: string): Promise<SocialPage[]>
  /** A page photo with message, url and link. `url` must be reachable by Meta from outside. */
  publishFacebookPhoto(
    page: SocialPage,
    photo: { message: string; url: string; link: string },
  ): Promise<{ postId: string }>
  /** Media creation then publication. `imageUrl` is a public JPEG. */
  publishInstagramMedia(page: SocialPage, media: { imageUrl: string; caption: string }): Promise<{ mediaId: string }>
}

/** No Meta application configured: the block is shown disabled with the NOT_CONNECTED sentence. */
export function createDisabledSocial(): Social {
  const refuse = async () => {
    throw new SocialFailure('NOT_CONNECTED', 'no Meta application is configured')
  }
  return {
    appId: undefined,
    findPage: refuse,
    listPages: refuse,
    publishFacebookPhoto: refuse,
    publishInstagramMedia: refuse,
  }
}
