import type { Body } from '@parvis/domain/kernel/contract'
import { refusal } from '@parvis/domain/refusals'
import { type LetterRhythm, maskedAddress } from '@parvis/domain/residents/letter'
import { confirmationLetter } from '@parvis/domain/residents/letter.fr'
import type { choicesContract } from '@parvis/domain/site/choices.contract'
import { transaction } from '@parvis/postgres'
import type { Network } from '../../../admission/networks.ts'
import type { Transaction } from '../../../db/database.ts'
import type { Dependencies } from '../../../dependencies.ts'
import { countAgainstLimit, isBeyond, isBeyondNetworks } from '../../../http/limits.ts'
import { requireProof } from '../../../http/proof-of-work.ts'
import { lockCaller } from '../../../http/resident-door.queries.ts'
import {
  askLetter,
  changeRhythm,
  endLettersOf,
  enqueueMail,
  hashAddress,
  listLettersOf,
  type StoredLetter,
  ticketUrl,
} from '../../notices/index.ts'
import { changeFollow } from '../../residents/index.ts'
import { residentHome } from '../addresses.ts'

const hour = 3_600
const day = 24 * hour

const perResident = { name: 'letters', max: 5, seconds: day }
const perAddress = { name: 'letters-address', max: 20, seconds: hour }
/** Mails that ask one mailbox for its confirmation: whoever is behind them, it is not flooded, also where limits are relaxed. */
const perMailbox = { name: 'letters-mailbox', max: 1, seconds: day }

type Asking = Body<typeof choicesContract.changeLetter> & { userId: number; networks: readonly Network[] }

/** The letter of a resident, its address masked; null without one. */
export function presentLetter(letter: StoredLetter | null | undefined) {
  return letter ? { email: maskedAddress(letter.address), rhythm: letter.rhythm, state: letter.state } : null
}

/**
 * Asks for a letter, or changes it: the rhythm at once, a new address once it is confirmed. The answer is the same for
 * an address that is known, refused or new. 503 EMAIL_UNAVAILABLE where no mail leaves.
 */
export async function changeLetter(
  { db, config, gateways }: Dependencies,
  { userId, email, rhythm, ...asking }: Asking,
) {
  if (!gateways.mail.isServed) throw refusal('site.email_unavailable')
  return await transaction(db, async (tx) => {
    await lockCaller(tx, userId)
    if (rhythm) await changeRhythm(tx, userId, rhythm)
    if (email) {
      const kept = rhythm ?? (await listLettersOf(tx, userId))[0]?.rhythm ?? 'weekly'
      await askConfirmation(tx, config, { ...asking, userId, email, rhythm: kept })
    }
    return presentLetter((await listLettersOf(tx, userId))[0])
  })
}

/** Follows, and asks for the news by mail where an address was typed: one act, which is refused as a whole. */
export async function followFromSite(deps: Dependencies, asked: Parameters<typeof changeFollow>[1] & Asking) {
  if (!asked.email || !asked.follows) return await changeFollow(deps, asked)
  return await transaction(deps.db, async (tx) => {
    const joined = { ...deps, db: tx }
    return { ...(await changeFollow(joined, asked)), letter: (await changeLetter(joined, asked)) ?? undefined }
  })
}

async function askConfirmation(
  tx: Transaction,
  config: Dependencies['config'],
  { userId, email, rhythm, networks, proof }: Asking & { email: string; rhythm: LetterRhythm },
): Promise<void> {
  const mailbox = hashAddress(config, email)
  if (!(await askLetter(tx, { userId, address: email, mailbox, rhythm }))) return
  await countAgainstLimit(tx, config, perResident, `user:${userId}`)
  if (await isBeyondNetworks(tx, config, perAddress, networks)) await requireProof(tx, config, proof)
  const subject = mailbox.toString('base64url')
  if (await isBeyond(tx, { rateLimits: 'strict' }, perMailbox, `mailbox:${subject}`)) return
  const url = ticketUrl({ ...config, publicUrl: residentHome(config) }, 'confirm', subject)
  const letter = confirmationLetter(rhythm, url)
  await enqueueMail(tx, { key: `confirm-${subject}`, to: { mailbox: subject, isAsked: true }, letter })
}

export async function endLetter({ db }: Dependencies, userId: number) {
  await transaction(db, async (tx) => {
    await lockCaller(tx, userId)
    await endLettersOf(tx, userId)
  })
}
