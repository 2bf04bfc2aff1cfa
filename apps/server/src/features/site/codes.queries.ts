import type { AnswerOf } from '@parvis/domain/api'
import { type Db, hasRow, rowOf, rowsOf, run, type Transaction } from '../../db/database.ts'

type ShownCode = AnswerOf<'GET /v1/company/:id/codes'>[number]
type CodeRow = Omit<ShownCode, 'url' | 'target' | 'createdAt'> & { instantId: number | null; createdAt: Date }

export async function listCodes(db: Db, companyId: string): Promise<CodeRow[]> {
  return await rowsOf<CodeRow>(db)`
    select qr_codes.code, qr_codes.label, qr_codes.instant_id as "instantId", qr_codes.is_active as active,
      coalesce(sum(act_counts.count) filter (where act_counts.act = 'scan'), 0)::int as scans,
      coalesce(sum(act_counts.count) filter (where act_counts.act = 'follow'), 0)::int as follows,
      qr_codes.created_at as "createdAt"
    from qr_codes left join act_counts on act_counts.company_id = qr_codes.company_id and act_counts.source = qr_codes.code
    where qr_codes.company_id = ${companyId}
    group by qr_codes.code order by qr_codes.created_at, qr_codes.code`
}

export async function insertCode(
  tx: Transaction,
  { code, companyId, instantId, label }: { code: string; companyId: string; instantId: number | null; label: string },
): Promise<void> {
  await run(tx)`
    insert into qr_codes (code, company_id, instant_id, label)
    values (${code}, ${companyId}, ${instantId}, ${label})`
}

export async function isOwnInstant(db: Db, companyId: string, instantId: number): Promise<boolean> {
  return await hasRow(db)`select from instants where instants.id = ${instantId} and instants.company_id = ${companyId}`
}

export async function changeCode(
  tx: Transaction,
  companyId: string,
  code: string,
  change: { label?: string | undefined; active?: boolean | undefined },
): Promise<boolean> {
  return await hasRow(tx)`
    update qr_codes set label = coalesce(${change.label ?? null}, qr_codes.label),
      is_active = coalesce(${change.active ?? null}, qr_codes.is_active)
    where qr_codes.company_id = ${companyId} and qr_codes.code = ${code} returning qr_codes.code`
}

export type FoundCode = { companyId: string; instantId: number | null; active: boolean }

export async function findCode(db: Db, code: string): Promise<FoundCode | undefined> {
  return await rowOf<FoundCode>(db)`
    select codes.company_id as "companyId", codes.instant_id as "instantId", codes.is_active as active
    from qr_codes codes where codes.code = ${code.toLowerCase()}`
}
