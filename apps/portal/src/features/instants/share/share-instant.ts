import type { ServerInstant } from '../instant.ts'
import { type FacebookSdk, GraphRefusal, graph } from './facebook-sdk.ts'
import { ShareError, type ShareErrorKey } from './share-texts.fr.ts'
import { type FacebookPage, findInstagramAccount, rememberPage } from './social-pages.ts'

export type Network = 'facebook' | 'instagram'
export type ShareResult = { network: Network; error?: { key: ShareErrorKey | 'SHARE_FAILED'; text: string } }

type Sharing = {
  sdk: FacebookSdk
  page: FacebookPage
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
    await (network === 'facebook' ? postPhoto(sharing) : publishMedia(sharing))
    return { network }
  } catch (error) {
    return { network, error: errorOf(error) }
  }
}

/** What to say of a failure: one of the refusals, or that the network said no. */
export function errorOf(error: unknown): NonNullable<ShareResult['error']> {
  return error instanceof ShareError ? { key: error.key, text: error.message } : { key: 'SHARE_FAILED', text: failed }
}

async function postPhoto({ sdk, page, companyId, instant, link }: Sharing): Promise<void> {
  await graph(sdk, `/${page.id}/photos`, 'post', {
    message: captionOf(instant),
    url: instant.instantInformation.pictureUrl ?? '',
    link,
    access_token: page.token,
  })
  await rememberPage(companyId, 'FACEBOOK', page)
}

/** A media is prepared, then published. */
async function publishMedia({ sdk, page, companyId, instant }: Sharing): Promise<void> {
  const account = await findInstagramAccount(sdk, page)
  const access = { access_token: page.token }
  const media = await graph(sdk, `/${account.id}/media`, 'post', {
    image_url: instant.instantInformation.pictureUrl ?? '',
    caption: captionOf(instant),
    ...access,
  })
  await oncePrepared(() =>
    graph(sdk, `/${account.id}/media_publish`, 'post', { creation_id: String(media.id), ...access }),
  )
  await rememberPage(companyId, 'INSTAGRAM', account)
}

/** Instagram fetches and prepares the picture on its side; a publication that comes too early is refused with this code. */
const notPrepared = 9007
const tries = 10
const everyMs = 2000

async function oncePrepared(publish: () => Promise<unknown>, left = tries): Promise<void> {
  try {
    await publish()
  } catch (error) {
    if (!(error instanceof GraphRefusal) || error.code !== notPrepared || left === 1) throw error
    await new Promise((resolve) => setTimeout(resolve, everyMs))
    await oncePrepared(publish, left - 1)
  }
}

function captionOf({ instantInformation: { title, shortDescription } }: ServerInstant): string {
  return `${title}\n\n${shortDescription}`
}
