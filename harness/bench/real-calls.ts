import { randomInt } from 'node:crypto'
import type { LoadBase } from '../sql/fill-load.ts'

/** One request, and the values of the bare handler's statement. `token`: the header that says who asks. */
export type Asked = {
  method: string
  path: string
  token?: string | undefined
  json?: object
  values: readonly unknown[]
}

/** What people call, by name, in the order of their journey; `sql` is the least that a handler could ask for the same answer. */
export type RealCall = {
  name: string
  draw: (base: BenchBase) => Asked
  sql: string
  /** A resident may ask it so few times of one business that sixteen connections would measure refusals: paced alone. */
  isRare?: boolean
}

/**
 * What they are measured against: the share of the bare handler's calls a second, its processor time so many times, or milliseconds
 * of a page, drawn anew where calls are paced: so seldom that the bare handler costs less than PostgreSQL does by itself meanwhile.
 */
export type Goals = { share: number; processor: number } | { milliseconds: number }

/** `shops`: the businesses of the big town; `residents`: the cookies of people who act there. */
export type BenchBase = LoadBase & {
  shops: readonly { id: string; slug: string }[]
  residents: readonly { cookie: string; userId: number }[]
}

const inTurn = <T>(list: readonly T[], turn: number): T => list[turn % list.length] as T
const anyOf = <T>(list: readonly T[]): T => inTurn(list, randomInt(list.length))
const bearer = (token: string) => `Bearer ${token}`
const town = { path: '/levallois-perret-92300', zip: '92300' }
const pickupDateTime = '2999-01-01T10:00:00+01:00'
const reply = 'Bonjour, il nous en reste deux. À samedi !'
const question = 'Bonjour, avez-vous encore ce livre ? Je passe samedi.'
const wish = 'Deux baguettes et un pain de seigle tranché'

const ofCompany = (path: (id: string) => string) => (base: BenchBase) => {
  const { id, token } = anyOf(base.companies)
  return { method: 'GET', path: path(id), token: bearer(token), values: [id] }
}

/** What a resident does at a business of the big town. */
const atShop = (what: string, json: object) => (base: BenchBase) => {
  const { cookie, userId } = anyOf(base.residents)
  const { id } = anyOf(base.shops)
  return { method: 'POST', path: `/v1/site/companies/${id}/${what}`, token: cookie, json, values: [userId, id] }
}

const page = (path: string, value: string) => () => ({ method: 'GET', path, values: [value] })

const insertMessage = (from: string) => `with m as (
  insert into messages (discussion_id, from_company, text) select id, ${from}, $2 from discussions where id = $1 returning id)
  update discussions set last_message_id = m.id, excerpt = $2 from m where discussions.id = $1`

const portalReads: readonly RealCall[] = [
  {
    name: 'portal: settings',
    draw: ofCompany((id) => `/v1/company/settings/${id}`),
    sql: `select *, (select json_agg(h) from opening_hours h where h.company_id = companies.id) from companies where id = $1`,
  },
  {
    name: 'portal: one instant',
    draw: (base) => {
      const { instants, token } = anyOf(base.companies)
      const id = anyOf(instants)
      return { method: 'GET', path: `/v1/instants/${id}`, token: bearer(token), values: [id] }
    },
    sql: `select *, (select json_agg(t) from instant_times t where t.instant_id = instants.id) from instants where id = $1`,
  },
  {
    name: 'portal: list of 100 instants',
    draw: ofCompany((id) => `/v1/instants/company/${id}`),
    sql: `select *, (select json_agg(t) from instant_times t where t.instant_id = instants.id) from instants where company_id = $1`,
  },
  {
    name: 'portal: page of messages',
    draw: (base) => {
      const { discussionId: id, owner } = anyOf(base.threads)
      return { method: 'GET', path: `/v1/discussions/${id}/messages`, token: bearer(owner), values: [id] }
    },
    sql: `select m.*, o.state from messages m left join orders o on o.id = m.order_id where m.discussion_id = $1
      order by m.id desc limit 30`,
  },
  {
    name: 'portal: empty poll',
    draw: (base) => {
      const { discussionId: id, owner, last } = anyOf(base.threads)
      const path = `/v1/discussions/${id}/messages?selection_way=after&message_id=${last + 1_000_000_000}`
      return { method: 'GET', path, token: bearer(owner), values: [id, last + 1_000_000_000] }
    },
    sql: 'select * from messages where discussion_id = $1 and id > $2 and id < 9007199254740991 order by id limit 100',
  },
  {
    name: 'portal: list of conversations',
    draw: ofCompany((id) => `/v1/chat/discussion?companyId=${id}`),
    sql: `select d.*, u.first_name, u.last_name, m.text, m.sent_at from discussions d join users u on u.id = d.resident_id
      left join messages m on m.discussion_id = d.id and m.id = d.last_message_id where d.company_id = $1`,
  },
]

