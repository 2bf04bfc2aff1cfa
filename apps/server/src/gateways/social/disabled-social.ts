import { type Social, SocialFailure } from './social.ts'

/** No Meta application configured: the block is shown disabled with the NOT_CONNECTED sentence (AMB-91). */
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
