import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { ApiError } from '../../../lib/api-error.ts'
import { call } from '../../../lib/request.ts'
import { configurationQuery, useCompany } from '../../../lib/session.ts'
import { showToast } from '../../../ui/toast.tsx'
import type { ServerInstant } from '../instant.ts'
import { readInstant } from '../instants.queries.ts'
import { type FacebookSdk, GraphRefusal, graph, loadSdk, login } from './facebook-sdk.ts'
import { ShareError, type ShareErrorKey } from './share-texts.fr.ts'

/**
 * Sharing on social networks: signs in when a network is ticked, since the popup needs a user gesture; posts once the instant is
 * saved.
 */
export function useShare() {
  const company = useCompany()
  const configuration = useQuery(configurationQuery).data
  const appId = configuration?.facebookAppId ?? null
  const [networks, setNetworks] = useState<readonly Network[]>([])
  const [account, setAccount] = useState<SocialAccount>()
  const [chosen, setChosen] = useState<FacebookPage>()
  const [error, setError] = useState<ShareResult['error']>()
  const connecting = useRef<Promise<SocialAccount>>(undefined)

  const connect = async () => {
    if (appId === null || (connecting.current && !error)) return
    setError(undefined)
    try {
      connecting.current = connectAccount(appId)
      setAccount(await connecting.current)
    } catch (failure) {
      setError(errorOf(failure instanceof ShareError ? failure : new ShareError('NOT_CONNECTED')))
    }
  }
  const toggle = (network: Network, isTicked: boolean) => {
    setNetworks((ticked) => [...ticked.filter((other) => other !== network), ...(isTicked ? [network] : [])])
    if (isTicked) void connect()
  }
  /** Posts the saved instant; resolves to the one message that says how it went, shown last. */
  const publish = async (id: number): Promise<() => void> => {
    if (networks.length === 0) return () => undefined
    try {
      const { sdk, pages } = await inTime(connecting.current)
      const instant = await readInstant(String(id))
      const link = company.website || window.location.origin
      const page = chosen ?? pages[0]
      const results = await shareInstant({ sdk, page, instant, link, networks })
      return () => tell(results)
    } catch (failure) {
      return () => {
        showToast(errorOf(failure).text, 'danger')
      }
    }
  }
  return {
    isConfigured: appId !== null,
    networks,
    error: networks.length === 0 ? undefined : error,
    pages: networks.length === 0 ? [] : (account?.pages ?? []),
    page: chosen ?? account?.pages[0],
    choose: setChosen,
    toggle,
    publish,
  }
}

export type Share = ReturnType<typeof useShare>

export const networkNames: Record<Network, string> = { facebook: 'Facebook', instagram: 'Instagram' }

/** One message for all networks, because a toast replaces the former one. */
function tell(results: readonly ShareResult[]): void {
  const failures = results.flatMap(({ network, error }) =>
    error ? [`${networkNames[network]}\u00a0: ${error.text}`] : [],
  )
  const shared = results.filter(({ error }) => !error).map(({ network }) => networkNames[network])
  const success = shared.length > 0 ? [`Partagé sur ${shared.join(' et ')}`] : []
  showToast([...failures, ...success].join(' · '), failures.length > 0 ? 'danger' : undefined)
}

/** A popup that stays open, or was blocked, does not delay the save. */
const maxSignIn = 10_000

function inTime(connecting: Promise<SocialAccount> | undefined): Promise<SocialAccount> {
  const late = new Promise<never>((_, reject) => {
    setTimeout(() => reject(new ShareError('NOT_CONNECTED')), connecting ? maxSignIn : 0)
  })
  return Promise.race([...(connecting ? [connecting] : []), late])
}

type Network = 'facebook' | 'instagram'
type ShareResult = { network: Network; error: { key: ShareErrorKey | 'SHARE_FAILED'; text: string } | undefined }

type Sharing = {
  sdk: FacebookSdk
  page: FacebookPage
  instant: ServerInstant
  link: string
  networks: readonly Network[]
}

