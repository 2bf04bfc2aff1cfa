import { isAtLeast, type Role } from '@parvis/domain/kernel/roles'
import {
  type NoticeChoice,
  type NoticeKind,
  noticeDefaults,
  noticeKinds,
  noticeRoles,
} from '@parvis/domain/notices/notices'
import { type Db, hasRow, rowsOf, run, type Transaction } from '../../db/database.ts'

/** How a person is notified of one kind: by their choice, else the default of section 8. */
export async function readNoticeChoice(
  db: Db,
  { userId, companyId }: { userId: number; companyId: string },
  kind: NoticeKind,
) {
  return (
    (await listChoices(db, userId)).find((one) => one.kind === kind && one.companyId === companyId) ??
    noticeDefaults[kind]
  )
}

export type CompanyChoice = NoticeChoice & { companyId: string; kind: NoticeKind }

/** Every kind that the person's role is told of, for each of their businesses. */
export async function listChoices(db: Db, userId: number): Promise<CompanyChoice[]> {
  const rows = await rowsOf<{
    companyId: string
    role: Role
    chosen: (Partial<NoticeChoice> & { kind: NoticeKind })[]
  }>(db)`
    select members.company_id as "companyId", members.role, coalesce(json_agg(json_strip_nulls(json_build_object(
      'kind', notice_choices.kind, 'push', notice_choices.push, 'email', notice_choices.email, 'sms', notice_choices.sms,
      'always', notice_choices.always, 'showContent', notice_choices.show_content)))
      filter (where notice_choices.kind is not null), '[]') as chosen
    from members left join notice_choices
      on notice_choices.company_id = members.company_id and notice_choices.user_id = members.user_id
    where members.user_id = ${userId}
    group by members.company_id, members.role order by members.company_id`
  return rows.flatMap(({ companyId, role, chosen }) =>
    noticeKinds
      .filter((kind) => isAtLeast(role, noticeRoles[kind]))
      .map((kind) => ({ companyId, kind, ...noticeDefaults[kind], ...chosen.find((one) => one.kind === kind) })),
  )
}

type Changes = { [Name in keyof NoticeChoice]?: boolean | undefined }

export async function saveChoice(
  tx: Transaction,
  who: { userId: number; companyId: string; kind: NoticeKind },
  { push, email, sms, always, showContent }: Changes,
): Promise<void> {
  const value = (one: boolean | undefined) => one ?? null
  await run(tx)`
    insert into notice_choices as own (user_id, company_id, kind, push, email, sms, always, show_content)
    values (${who.userId}, ${who.companyId}, ${who.kind}, ${value(push)}, ${value(email)}, ${value(sms)}, ${value(always)}, ${value(showContent)})
    on conflict (user_id, company_id, kind) do update set
      push = coalesce(excluded.push, own.push), email = coalesce(excluded.email, own.email),
      sms = coalesce(excluded.sms, own.sms), always = coalesce(excluded.always, own.always),
      show_content = coalesce(excluded.show_content, own.show_content)`
}

/** Whether the person's open tabs play a sound. */
export async function readSound(db: Db, userId: number): Promise<boolean> {
  return !(await hasRow(db)`
    select from notice_people where notice_people.user_id = ${userId} and notice_people.is_muted`)
}

export async function saveSound(tx: Transaction, userId: number, sound: boolean): Promise<void> {
  await run(tx)`
    insert into notice_people (user_id, is_muted) values (${userId}, ${!sound})
    on conflict (user_id) do update set is_muted = excluded.is_muted`
}
