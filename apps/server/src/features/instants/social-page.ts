import type { instantsContract } from '@parvis/domain/instants/instants.contract'
import type { Body } from '@parvis/domain/kernel/contract'
import { refusal, refuseFields } from '@parvis/domain/refusals'
import { transaction } from '@parvis/postgres'
import type { Dependencies } from '../../dependencies.ts'
import { type ConnectedPage, findSocialPage, saveSocialPage } from './social-page.queries.ts'

/** The page this company last shared on, found once and remembered; 404 when there is none. */
export async function readSocialPage({ db }: Dependencies, companyId: string, type: ConnectedPage['type']) {
  const page = await findSocialPage(db, companyId, type)
  if (!page) throw refusal('instants.no_page_found')
  return page
}

/** Meta's ids are digits of no fixed length; a page name has 75 characters at most. */
export async function writeSocialPage(
  { db }: Dependencies,
  companyId: string,
  { idPage = '', name = '', type = '' }: Body<typeof instantsContract.writeSocialPage>,
) {
  refuseFields({
    ...(!/^[\w.-]{1,100}$/.test(idPage) && { idPage: 'invalid' }),
    ...((name === '' || name.length > 200) && { name: 'invalid' }),
    ...(!isPageType(type) && { type: 'invalid' }),
  })
  const page = { idPage, name, type: isPageType(type) ? type : 'FACEBOOK' } satisfies ConnectedPage
  await transaction(db, (tx) => saveSocialPage(tx, companyId, page))
  return page
}

function isPageType(text: string): text is ConnectedPage['type'] {
  return text === 'FACEBOOK' || text === 'INSTAGRAM'
}