const portalWrites: readonly RealCall[] = [
  {
    name: 'portal: message',
    draw: (base) => {
      const { discussionId: id, owner, companyId } = anyOf(base.threads)
      const json = { companyId, message: reply }
      const path = `/v1/discussions/${id}/message`
      return { method: 'POST', path, token: bearer(owner), json, values: [id, reply] }
    },
    sql: insertMessage('true'),
  },
  {
    name: 'portal: decision on an order',
    draw: (base) => {
      const { order, owner } = inTurn(base.orders, decided++)
      const json = { pickupDateTime, orderContent: wish, total: '9' }
      const path = `/v1/clickAndCollect/order/${order}/validate`
      return { method: 'POST', path, token: bearer(owner), json, values: [order] }
    },
    sql: `update orders set state = 'accepted', decided_at = now(), version = version + 1 where id = $1`,
  },
  {
    name: 'portal: save and publish an instant',
    draw: (base) => {
      const { token, instants, versions } = inTurn(base.companies, saved)
      const round = Math.floor(saved++ / base.companies.length)
      const id = inTurn(instants, round)
      const json = { ...publication, version: inTurn(versions, round) }
      return { method: 'PUT', path: `/v1/instants/${id}`, token: bearer(token), json, values: [id] }
    },
    sql: `with i as (
      update instants set title = 'Atelier du samedi', short_description = 'Un atelier ouvert à tous', schedule_kind = 'dates',
        modified_at = now() where id = $1 returning id)
      update instant_times set enabled = true from i where instant_id = i.id`,
  },
]

/** Each order is decided once, and each instant saved in its first version. */
let decided = 0
let saved = 0
const publication = {
  title: 'Atelier du samedi',
  categoryId: 1,
  shortDescription: 'Un atelier ouvert à tous',
  longDescription: '<p>Un atelier ouvert à tous, samedi matin.</p>',
  streetAddress: '12 rue de Paris',
  city: 'Clichy',
  zipCode: '92110',
  kind: 'dates',
  dates: [{ start: '2030-03-12 14:30', end: '2030-03-12 18:00' }],
}

const sitePages: readonly RealCall[] = [
  {
    name: 'site: town of 500 businesses',
    draw: page(town.path, town.zip),
    sql: 'select id, name, category, profile_picture from companies where zip_code = $1 order by id limit 12',
  },
  {
    name: 'site: its agenda',
    draw: page(`${town.path}/agenda`, town.zip),
    sql: `select i.id, i.title, i.picture, t.starts_at from instant_times t join instants i on i.id = t.instant_id
      where t.zip_code = $1 and t.enabled and t.starts_at is not null and t.shown_from > now() at time zone 'UTC'
      order by t.shown_from limit 30`,
  },
  {
    name: 'site: its directory',
    draw: page(`${town.path}/annuaire`, town.zip),
    sql: 'select id, name, category, profile_picture from companies where zip_code = $1 order by name limit 30',
  },
  {
    name: 'site: a business',
    draw: (base) => {
      const { id, slug } = anyOf(base.shops)
      return { method: 'GET', path: `${town.path}/${slug}`, values: [id] }
    },
    sql: 'select *, (select json_agg(h) from opening_hours h where h.company_id = companies.id) from companies where id = $1',
  },
]

const siteActs: readonly RealCall[] = [
  {
    name: 'site: me',
    draw: (base) => {
      const { cookie, userId } = anyOf(base.residents)
      return { method: 'GET', path: '/v1/site/me', token: cookie, values: [userId] }
    },
    sql: 'select *, (select json_agg(f) from follows f where f.user_id = users.id) from users where id = $1',
  },
  {
    name: 'site: follow',
    isRare: true,
    draw: (base) => atShop('follow', { follows: randomInt(2) })(base),
    sql: 'insert into follows (user_id, company_id) values ($1, $2) on conflict do nothing',
  },
  {
    name: 'site: message',
    isRare: true,
    draw: atShop('messages', { message: question, firstName: 'Inès' }),
    sql: `with d as (insert into discussions (company_id, resident_id) values ($2, $1)
      on conflict (company_id, resident_id) do update set excerpt = 'Bonjour' returning id)
      insert into messages (discussion_id, from_company, text) select id, false, 'Bonjour' from d`,
  },
  {
    name: 'site: order',
    isRare: true,
    draw: atShop('orders', { pickupDateTime, orderContent: wish, firstName: 'Inès' }),
    sql: `with d as (insert into discussions (company_id, resident_id) values ($2, $1)
      on conflict (company_id, resident_id) do update set excerpt = 'Bonjour' returning id, company_id), o as (
      insert into orders (id, company_id, discussion_id, pickup_at, content)
      select (random() * 9e15)::bigint, company_id, id, '2999-01-01', 'Deux baguettes' from d returning id, discussion_id)
      insert into messages (discussion_id, from_company, text, order_id) select discussion_id, false, 'Bonjour', id from o`,
  },
]

export type MeasuredCall = RealCall & { goals: Goals }

export const realCalls: readonly MeasuredCall[] = [
  ...portalReads.map((one) => ({ ...one, goals: { share: 0.7, processor: 1.5 } })),
  ...portalWrites.map((one) => ({ ...one, goals: { share: 0.45, processor: 1.5 } })),
  ...sitePages.map((one) => ({ ...one, goals: { milliseconds: 5 } })),
  ...siteActs.map((one) => ({ ...one, goals: { share: 0.45, processor: 2 } })),
]
