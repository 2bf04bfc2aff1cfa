import { createHash, randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createServer, type IncomingMessage } from 'node:http'
import pg from 'pg'
import { type Row, writeInstant, writeMessage, writeSettings } from './bare-answers.ts'

/**
 * The baseline: a minimal hand-written server on node:http and pg, one prepared statement per call and the same answer. Sessions
 * are held in memory; no ownership, limits, keys, notices, headers or logs. `node bare-server.ts FILE PORT`: the file names the
 * database, the media address, and the person of each token.
 */
export type BareSettings = { url: string; media: string; users: [token: string, userId: number][] }

const [file = '', port = '0'] = process.argv.slice(2)
const { url, media, users } = JSON.parse(readFileSync(file, 'utf8')) as BareSettings
const hashOf = (token: string) => createHash('sha256').update(token).digest('base64')
const userOf = new Map(users.map(([token, userId]) => [hashOf(token), userId]))
pg.types.setTypeParser(20, Number)
const pool = new pg.Pool({ connectionString: url, max: 16 })

const columns = `i.id, i.company_id, i.title, i.short_description, i.long_description, i.category_id, i.picture, i.address,
  i.city, i.zip_code, i.latitude, i.longitude, i.notification_at, i.notified_at, i.is_enabled, i.modified_at, i.sequence,
  i.is_draft, i.publication, i.publish_at, i.notify_on_publish, i.event_state, i.state_message, i.state_at,
  i.pauses_when_closed, (extract(epoch from i.modified_at) * 1000000)::bigint as version,
  (select coalesce(json_agg(json_build_array(t.id, t.preview, t.enabled, t.day_type, t.on_day, t.start_minutes, t.start_minutes + t.length_minutes)
    order by t.id), '[]') from instant_times t where t.instant_id = i.id) as times`
const message =
  'm.id, m.from_company, m.text, m.sent_at, m.automatic, m.order_id, o.state, d.company_id, d.resident_id, c.profile_picture'
const counted = 'last_message_id = m.id, updated_at = m.sent_at, company_unread = company_unread + 1'

const statements = {
  settings: `select c.*, (select coalesce(json_agg(json_build_object('id', h.id, 'type', h.day_type, 'startTime', h.start_time,
      'endTime', h.end_time, 'enabled', h.enabled) order by h.position, h.id), '[]')
      from opening_hours h where h.company_id = c.id) as hours,
    (select coalesce(json_agg(json_build_object('rank', p.rank, 'name', p.name) order by p.rank), '[]')
      from cac_pictures p where p.company_id = c.id) as pictures,
    (select a.slug from company_addresses a where a.company_id = c.id and a.is_current) as slug,
    (select json_build_object('domain', d.canonical, 'state', d.state) from custom_domains d
      where d.company_id = c.id and d.state <> 'released') as domain
    from companies c where c.id = $1`,
  list: `select ${columns} from instants i where i.company_id = $1 order by i.is_enabled desc, i.modified_at desc, i.id desc`,
  one: `select ${columns} from instants i where i.id = $1`,
  page: `select ${message} from discussions d join companies c on c.id = d.company_id join messages m on m.discussion_id = d.id
    left join orders o on o.id = m.order_id where d.id = $1 order by m.id desc limit 30`,
  poll: `select ${message} from discussions d join companies c on c.id = d.company_id join lateral
    (select * from messages m where m.discussion_id = $1 and m.id > $2 order by m.id limit 100) m on true
    left join orders o on o.id = m.order_id where d.id = $1 order by m.id desc`,
  send: `with m as (insert into messages (discussion_id, from_company, text)
      select d.id, false, $3 from discussions d where d.id = $2 and d.resident_id = $1 returning id, sent_at)
    update discussions d set excerpt = $3, ${counted} from m where d.id = $2 returning m.id, m.sent_at`,
  order: `with d as (select id from discussions where company_id = $2 and resident_id = $1), o as (
      insert into orders (id, company_id, discussion_id, pickup_at, content, coupon_message, min_order_cents)
      select $3, $2, d.id, $4, $5, '', 0 from d returning id, discussion_id), m as (
      insert into messages (discussion_id, from_company, text, order_id)
      select o.discussion_id, false, $5, o.id from o returning id, sent_at)
    update discussions x set excerpt = $5, ${counted} from m, d where x.id = d.id returning x.id`,
  follow: 'insert into follows (user_id, company_id) values ($1, $2) on conflict do nothing',
  unfollow: 'delete from follows where user_id = $1 and company_id = $2',
  followers: 'select followers_count from companies where id = $1',
}

async function query(name: keyof typeof statements, values: unknown[]): Promise<Row[]> {
  const { rows } = await pool.query({ name, text: statements[name], values })
  return rows as Row[]
}

async function readBody(request: IncomingMessage): Promise<Record<string, string>> {
  let text = ''
  for await (const piece of request.setEncoding('utf8')) text += piece
  return JSON.parse(text) as Record<string, string>
}

async function read(path: string): Promise<unknown> {
  if (path.startsWith('/v1/company/settings/')) {
    const [row] = await query('settings', [path.slice(21)])
    return row && writeSettings(row, media)
  }
  if (path.startsWith('/v1/instants/company/'))
    return (await query('list', [path.slice(21)])).map((row) => writeInstant(row, media))
  if (path.startsWith('/v1/instants/')) {
    const [row] = await query('one', [path.slice(13)])
    return row && writeInstant(row, media)
  }
  const after = /message_id=(\d+)/.exec(path)?.[1]
  const discussionId = path.slice(16, 52)
  const rows = after ? await query('poll', [discussionId, after]) : await query('page', [discussionId])
  return rows.map((row) => writeMessage(row, media))
}

async function write(userId: number, request: IncomingMessage): Promise<unknown> {
  const path = request.url ?? ''
  if (path.endsWith('/follow')) {
    const companyId = path.slice(18, 54)
    await query(request.method === 'PUT' ? 'follow' : 'unfollow', [userId, companyId])
    const [row] = await query('followers', [companyId])
    return { followersCount: row?.followers_count }
  }
  const body = await readBody(request)
  if (path.endsWith('/message')) {
    const [row] = await query('send', [userId, path.slice(16, 52), body.message])
    return row && writeMessage({ ...row, resident_id: userId, text: body.message }, media)
  }
  const id = Number(randomBytes(8).readBigUInt64BE() >> 11n)
  const [row] = await query('order', [userId, path.slice(18, 54), id, body.pickupDateTime, body.orderContent])
  return row && { id, discussionId: row.id, state: 'asked', promise }
}

async function answer(request: IncomingMessage): Promise<string | undefined> {
  const userId = userOf.get(hashOf(request.headers.authorization?.slice(7) ?? ''))
  if (userId === undefined) return undefined
  const data = request.method === 'GET' ? await read(request.url ?? '') : await write(userId, request)
  return data === undefined ? undefined : JSON.stringify({ data })
}

const promise = 'Demande envoyée. Elle n’est pas encore acceptée : attendez la réponse avant de vous déplacer.'
const headers = { 'content-type': 'application/json; charset=utf-8' }
createServer({ keepAliveTimeout: 600_000 }, (request, reply) => {
  answer(request).then(
    (json) => (json === undefined ? reply.writeHead(404).end() : reply.writeHead(200, headers).end(json)),
    () => reply.writeHead(500).end(),
  )
}).listen(Number(port), '127.0.0.1')
