import { type Db, rowOf, run } from '../../db/database.ts'

export type ConnectedPage = { idPage: string; name: string; type: 'FACEBOOK' | 'INSTAGRAM' }

export async function findSocialPage(db: Db, companyId: string, type: ConnectedPage['type']) {
  return await rowOf<ConnectedPage>(db)`
    select pages.page_id as "idPage", pages.name, pages.type from social_pages pages
    where pages.company_id = ${companyId} and pages.type = ${type}`
}

export async function saveSocialPage(db: Db, companyId: string, { idPage, name, type }: ConnectedPage): Promise<void> {
  await run(db)`
    insert into social_pages (company_id, type, page_id, name) values (${companyId}, ${type}, ${idPage}, ${name})
    on conflict (company_id, type) do update set page_id = excluded.page_id, name = excluded.name`
}
