import type { ServerInstant } from '../instant.ts'
import { type FacebookSdk, graph } from './facebook-sdk.ts'
import { ShareError, type ShareErrorKey } from './share-texts.fr.ts'
import { type FacebookPage, findFacebookPage, findInstagramAccount } from './social-pages.ts'

export type Network = 'facebook' | 'instagram'
export type ShareResult = { network: Network; error?: { key: ShareErrorKey | 'SHARE_FAILED'; text: string } }

type Sharing = {
  sdk: FacebookSdk
  companyId: string
  instant: ServerInstant
  link: string
  networks: readonly Network[]
}

const failed = 'Le réseau social a refusé la publication, votre instant est bien enregistré'

/** Facebook first, then Instagram; a failure of one never stops the other (I-054 to I-057, AMB-91). */
export async function shareInstant(sharing: Sharing): Promise<ShareResult[]> {
  const results: ShareResult[] = []
  for (const network of ['facebook', 'instagram'] as const) {
    if (sharing.networks.includes(network)) results.push(await attempt(network, sharing))
  }
  return results
}

async function attempt(network: Network, sharing: Sharing): Promise<ShareResult> {
  try {
    const page = await findFacebookPage(sharing.sdk, sharing.companyId)
    await (network === 'facebook' ? postPhoto(page, sharing) : publishMedia(page, sharing))
    return { network }
  } catch (error) {
    return { network, error: errorOf(error) }
  }
}

/** What to say of a failure: one of the three refusals, or that the network said no. */
export function errorOf(error: unknown): NonNullable<ShareResult['error']> {
  return error instanceof ShareError ? { key: error.key, text: error.message } : { key: 'SHARE_FAILED', text: failed }
}

async function postPhoto(page: FacebookPage, { sdk, instant, link }: Sharing): Promise<void> {
  await graph(sdk, `/${page.id}/photos`, 'post', {
    message: captionOf(instant),
    url: instant.instantInformation.pictureUrl,
    link,
    access_token: page.token,
  })
}

/** A media is prepared, then published. */
async function publishMedia(page: FacebookPage, { sdk, companyId, instant }: Sharing): Promise<void> {
  const account = await findInstagramAccount(sdk, companyId, page)
  const access = { access_token: page.token }
  const media = await graph(sdk, `/${account.id}/media`, 'post', {
    image_url: instant.instantInformation.pictureUrl,
    caption: captionOf(instant),
    ...access,
  })
  await graph(sdk, `/${account.id}/media_publish`, 'post', { creation_id: String(media.id), ...access })
}

function captionOf({ instantInformation: { title, shortDescription } }: ServerInstant): string {
  return `${title}\n\n${shortDescription}`
}
