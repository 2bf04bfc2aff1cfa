import { cellOf, type Db, rowsOf } from '../../../db/database.ts'
import { sql } from '../../../db/sql.ts'

/** The rate limits that count by person: they are exported with the rest. Those by IP address name nobody. */
const personalLimits = ['writes', 'messages', 'new-conversations', 'letters']

const clockOf = (column: string) => sql`to_char(make_interval(mins => ${sql.identifier('s', column)}), 'HH24:MI')`

/** What is kept about a resident in few rows, as JSON text: all but conversations and orders. */
export async function readFewRows(db: Db, userId: number): Promise<string> {
  const everything = await cellOf<string>(db)`
    select json_build_object(
      'firstName', users.first_name, 'phone', users.phone,
      'settings', (select json_build_object('town', s.town, 'quietFrom', ${clockOf('quiet_from')}, 'quietTo', ${clockOf('quiet_to')},
          'dailyCap', s.daily_cap, 'digestAt', ${clockOf('digest_at')}, 'pausedUntil', s.paused_until, 'hideExcerpts', s.hide_excerpts)
        from resident_settings s where s.user_id = users.id),
      'devices', (select coalesce(json_agg(json_build_object('name', d.name, 'createdAt', d.created_at, 'lastSeenAt', d.last_seen_at)), '[]')
        from resident_devices d where d.user_id = users.id),
      'push', (select coalesce(json_agg(json_build_object('platform', d.platform, 'token', d.token)), '[]')
        from devices d where d.user_id = users.id),
      'follows', (select coalesce(json_agg(json_build_object('company', companies.name, 'since', f.since, 'mode', f.mode,
          'source', f.source, 'seenUntil', f.seen_until)), '[]')
        from follows f join companies on companies.id = f.company_id where f.user_id = users.id),
      'letters', (select coalesce(json_agg(json_build_object('email', l.address, 'rhythm', l.rhythm, 'askedAt', l.asked_at,
          'confirmedAt', l.confirmed_at, 'seenAt', l.seen_at, 'sentUntil', l.sent_until, 'refusedAt', l.refused_at)), '[]')
        from letters l where l.user_id = users.id),
      'counters', json_build_object(
        'limits', (select coalesce(json_agg(json_build_object('name', w.name, 'since', w.window_start, 'used', w.used) order by w.name), '[]')
          from rate_windows w where w.name = any(${personalLimits}::text[]) and w.subject = 'user:' || users.id),
        'notifications', (select coalesce(json_agg(json_build_object('day', a.day, 'rung', a.rung) order by a.day), '[]')
          from attention_days a where a.user_id = users.id))
    )::text
    from users where users.id = ${userId}`
  return everything ?? '{}'
}

export const rowsOfPage = 100

type Page = { id: string; json: string }[]

export type ExportedTalk = { id: string; company: string; createdAt: Date }

export async function pageOfTalks(db: Db, userId: number, after: string | null): Promise<ExportedTalk[]> {
  return await rowsOf<ExportedTalk>(db)`
    select c.id, companies.name as company, c.created_at as "createdAt"
    from discussions c join companies on companies.id = c.company_id
    where c.resident_id = ${userId} and (${after}::uuid is null or c.id > ${after}::uuid)
    order by c.id limit ${rowsOfPage}`
}

export async function pageOfMessages(db: Db, discussionId: string, after: string | null): Promise<Page> {
  return await rowsOf<Page[number]>(db)`
    select m.id::text as id, json_build_object('fromCompany', m.from_company, 'text', m.text, 'image', m.image,
      'sentAt', m.sent_at)::text as json
    from messages m where m.discussion_id = ${discussionId} and m.id > coalesce(${after}::bigint, 0)
    order by m.id limit ${rowsOfPage}`
}

export async function pageOfOrders(db: Db, userId: number, after: string | null): Promise<Page> {
  return await rowsOf<Page[number]>(db)`
    select o.id::text as id, jsonb_build_object('company', companies.name, 'createdAt', o.created_at,
          'pickupAt', o.pickup_at, 'content', o.content, 'couponMessage', o.coupon_message, 'flexible', o.flexible,
          'maxTotal', o.max_total_cents / 100.0, 'picture', o.picture, 'customerName', o.customer_name,
          'state', o.state, 'decidedAt', o.decided_at, 'finalPickupAt', o.final_pickup_at,
          'finalContent', o.final_content, 'total', o.total_cents / 100.0, 'code', o.code, 'cancelMessage', o.cancel_message,
          'proposals', (select coalesce(jsonb_agg(jsonb_build_object('at', p.created_at, 'pickupAt', p.pickup_at,
              'content', p.content, 'total', p.total_cents / 100.0, 'note', p.note, 'expiresAt', p.expires_at) order by p.id), '[]')
            from order_proposals p where p.company_id = o.company_id and p.order_id = o.id),
          'history', (select coalesce(jsonb_agg(jsonb_build_object('at', e.at, 'by', e.by, 'what', e.what) order by e.id), '[]')
            from order_events e where e.company_id = o.company_id and e.order_id = o.id)
        )::text as json
    from orders o join discussions c on c.id = o.discussion_id join companies on companies.id = o.company_id
    where c.resident_id = ${userId} and o.id > coalesce(${after}::bigint, 0)
    order by o.id limit ${rowsOfPage}`
}

export async function pageOfBookings(db: Db, userId: number, after: string | null): Promise<Page> {
  return await rowsOf<Page[number]>(db)`
    select b.id::text as id, jsonb_build_object('id', b.id, 'company', companies.name,
          'title', coalesce(instants.title, dates.title), 'date', b.subject, 'start', dates.starts_at, 'end', dates.ends_at,
          'name', b.name, 'seats', b.seats, 'state', b.state, 'endedBy', b.ended_by, 'code', b.code, 'reason', b.reason,
          'bookedAt', b.booked_at, 'cameAt', b.came_at, 'answerBy', b.answer_by)::text as json
    from bookings b join capacities dates on dates.subject = b.subject and dates.subject <> ''
    join companies on companies.id = b.company_id left join instants on instants.id = dates.instant_id
    where b.user_id = ${userId} and b.id > coalesce(${after}::bigint, 0)
    order by b.id limit ${rowsOfPage}`
}
