import type { UploadedFile } from '@parvis/domain/kernel/contract'
import { refusal } from '@parvis/domain/refusals'
import { limitsOf } from '@parvis/domain/subscription/plans'
import { audit } from '../../db/audit.queries.ts'
import type { Db, Transaction } from '../../db/database.ts'
import { notifyLive } from '../../db/notify.queries.ts'
import { transaction } from '../../db/transaction.ts'
import type { Dependencies } from '../../dependencies.ts'
import { settleAddress } from '../towns/index.ts'
import { isRegistering, type ProfileStanding, refuseReservedSubdomain, refuseUpdate } from './check-update.ts'
import { lockCompany } from './company.queries.ts'
import { companyChanges } from './company-changes.ts'
import { listIdentitySides } from './identity.queries.ts'
import { locateCompany, type NewPosition } from './locate-company.ts'
import { findProfile } from './profile.queries.ts'
import { type ProfileBody, type ReceivedProfile, readProfile } from './read-profile.ts'
import { receivePictures } from './receive-pictures.ts'
import { replaceHours, saveCompany } from './save-profile.queries.ts'
import { keepPictures, type WrittenPictures, writePictures } from './store-pictures.ts'
import { toSettings } from './to-settings.ts'

type Update = { companyId: string; userId: number; body: ProfileBody; files: readonly UploadedFile[] }

/**
 * Completes or changes a profile, all or nothing, and answers the new settings. Pictures are decoded and written before
 * the transaction; the rules are applied once more inside it, on the company as it then stands. Refusals: 404
 * data_format_error, 415 for a picture, 409 SUBDOMAIN_TAKEN (AMB-36, AMB-42..57, AMB-61, api.md 8.1-8.4).
 */
export async function updateCompany(deps: Dependencies, { companyId, userId, body, files }: Update) {
  const received = readProfile(body)
  const before = await standingOf(deps.db, companyId)
  const pictures = await receivePictures(files, {
    identity: isRegistering(before.stored),
    slots: before.limits.hasClickAndCollect,
  })
  refuseUpdate(before, received, pictures)

  const position = await locateCompany(deps, before.stored, received)
  const written = await writePictures(deps, pictures, slotReferences(before, received))
  return await transaction(deps.db, async (tx) => {
    await lockCompany(tx, companyId)
    const standing = withPlanOf(before, await standingOf(tx, companyId))
    refuseUpdate(standing, received, pictures)
    await refuseReservedSubdomain(tx, standing, received)
    await save(tx, standing, { received, position, written })
    if (written.identity.length > 0)
      await audit(tx, { actor: `user:${userId}`, action: 'identity.send', object: `company:${companyId}` })
    await notifyLive(tx, { topic: 'company', id: companyId }, [`company:${companyId}`])
    return toSettings(deps.config, (await standingOf(tx, companyId)).stored)
  })
}

type Change = { received: ReceivedProfile; position: NewPosition; written: WrittenPictures }

async function save(tx: Transaction, { stored, limits }: ProfileStanding, { received, position, written }: Change) {
  const accepted: WrittenPictures = {
    ...written,
    slots: limits.hasClickAndCollect ? written.slots : new Map(),
    identity: isRegistering(stored) ? written.identity : [],
  }
  const pictureColumns = await keepPictures(tx, stored, accepted, received.drawn)
  const changes = { ...companyChanges(received, position, limits), ...pictureColumns }
  if (!(await saveCompany(tx, stored.id, changes))) throw refusal('company.subdomain_taken')
  const { hours } = received
  if (hours)
    await replaceHours(
      tx,
      stored.id,
      hours.map(({ dayType, ...entry }) => ({ ...entry, type: dayType })),
    )
  await settleAddress(tx, stored.id)
}

async function standingOf(db: Db, companyId: string): Promise<ProfileStanding> {
  const stored = await findProfile(db, companyId)
  if (!stored) throw refusal('request.forbidden')
  const identitySides = isRegistering(stored) ? await listIdentitySides(db, companyId) : []
  return { stored, identitySides, limits: limitsOf(stored.type, stored.purchased) }
}

function slotReferences({ limits }: ProfileStanding, { references = [] }: ReceivedProfile) {
  return limits.hasClickAndCollect ? references : []
}

/** A plan bought while the pictures were being decoded gives its slots from the next save on. */
function withPlanOf(before: ProfileStanding, now: ProfileStanding): ProfileStanding {
  const hasClickAndCollect = before.limits.hasClickAndCollect && now.limits.hasClickAndCollect
  return { ...now, limits: { ...now.limits, hasClickAndCollect } }
}
