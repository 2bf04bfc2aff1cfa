import { ApiError } from '../../../lib/api-error.ts'
import { call } from '../../../lib/call.ts'
import { type FacebookSdk, graph } from './facebook-sdk.ts'
import { ShareError } from './share-texts.fr.ts'

export type FacebookPage = { id: string; name: string; token: string }
export type InstagramAccount = { id: string; name: string }
type SocialPageType = 'FACEBOOK' | 'INSTAGRAM'

/** The page to post on: the one remembered, else the first of the account (I-058, I-108). */
export async function findFacebookPage(sdk: FacebookSdk, companyId: string): Promise<FacebookPage> {
  const pages = readPages(await graph(sdk, '/me/accounts', 'get', { fields: 'id,name,access_token' }))
  if (pages.length === 0) throw new ShareError('NO_FACEBOOK_PAGE')
  const remembered = await rememberedPage(companyId, 'FACEBOOK')
  const page = pages.find(({ id }) => id === remembered) ?? pages[0]
  if (!page) throw new ShareError('NO_PAGE_FOUND')
  if (page.id !== remembered) await remember(companyId, 'FACEBOOK', page)
  return page
}

/** The business account of Instagram that is linked to the page. */
export async function findInstagramAccount(
  sdk: FacebookSdk,
  companyId: string,
  page: FacebookPage,
): Promise<InstagramAccount> {
  const answer = await graph(sdk, `/${page.id}`, 'get', {
    fields: 'instagram_business_account{id,username}',
    access_token: page.token,
  })
  const account = readAccount(answer.instagram_business_account)
  if (!account) throw new ShareError('NO_PAGE_FOUND')
  if ((await rememberedPage(companyId, 'INSTAGRAM')) !== account.id) await remember(companyId, 'INSTAGRAM', account)
  return account
}

async function rememberedPage(id: string, type: SocialPageType): Promise<string | undefined> {
  try {
    return (await call('GET /v1/company/:id/social-page', { params: { id }, query: { type } })).idPage
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return undefined
    throw error
  }
}

async function remember(companyId: string, type: SocialPageType, { id, name }: { id: string; name: string }) {
  await call('PUT /v1/company/:id/social-page', { params: { id: companyId }, body: { idPage: id, name, type } })
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
