import { type HoursPlan, planHours, unknownHours } from '@parvis/domain/hours/day-hours'
import { openingAt } from '@parvis/domain/hours/opening'
import type { Body } from '@parvis/domain/kernel/contract'
import { countCharacters } from '@parvis/domain/kernel/text'
import { checkAwayTimes, isAway } from '@parvis/domain/messages/away'
import { maxReply } from '@parvis/domain/messages/quick-replies'
import type { talkContract } from '@parvis/domain/messages/talk.contract'
import { hoursOfDayText, nextOpeningText } from '@parvis/domain/messages/variable-hours.fr'
import { defaultAwayText, fillVariables, type VariableValues } from '@parvis/domain/messages/variables.fr'
import { refusal, refuseFields } from '@parvis/domain/refusals'
import { transaction } from '@parvis/postgres'
import { readNow } from '../../db/clock.ts'
import type { Db, Transaction } from '../../db/database.ts'
import { notifyCompany } from '../../db/notify.queries.ts'
import type { Dependencies } from '../../dependencies.ts'
import { lockCompany } from '../company/index.ts'
import { findHours, plansOf } from '../hours/index.ts'
import { describeCompany, findAway, findAwayNow, findFirstName, type StoredAway, saveAway } from './away.queries.ts'
import { insertAutomatic } from './new-message.queries.ts'

const unset: StoredAway = { mode: 'off', from: null, until: null, text: defaultAwayText, version: 1 }

/**
 * Saves the automatic reply unless it has changed since it was read (409); the same content is accepted. Refuses an empty or too
 * long text, dates without an end or longer than 60 days.
 */
export async function saveAwayMessage(
  { db }: Dependencies,
  companyId: string,
  typed: Body<typeof talkContract.saveAwayMessage>,
) {
  return await transaction(db, async (tx) => {
    await lockCompany(tx, companyId)
    const stored = (await findAway(tx, companyId)) ?? unset
    const { mode, from, until, text = stored.text } = typed
    const dates = mode === 'dates' ? { from: from || null, until: until || null } : { from: null, until: null }
    const now = (await readNow(tx)).epochMilliseconds
    refuseFields({ ...checkAwayTimes({ mode, ...dates }, now), ...textErrors(text) })
    const wanted = { mode, ...dates, text, version: stored.version }
    if (JSON.stringify(wanted) !== JSON.stringify(stored)) {
      if (typed.version !== stored.version) throw refusal('messages.newer_version')
      await saveAway(tx, companyId, { ...wanted, version: stored.version + 1 })
      await notifyCompany(tx, companyId)
    }
    return await readAwayMessage(tx, companyId)
  })
}

function textErrors(text: string): Record<string, string> {
  if (text === '') return { text: 'away_text_error' }
  return countCharacters(text) > maxReply ? { text: 'message_too_long' } : {}
}

/** The automatic reply of a company, with its text as it reads now. */
export async function readAwayMessage(db: Db, companyId: string) {
  const { mode, from, until, text, version } = (await findAway(db, companyId)) ?? unset
  const values = await speakingFor(db, companyId)
  return {
    mode,
    from,
    until,
    text,
    version,
    preview: fillVariables(text, { ...values, prénom: 'Marie' }),
    variables: values,
  }
}

type Away = { companyId: string; discussionId: string; residentId: number }

/**
 * Answers a resident's message or order when the shop is away, under the conversation's row that the caller holds. The caller
 * has seen that the mode is not off and that both gaps hold: not twice in 12 hours, not within 10 minutes of a person.
 */
export async function answerWhileAway(tx: Transaction, { companyId, discussionId, residentId }: Away): Promise<void> {
  const away = await findAwayNow(tx, companyId)
  const plan = away && (await plansOf(tx, [away])).get(companyId)
  if (!away || !plan || !isAway(away, away.now.getTime(), stateOf(plan, away.now.getTime()))) return
  const values = await speakingFor(tx, companyId)
  await insertAutomatic(tx, discussionId, fillFor(away.text, values, await findFirstName(tx, residentId)))
}

/** The text that a resident reads: variables filled, 5,000 characters at most. */
export function fillFor(text: string, values: VariableValues, firstName: string | null): string {
  const filled = fillVariables(text, { ...values, prénom: firstName?.trim() || null })
  return [...(filled || text)].slice(0, maxReply).join('')
}

/** Unknown hours leave their variables empty. */
function stateOf(plan: HoursPlan, now: number): 'open' | 'closed' | 'unknown' {
  const { state, reason } = openingAt(plan, now)
  return reason === 'unknown' || plan.weekState === 'appointment' ? 'unknown' : state
}

/** The present values of the variables. */
export async function speakingFor(db: Db, companyId: string): Promise<VariableValues> {
  const now = (await readNow(db)).epochMilliseconds
  const [company, stored] = [await describeCompany(db, companyId), await findHours(db, companyId)]
  const plan = planHours(stored ?? unknownHours)
  return {
    établissement: company.name,
    'horaires du jour': hoursOfDayText(plan, now),
    'prochaine ouverture': nextOpeningText(plan, now),
    adresse: company.address && `${company.address}, ${company.zipCode} ${company.city}`,
    téléphone: company.phone,
    site: company.website,
  }
}
