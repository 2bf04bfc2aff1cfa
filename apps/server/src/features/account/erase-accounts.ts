import { accountMails } from '@parvis/domain/access/second-proof.fr'
import { formatDay } from '@parvis/domain/kernel/french-format'
import { writeParisIso } from '@parvis/domain/kernel/paris-time'
import { retention } from '@parvis/domain/kernel/retention'
import { refusal } from '@parvis/domain/refusals'
import { transaction } from '@parvis/postgres'
import { z } from 'zod'
import { audit } from '../../audit.queries.ts'
import type { Config } from '../../config.ts'
import { readNow } from '../../db/clock.ts'
import type { Transaction } from '../../db/database.ts'
import type { Dependencies } from '../../dependencies.ts'
import { smsTries } from '../../gateways/sms/sms.ts'
import type { Actor } from '../../http/actor.ts'
import { eachAlone, enqueue, type Job, type PeriodicTask } from '../../jobs/job.ts'
import { openText, sealText } from '../../sealed-text.ts'
import { notifyAccount, requireProofOfHolder } from '../access/index.ts'
import { stripOrdersOf } from '../orders/index.ts'
import { endAtProvider, followDeletion } from '../subscription/index.ts'
import {
  eraseAccount,
  findWarned,
  insertErasedAuthor,
  listAccountsToErase,
  listErasedAuthors,
  listLiveSubscriptions,
  listSoleCompanies,
  listTeamsLeftAlone,
  lockAccountToErase,
  markWarned,
  readAuthor,
  scheduleErasure,
  takeUnusedAccounts,
} from './erase-account.queries.ts'
import { notifyOfLosses } from './notify-of-loss.ts'

const batchSize = 50

export const accountTask: PeriodicTask = { name: 'erase-accounts', everySeconds: 300, run: eraseAccounts }

/** Warns owners of accounts unused for long twice, by SMS or by mail where the number is lost, then asks for the deletion in their place. */
export const unusedAccountsTask: PeriodicTask = {
  name: 'unused-accounts',
  everySeconds: 600,
  run: followUnusedAccounts,
}

const warningPayload = z.object({ userId: z.number(), warnings: z.number() })

export const notifyUnusedAccount: Job = {
  name: 'notify-unused-account',
  run: async ({ db, config, gateways }, payload) => {
    const { userId, warnings } = warningPayload.parse(payload)
    const account = await findWarned(db, userId, warnings)
    if (!account) return
    const day = formatDay(account.goesAt)
    const text = `Parvis : votre compte n’a plus servi depuis longtemps. Il sera effacé le ${day}. Pour le garder, connectez-vous sur ${config.publicUrl}/login`
    await gateways.sms.send({ to: account.phone, text, key: `unused ${userId} ${warnings} ${day}` })
  },
}

const atHours = { first: 10, last: 17 }

async function followUnusedAccounts({ db }: Pick<Dependencies, 'db'>): Promise<void> {
  const now = await readNow(db)
  const { hour } = now.toZonedDateTimeISO('Europe/Paris')
  // No SMS at night.
  if (hour < atHours.first || hour > atHours.last) return
  await transaction(db, async (tx) => {
    for (const { id, warnings, hasPhone } of await takeUnusedAccounts(tx, batchSize)) {
      const days = retention.inactiveAccountWarningDays[warnings]
      if (days === undefined) {
        await askDeletion(tx, id, 'system')
        continue
      }
      await markWarned(tx, id, warnings + 1)
      const goesAt = new Date(now.add({ hours: 24 * days }).epochMilliseconds)
      if (hasPhone)
        await enqueue(tx, 'notify-unused-account', { userId: id, warnings: warnings + 1 }, { attempts: smsTries })
      else await notifyAccount(tx, { userId: id, sentence: accountMails.unused(goesAt) })
    }
  })
}

type Erasing = { db: Dependencies['db']; config: Pick<Config, 'secretKey' | 'legal'> }

/** Erases the accounts whose 30 days are over, each in one transaction with its line of audit; paid plans are ended. */
export async function eraseAccounts({ db, config }: Erasing): Promise<void> {
  await eachAlone(await listAccountsToErase(db, batchSize), (userId) =>
    transaction(db, (tx) => erase(tx, config, userId)),
  )
}

async function erase(tx: Transaction, config: Erasing['config'], userId: number): Promise<void> {
  const account = await lockAccountToErase(tx, userId)
  if (!account) return
  const companies = await listSoleCompanies(tx, userId)
  for (const subscriptionId of await listLiveSubscriptions(tx, companies)) await endAtProvider(tx, subscriptionId)
  await notifyOfLosses(tx, companies)
  await stripOrdersOf(tx, { residentId: userId })
  await keepAuthor(tx, config, userId)
  await eraseAccount(tx, userId, account.phone, companies)
  await audit(tx, { actor: 'system', action: 'account.erase', object: `user:${userId}`, details: { companies } })
}

const authorSeal = 'author'

/** Seals what identifies whoever published, where the operator's setting keeps it; residents publish nothing. */
async function keepAuthor(tx: Transaction, { secretKey, legal }: Erasing['config'], userId: number): Promise<void> {
  const author = legal.authorMonths > 0 ? await readAuthor(tx, userId) : undefined
  if (author) await insertErasedAuthor(tx, userId, sealText(secretKey, authorSeal, author))
}

/**
 * The erased authors whose identity holds the text that a court names: a phone, a name, a business, its id or SIRET. Each reading is in
 * the audit trail with its reason.
 */
export async function readErasedAuthors(
  { db, secretKey }: { db: Dependencies['db'] } & Pick<Config, 'secretKey'>,
  { text, reason, by }: { text: string; reason: string; by: string },
): Promise<string[]> {
  const found = (await listErasedAuthors(db))
    .map(({ userId, identity, erasedAt }) => ({ userId, erasedAt, author: openText(secretKey, authorSeal, identity) }))
    .filter(({ author }) => author.toLowerCase().includes(text.toLowerCase()))
  const details = { reason, users: found.map(({ userId }) => userId) }
  await audit(db, { actor: by, action: 'author.view', object: 'erased-authors', details })
  return found.map(({ userId, erasedAt, author }) => `${userId}, effacé le ${formatDay(erasedAt)}\u00a0: ${author}`)
}

/**
 * Asks for the erasure of the account in 30 days and signs out everywhere; signing in again cancels it. Paid plans are not
 * renewed meanwhile. Told by mail. 409 LAST_OWNER for the last owner of a team, with its businesses.
 */
export async function deleteAccount({ db, config }: Dependencies, actor: Actor): Promise<{ deleteAfter: string }> {
  const { userId } = actor
  const at = await transaction(db, async (tx) => {
    await requireProofOfHolder(tx, config, actor)
    const asked = await askDeletion(tx, userId, `user:${userId}`)
    // The trigger of `users.delete_after` holds the rows of their businesses by now: two owners who leave at once see each other.
    const companies = await listTeamsLeftAlone(tx, userId)
    if (companies.length > 0) throw refusal('team.last_owner', { details: { companies } })
    return asked
  })
  return { deleteAfter: writeParisIso(at) }
}

/** `actor`: the person, or `system` for an account unused for years. */
async function askDeletion(tx: Transaction, userId: number, actor: string): Promise<Date> {
  const at = await scheduleErasure(tx, userId, retention.erasureDays)
  await followDeletion(tx, userId, true)
  await audit(tx, { actor, action: 'account.delete_asked', object: `user:${userId}` })
  await notifyAccount(tx, { userId, sentence: accountMails.deletionAsked(at) })
  return at
}
