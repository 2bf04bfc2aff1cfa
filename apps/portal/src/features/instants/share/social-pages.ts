import { ApiError } from '../../../lib/api-error.ts'
import { call } from '../../../lib/call.ts'
import { type FacebookSdk, graph, loadSdk, login } from './facebook-sdk.ts'
import { ShareError } from './share-texts.fr.ts'

export type FacebookPage = { id: string; name: string; token: string }
export type InstagramAccount = { id: string; name: string }
type SocialPageType = 'FACEBOOK' | 'INSTAGRAM'

/** Somebody signed in at Facebook, with the pages to post on, the one that this company used last first. */
export type SocialAccount = { sdk: FacebookSdk; pages: readonly [FacebookPage, ...FacebookPage[]] }

/** Signs in, then lists the pages (I-058, I-108). */
export async function connectAccount(appId: string, companyId: string): Promise<SocialAccount> {
  const sdk = await loadSdk(appId)
  await login(sdk)
  const pages = readPages(await graph(sdk, '/me/accounts', 'get', { fields: 'id,name,access_token' }))
  const remembered = await rememberedPage(companyId, 'FACEBOOK')
  const [first, ...others] = pages.toSorted((a, b) => Number(b.id === remembered) - Number(a.id === remembered))
  if (!first) throw new ShareError('NO_FACEBOOK_PAGE')
  return { sdk, pages: [first, ...others] }
}

/** The business account of Instagram that is linked to the page. */
export async function findInstagramAccount(sdk: FacebookSdk, page: FacebookPage): Promise<InstagramAccount> {
  const answer = await graph(sdk, `/${page.id}`, 'get', {
    fields: 'instagram_business_account{id,username}',
    access_token: page.token,
  })
  const account = readAccount(answer.instagram_business_account)
  if (!account) throw new ShareError('NO_PAGE_FOUND')
  return account
}

/** The page that was just posted on is proposed first next time; forgetting it takes nothing from the post. */
export async function rememberPage(
  companyId: string,
  type: SocialPageType,
  { id, name }: { id: string; name: string },
): Promise<void> {
  const body = { idPage: id, name, type }
  await call('PUT /v1/company/:id/social-page', { params: { id: companyId }, body }).catch(() => undefined)
}

async function rememberedPage(id: string, type: SocialPageType): Promise<string | undefined> {
  try {
    return (await call('GET /v1/company/:id/social-page', { params: { id }, query: { type } })).idPage
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return undefined
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
