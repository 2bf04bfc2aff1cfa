import { type CheckedAct, checkAct, cleanAct, type TypedAct } from '@parvis/domain/acts/act'
import { writeAttestation } from '@parvis/domain/acts/attestation'
import type { UploadedFile } from '@parvis/domain/kernel/contract'
import { parisDay, writeParisIso } from '@parvis/domain/kernel/paris-time'
import { wordsIn } from '@parvis/domain/kernel/text'
import { refusal, refuseFields } from '@parvis/domain/refusals'
import { transaction } from '@parvis/postgres'
import { audit } from '../../audit.queries.ts'
import { readNow } from '../../db/clock.ts'
import type { Transaction } from '../../db/database.ts'
import type { Dependencies } from '../../dependencies.ts'
import { countAgainstLimit } from '../../http/limits.ts'
import { keepFile } from '../../pictures/picture-store.ts'
import { storeActFile } from './act-files.ts'
import { findAct } from './acts.queries.ts'
import { actAnswer, lockHall, notifyTown } from './read-acts.ts'
import { isPlainPdf, sha256Of } from './read-pdf.ts'
import { recordAct } from './record-act.ts'
import { type ActToStore, findTwin, insertAct } from './store-act.queries.ts'

/** Postings of one hall in a day, more than any council votes. */
const postings = { name: 'acts', max: 100, seconds: 86_400 }

type Posting = {
  companyId: string
  userId: number
  typed: TypedAct
  namesPeople: boolean
  file: UploadedFile | undefined
}

/** Publishes an act: its file is stored to the byte before its row; row, rank and attestation are one transaction. */
export async function postAct(deps: Dependencies, { companyId, userId, typed, namesPeople, file }: Posting) {
  const { db, config } = deps
  const act = cleanAct(typed)
  const today = parisDay(await readNow(db)).toString()
  refuseFields(checkAct(act, { today, hasFile: (file?.bytes.length ?? 0) > 0 }))
  const bytes = Buffer.from(file?.bytes ?? [])
  if (!(await isPlainPdf(bytes))) throw refusal('acts.unreadable_pdf', { fields: { file: 'unreadable_pdf_error' } })
  const sha256 = await sha256Of(bytes)
  const stored = await storeActFile(deps, bytes, sha256)
  return await transaction(db, async (tx) => {
    const hall = await lockHall(tx, companyId)
    await countAgainstLimit(tx, config, postings, `company:${companyId}`)
    const checked = act as CheckedAct
    await refuseReplaced(tx, hall.town, checked.supersedes)
    const twin = await findTwin(tx, { ...checked, ...hall, sha256, except: checked.supersedes })
    if (twin !== undefined) throw refusal('acts.exists', { details: { actId: twin } })
    await keepFile(tx, stored, `town:${hall.town}`)
    const words = wordsOfAct(checked)
    const row = { ...checked, ...hall, companyId, namesPeople, file: stored, bytes: bytes.length, sha256, words }
    const id = await saveAct(tx, deps, row)
    await audit(tx, { actor: `user:${userId}`, action: 'act.post', object: `act:${id}`, details: { companyId } })
    await notifyTown(tx, hall.town, `acte-${id}`)
    return await actAnswer(tx, config, hall.town, id)
  })
}

async function saveAct(tx: Transaction, { config }: Pick<Dependencies, 'config'>, row: ActToStore): Promise<number> {
  const { id, postedAt } = await insertAct(tx, row)
  await recordAct(tx, config, {
    town: row.town,
    actId: id,
    change: 'posted',
    siret: row.siret,
    write: (head, end) => writeAttestation({ ...row, ...head, postedAt: writeParisIso(postedAt) }, end),
  })
  return id
}

/** 404 for an act that is not the commune's or is withdrawn, 409 for one that has a successor: one at most. */
async function refuseReplaced(tx: Transaction, town: string, supersedes: number | null): Promise<void> {
  if (supersedes === null) return
  const former = await findAct(tx, town, supersedes)
  if (!former || former.withdrawnAt) throw refusal('acts.not_found')
  if (former.supersededBy !== null) throw refusal('acts.replaced')
}

/** What the search of the page looks through: W-028's words, each once. */
export const wordsOfAct = (act: Pick<CheckedAct, 'number' | 'title' | 'authorName' | 'text'>): string[] => [
  ...new Set(wordsIn([act.number, act.title, act.authorName, act.text].filter(Boolean).join(' '))),
]