const failed = 'Le réseau social a refusé la publication, votre instant est bien enregistré'

/** Facebook first, then Instagram; a failure of one never stops the other. */
async function shareInstant(sharing: Sharing): Promise<ShareResult[]> {
  const results: ShareResult[] = []
  for (const [network, post] of [['facebook', postPhoto] as const, ['instagram', publishMedia] as const]) {
    if (!sharing.networks.includes(network)) continue
    results.push({ network, error: await post(sharing).then(() => undefined, errorOf) })
  }
  return results
}

/** What to say of a failure: one of the refusals, or that the network said no. */
function errorOf(error: unknown): NonNullable<ShareResult['error']> {
  return error instanceof ShareError ? { key: error.key, text: error.message } : { key: 'SHARE_FAILED', text: failed }
}

async function postPhoto({ sdk, page, instant, link }: Sharing): Promise<void> {
  await graph(sdk, `/${page.id}/photos`, 'post', {
    message: captionOf(instant),
    url: instant.instantInformation.pictureUrl ?? '',
    link,
    access_token: page.token,
  })
  await rememberPage('FACEBOOK', page)
}

/** A media is prepared, then published. */
async function publishMedia({ sdk, page, instant }: Sharing): Promise<void> {
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
  await rememberPage('INSTAGRAM', account)
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

type FacebookPage = { id: string; name: string; token: string }
type InstagramAccount = { id: string; name: string }
type SocialPageType = 'FACEBOOK' | 'INSTAGRAM'

/** The signed-in Facebook account, with its pages, the last used first. */
type SocialAccount = { sdk: FacebookSdk; pages: readonly [FacebookPage, ...FacebookPage[]] }

/** Signs in, then lists the pages. */
async function connectAccount(appId: string): Promise<SocialAccount> {
  const sdk = await loadSdk(appId)
  await login(sdk)
  const pages = readPages(await graph(sdk, '/me/accounts', 'get', { fields: 'id,name,access_token' }))
  const remembered = await rememberedPage('FACEBOOK')
  const [first, ...others] = pages.toSorted((a, b) => Number(b.id === remembered) - Number(a.id === remembered))
  if (!first) throw new ShareError('NO_FACEBOOK_PAGE')
  return { sdk, pages: [first, ...others] }
}

/** The business account of Instagram that is linked to the page. */
async function findInstagramAccount(sdk: FacebookSdk, page: FacebookPage): Promise<InstagramAccount> {
  const answer = await graph(sdk, `/${page.id}`, 'get', {
    fields: 'instagram_business_account{id,username}',
    access_token: page.token,
  })
  const account = readAccount(answer.instagram_business_account)
  if (!account) throw new ShareError('NO_PAGE_FOUND')
  return account
}

/** The page that was just posted on is proposed first next time; forgetting it takes nothing from the post. */
async function rememberPage(type: SocialPageType, { id, name }: { id: string; name: string }): Promise<void> {
  const body = { idPage: id, name, type }
  await call('PUT /v1/company/:id/social-page', { body }).catch(() => undefined)
}

async function rememberedPage(type: SocialPageType): Promise<string | undefined> {
  try {
    return (await call('GET /v1/company/:id/social-page', { query: { type } })).idPage
  } catch (error) {
    // 403: the page is chosen by whoever manages the business, and a publisher chooses it each time.
    if (error instanceof ApiError && [403, 404].includes(error.status)) return undefined
    throw error
  }
}

function readPages({ data }: Record<string, unknown>): FacebookPage[] {
  if (!Array.isArray(data)) return []
  return data.map((page: Record<string, unknown>) => ({
    id: String(page.id),
    name: String(page.name ?? ''),
    token: String(page.access_token ?? ''),
  }))
}

function readAccount(account: unknown): InstagramAccount | undefined {
  if (typeof account !== 'object' || account === null || !('id' in account)) return undefined
  return { id: String(account.id), name: 'username' in account ? String(account.username) : String(account.id) }
}
