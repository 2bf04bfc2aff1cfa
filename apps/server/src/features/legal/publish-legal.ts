import { formatDay } from '@parvis/domain/kernel/french-format'
import { parisDay, startOfParisDay } from '@parvis/domain/kernel/paris-time'
import { checkEffectiveDay, currentVersion, type LegalKind } from '@parvis/domain/legal/legal'
import { termsLetter } from '@parvis/domain/notices/letter.fr'
import { noticeTexts } from '@parvis/domain/notices/notice-texts.fr'
import { refusal, refuseFields } from '@parvis/domain/refusals'
import { transaction } from '@parvis/postgres'
import { Temporal } from 'temporal-polyfill'
import { audit } from '../../audit.queries.ts'
import { readNow, toDate } from '../../db/clock.ts'
import type { Transaction } from '../../db/database.ts'
import { notifyLive } from '../../db/notify.queries.ts'
import type { Dependencies } from '../../dependencies.ts'
import { findActingCompany } from '../../http/authorize.queries.ts'
import { refuseBelow } from '../../http/authorize.ts'
import { enqueue, type Job, type PeriodicTask } from '../../jobs/job.ts'
import { sanitiseRichText } from '../../rich-text/sanitise-rich-text.ts'
import { enqueueMail, notifyOfFact } from '../notices/index.ts'
import {
  findLegalHtml,
  insertAcceptance,
  insertAcceptancesByUse,
  insertVersion,
  listCompaniesTold,
  listOwnersWithMail,
  listVersions,
  lockKind,
} from './legal.queries.ts'
import { ofKind, presentPublished } from './read-legal.ts'

export type TypedText = { kind: LegalKind; effectiveOn: string; html: string }

/**
 * Publishes a version of a text, sanitised, with its audit line; of terms, every owner with an address is written to.
 * 400 `html` without visible text, `effectiveOn` for terms that begin too soon.
 */
export async function publishLegal(tx: Transaction, { kind, effectiveOn, html }: TypedText, by: string) {
  const clean = sanitiseRichText(html)
  if (clean.replaceAll(/<[^<>]*>|&nbsp;|\s/g, '') === '') refuseFields({ html: 'invalid' })
  await lockKind(tx, kind)
  const former = ofKind(await listVersions(tx), kind)
  const day = Temporal.PlainDate.from(effectiveOn)
  const today = parisDay(await readNow(tx))
  refuseFields(checkEffectiveDay({ kind, effectiveOn: day, isFirst: former.length === 0 }, today))
  const version = former.length + 1
  await insertVersion(tx, { kind, version, effectiveOn: day, html: clean, by })
  const details = { version, effectiveOn }
  await audit(tx, { actor: by, action: 'legal.publish', object: `legal:${kind}`, details })
  await notifyLive(tx, { topic: 'clock', id: 'legal' }, ['user:0'])
  if (kind === 'terms') await enqueue(tx, notifyTerms.name, { ...details, after: 0 })
  return ofKind(await listVersions(tx), kind).map(presentPublished)
}

const pageSize = 500

/**
 * The mails of a page of owners and the job of the next page, together: a kill repeats the page under the same keys. The
 * devices of those who chose that ring too.
 */
export const notifyTerms: Job = {
  name: 'notify-terms',
  run: async ({ db, config }, payload) => {
    const { version, effectiveOn, after } = payload as { version: number; effectiveOn: string; after: number }
    const letter = termsLetter(effectiveOn, version, config.publicUrl)
    await transaction(db, async (tx) => {
      const owners = await listOwnersWithMail(tx, after, pageSize)
      for (const userId of owners) await enqueueMail(tx, { key: `terms-${version}-${userId}`, to: { userId }, letter })
      if (after === 0) await ringOfTerms(tx, version, effectiveOn)
      const last = owners.at(-1)
      if (last && owners.length === pageSize) await enqueue(tx, 'notify-terms', { version, effectiveOn, after: last })
    })
  },
}

async function ringOfTerms(tx: Transaction, version: number, effectiveOn: string): Promise<void> {
  const sentence = noticeTexts.terms(formatDay(effectiveOn))
  const fact = { sentence, path: `/conditions?version=${version}`, isMailed: true } as const
  for (const companyId of await listCompaniesTold(tx))
    await notifyOfFact(tx, { companyId, kind: 'terms', event: `terms-${version}-${companyId}`, fact })
}

type Accepting = { kind: LegalKind; version: number; companyId?: string | undefined }

/** Records an acceptance once; 404 for a version that was never published, 403 for somebody else's business. */
export async function acceptLegal({ db }: Dependencies, userId: number, { kind, version, companyId }: Accepting) {
  await transaction(db, async (tx) => {
    if (companyId !== undefined) refuseBelow((await findActingCompany(tx, userId, companyId))?.role, 'owner')
    if ((await findLegalHtml(tx, kind, version)) === undefined) throw refusal('request.not_found')
    await insertAcceptance(tx, { userId, companyId, kind, version })
  })
}

/** Records as an acceptance that an owner went on after the day on which terms took effect. */
export const termsInUseTask: PeriodicTask = {
  name: 'terms-in-use',
  everySeconds: 600,
  run: async ({ db }) => {
    const current = currentVersion(ofKind(await listVersions(db), 'terms'), parisDay(await readNow(db)))
    if (current) await insertAcceptancesByUse(db, current.version, toDate(startOfParisDay(current.effectiveOn)), 1_000)
  },
}
