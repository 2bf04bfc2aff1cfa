import type { AnswerOf } from '@parvis/domain/api'
import { type Db, rowsOf } from '../../../db/database.ts'
import { type Sql, sql } from '../../../db/sql.ts'
import { isListed, isStillOn } from '../../notifications/index.ts'
import { pickup } from '../../orders/index.ts'

/** The moment at which an instant is news: published, or notified after that. */
const newsAt = sql<Date>`greatest(instants.created_at, instants.published_at, instants.notified_at)`
/** The moment from which an instant could be read; it is news once, although its notification leaves later. */
const listedAt = sql<Date>`greatest(instants.created_at, instants.published_at)`
/** Of an instant of a business followed: news since the last look at them, and not read then already. */
export const isUnseen = sql<boolean>`${newsAt} > follows.seen_until
  and ${listedAt} not between follows.since and follows.seen_until`

/** `id`: of the broadcast, or of the instant. */
type NewsRow = Omit<AnswerOf<'GET /v1/site/news'>[number], 'url' | 'at'> & { id: number; companyName: string; at: Date }

/**
 * News of the businesses that `reader` follows: broadcasts, instants, changes. A letter has them since its last one; what was
 * published since the confirmation `from` and before that was in one already, although it was notified again.
 */
const newsOf = ({ reader, since, from }: Record<'reader' | 'since' | 'from', Sql>) => sql`
  select 'broadcast' as kind, broadcasts.id, companies.id as "companyId", companies.name as "companyName",
    companies.name as title, broadcasts.text, companies.profile_picture as picture, broadcasts.sent_at as at
  from follows join companies on companies.id = follows.company_id
  join broadcasts on broadcasts.company_id = follows.company_id and broadcasts.id > follows.after_broadcast
  where follows.user_id = ${reader} and broadcasts.sent_at > ${since}
  union all
  select 'instant', instants.id, companies.id, companies.name, instants.title, instants.short_description,
    instants.picture, ${newsAt}
  from follows join companies on companies.id = follows.company_id
  join instants on instants.company_id = follows.company_id
  where follows.user_id = ${reader} and ${isListed} and ${newsAt} > app_now() - make_interval(days => ${newsDays}::int)
    and ${newsAt} > ${since} and ${listedAt} not between ${from} and ${since}
  union all
  select 'change', instants.id, companies.id, companies.name, instants.title, changes.body,
    instants.picture, changes.accepted_at
  from follows join companies on companies.id = follows.company_id
  join push_campaigns changes on changes.company_id = follows.company_id and changes.class = 'change'
  join instants on instants.id = (changes.data->>'instantId')::bigint
  where follows.user_id = ${reader} and ${isListed} and changes.accepted_at > follows.since and changes.accepted_at > ${since}`

const newsDays = 30

/** With all of the second that a page ends in, up to ten pages of it: the next one is asked by that second. */
export async function listNews(db: Db, userId: number, before: Date | undefined, limit: number): Promise<NewsRow[]> {
  const all = newsOf({
    reader: sql`${userId}`,
    since: sql`'-infinity'::timestamptz`,
    from: sql`'infinity'::timestamptz`,
  })
  return await rowsOf<NewsRow>(db)`
    select page.* from (
      select news.* from (${all}) as news
      where ${before ?? null}::timestamptz is null or news.at < ${before ?? null}::timestamptz
      order by date_trunc('second', news.at) desc fetch first ${limit} rows with ties) as page
    order by page.at desc, page.kind, page.id desc limit ${10 * limit}`
}

/** `startsAt`: the next date of an instant; null where it has none to come. */
export type NewsOfReader = NewsRow & { userId: number; town: string; fiche: string; startsAt: Date | null }
export type NewsReader = { userId: number; sentUntil: Date; confirmedAt: Date }

/** News up to `until` for the letters of these residents, at most `limit` of each; those that W-093 drops are left out. */
export async function listNewsOfReaders(db: Db, readers: readonly NewsReader[], until: Date, limit: number) {
  const all = newsOf({ reader: sql`readers.user_id`, since: sql`readers.since`, from: sql`readers.confirmed` })
  return await rowsOf<NewsOfReader>(db)`
    select news.*, readers.user_id as "userId", address.town, address.slug as fiche,
      (select min(times.starts_at) from instant_times times
        where news.kind = 'instant' and times.instant_id = news.id and times.starts_at > app_now()) as "startsAt"
    from unnest(${readers.map(({ userId }) => userId)}::bigint[], ${readers.map(({ sentUntil }) => sentUntil)}::timestamptz[],
      ${readers.map(({ confirmedAt }) => confirmedAt)}::timestamptz[]) as readers (user_id, since, confirmed)
    cross join lateral (
      select all_news.* from (${all}) as all_news
      where all_news.at <= ${until} and (all_news.kind <> 'instant' or ${isStillOn(sql`all_news.id`)})
      order by all_news.at desc limit ${limit}) as news
    join companies on companies.id = news."companyId" and companies.is_shown
    join company_addresses address on address.company_id = companies.id and address.is_current
    order by readers.user_id, news.at desc, news.kind, news.id desc`
}

export type OrderToCome = { userId: number; company: string; id: number; at: Date }

/** Orders that these residents have to fetch, soonest first. */
export async function listOrdersToCome(db: Db, userIds: readonly number[]): Promise<OrderToCome[]> {
  return await rowsOf<OrderToCome>(db)`
    select discussions.resident_id as "userId", companies.name as company, orders.id,
      ${pickup} as at
    from discussions join orders on orders.discussion_id = discussions.id join companies on companies.id = orders.company_id
    where discussions.resident_id = any(${[...userIds]}::bigint[]) and orders.state <= 'ready'
      and ${pickup} > app_now() order by at, orders.id`
}
