import { checkWithdrawal } from '@parvis/domain/acts/act'
import { writeActChange } from '@parvis/domain/acts/attestation'
import { writeParisIso } from '@parvis/domain/kernel/paris-time'
import { cleanText } from '@parvis/domain/kernel/text'
import { refusal, refuseFields } from '@parvis/domain/refusals'
import { transaction } from '@parvis/postgres'
import { audit } from '../../audit.queries.ts'
import type { Config } from '../../config.ts'
import type { Db, Transaction } from '../../db/database.ts'
import type { Dependencies } from '../../dependencies.ts'
import { isOfficialHall } from '../../http/authorize.queries.ts'
import { refuseBelow } from '../../http/authorize.ts'
import { countAgainstLimit } from '../../http/limits.ts'
import { eachAlone, enqueue, type PeriodicTask } from '../../jobs/job.ts'
import { lockCompany } from '../company/index.ts'
import { deleteWithdrawn, moveActFile } from './act-files.ts'
import { findAct } from './acts.queries.ts'
import { wordsOfAct } from './post-act.ts'
import { actAnswer, notifyTown } from './read-acts.ts'
import { sha256OfText } from './read-pdf.ts'
import { recordAct } from './record-act.ts'
import {
  eraseWithdrawn,
  findHallOfAct,
  findWithdrawn,
  listWithdrawnForGood,
  saveWithdrawal,
} from './store-act.queries.ts'

const withdrawals = { name: 'act-withdrawals', max: 10, seconds: 86_400 }

type Withdrawal = { actId: number; userId: number; reason: string }

/** Withdraws the file, text and title of an act, signed and chained. Asked again, it answers the first withdrawal. */
export async function withdrawAct({ db, config }: Dependencies, { actId, userId, reason: typed }: Withdrawal) {
  return await transaction(db, async (tx) => {
    const hall = await findHallOfAct(tx, userId, actId)
    if (!hall) throw refusal('acts.not_found')
    refuseBelow(hall.role, 'manager')
    await lockCompany(tx, hall.companyId)
    if (!(await isOfficialHall(tx, hall.companyId))) throw refusal('acts.not_found')
    const reason = cleanText(typed)
    refuseFields(checkWithdrawal(reason))
    const at = await saveWithdrawal(tx, actId, { reason })
    if (at) {
      await countAgainstLimit(tx, config, withdrawals, `company:${hall.companyId}`)
      const act = await findAct(tx, hall.town, actId)
      if (!act) throw refusal('acts.not_found')
      await recordChange(tx, config, { ...act, actId, change: 'withdrawn', at, reason })
      await audit(tx, { actor: `user:${userId}`, action: 'act.withdraw', object: `act:${actId}`, details: { reason } })
    }
    return await actAnswer(tx, config, hall.town, actId)
  })
}

/** Puts back an act that was withdrawn by mistake, within 30 days; false when there is none. */
export async function restoreAct(
  db: Db,
  config: Pick<Config, 'secretKey' | 'signingPrivateKey'>,
  { actId, by }: { actId: number; by: string },
): Promise<boolean> {
  return await transaction(db, async (tx) => {
    const act = await findWithdrawn(tx, actId)
    if (!act) return false
    if (act.companyId) await lockCompany(tx, act.companyId)
    const at = await saveWithdrawal(tx, actId, { words: wordsOfAct(act) })
    if (!at) return false
    await recordChange(tx, config, { ...act, actId, change: 'restored', at, reason: by })
    await audit(tx, { actor: by, action: 'act.restore', object: `act:${actId}` })
    return true
  })
}

type Change = { actId: number; town: string; siret: string; sha256: string; at: Date; reason: string } & {
  change: 'withdrawn' | 'restored'
}

async function recordChange(
  tx: Transaction,
  config: Pick<Config, 'secretKey' | 'signingPrivateKey'>,
  { actId, town, siret, change, sha256, at, reason }: Change,
): Promise<void> {
  const stated = { change, sha256, at: writeParisIso(at), reasonSha256: sha256OfText(reason) }
  await recordAct(tx, config, {
    town,
    actId,
    change,
    siret,
    write: (head, end) => writeActChange({ ...stated, ...head }, end),
  })
  // One after the other: of two moves at once, each would delete what the other has just copied. A store may be away for hours.
  await enqueue(tx, moveActFile.name, { id: actId }, { queue: `act ${actId}`, attempts: 12 })
  await notifyTown(tx, town, `acte-${actId}`)
}

/**
 * After 30 days a withdrawal is for good: the file, the title and the text are erased; the register says what it said. The file goes
 * first: its row finds it again where its store was away.
 */
export const eraseWithdrawnActs: PeriodicTask = {
  name: 'erase-withdrawn-acts',
  everySeconds: 3_600,
  run: async (deps) => {
    await eachAlone(await listWithdrawnForGood(deps.db), async ({ id, file }) => {
      await deleteWithdrawn(deps, file)
      await eraseWithdrawn(deps.db, id)
    })
  },
}
