import type { PostedAct } from '@parvis/domain/acts/acts.contract'
import { writeParisIso } from '@parvis/domain/kernel/paris-time'
import { refusal } from '@parvis/domain/refusals'
import { titleSlug } from '@parvis/domain/towns/slug'
import type { Config } from '../../config.ts'
import type { Db, Transaction } from '../../db/database.ts'
import { notifyLive } from '../../db/notify.queries.ts'
import { isOfficialHall } from '../../http/authorize.queries.ts'
import { mediaUrl } from '../../pictures/picture-store.ts'
import { lockCompany } from '../company/index.ts'
import { residentHome, townPath } from '../towns/index.ts'
import { findAct, listActs, type StoredAct } from './acts.queries.ts'
import { findHall } from './store-act.queries.ts'

const atOnce = 50

/** The official hall of its commune, locked: what its members publish and send at once is done one after the other. 403 for another. */
export async function lockHall(tx: Transaction, companyId: string) {
  await lockCompany(tx, companyId)
  const hall = (await isOfficialHall(tx, companyId)) ? await findHall(tx, companyId) : undefined
  if (!hall) throw refusal('municipality.not_town_hall')
  return hall
}

/** The acts of the commune of a hall, whichever hall posted them, 50 at a time. */
export async function readActs({ db, config }: { db: Db; config: Config }, companyId: string, before?: number) {
  const hall = await findHall(db, companyId)
  if (!hall) throw refusal('municipality.not_town_hall')
  const found = await listActs(db, hall.town, { before, limit: atOnce + 1 })
  const acts = found.slice(0, atOnce)
  return {
    acts: acts.map((act) => writeAct(config, act)),
    next: found.length > atOnce ? (acts.at(-1)?.id ?? null) : null,
  }
}

export async function actAnswer(db: Db, config: Config, town: string, id: number): Promise<PostedAct> {
  const act = await findAct(db, town, id)
  if (!act) throw refusal('acts.not_found')
  return writeAct(config, act)
}

/** The address of the page of an act under the residents' host; the title of a withdrawn one is gone from it. */
export const actPath = ({ town, id, title, withdrawnAt }: Pick<StoredAct, 'town' | 'id' | 'title' | 'withdrawnAt'>) =>
  `${townPath(town)}/actes/${withdrawnAt ? 'acte' : titleSlug(title)}-${id}`

function writeAct(config: Config, { town, file, postedAt, withdrawnAt, title, ...act }: StoredAct): PostedAct {
  return {
    ...act,
    title: withdrawnAt ? null : title,
    postedAt: writeParisIso(postedAt),
    withdrawnAt: withdrawnAt && writeParisIso(withdrawnAt),
    url: `${residentHome(config)}${actPath({ town, id: act.id, title, withdrawnAt })}`,
    fileUrl: mediaUrl(config, file),
  }
}

/** Drops the pages of the commune in every process once the transaction commits. */
export async function notifyTown(db: Db, town: string, id: `acte-${number}` | `alerte-${number}`): Promise<void> {
  await notifyLive(db, { topic: 'town', id }, [`town:${town}`])
}
