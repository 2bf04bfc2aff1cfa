import type { Db } from '../../db/database.ts'

export type ConnectedPage = { idPage: string; name: string; type: 'FACEBOOK' | 'INSTAGRAM' }

export async function findSocialPage(
  db: Db,
  companyId: string,
  type: ConnectedPage['type'],
): Promise<ConnectedPage | undefined> {
  return await db
    .selectFrom('social_pages')
    .where('social_pages.company_id', '=', companyId)
    .where('social_pages.type', '=', type)
    .select(['social_pages.page_id as idPage', 'social_pages.name', 'social_pages.type'])
    .executeTakeFirst()
}

export async function saveSocialPage(db: Db, companyId: string, { idPage, name, type }: ConnectedPage): Promise<void> {
  await db
    .insertInto('social_pages')
    .values({ company_id: companyId, type, page_id: idPage, name })
    .onConflict((conflict) => conflict.columns(['company_id', 'type']).doUpdateSet({ page_id: idPage, name }))
    .execute()
}
