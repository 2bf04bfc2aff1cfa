import type { DayOfWeek } from '@parvis/domain/company/opening-hours'
import { checkWeek, maxSets, readWeek, type TypedWeek } from '@parvis/domain/hours/exception-rules'
import { type SetKey, setLabels } from '@parvis/domain/hours/hours.texts.fr'
import { canonicalWeek, keepIds, unfoldWeek, type WeekLine } from '@parvis/domain/hours/week'
import { countCharacters } from '@parvis/domain/kernel/text'
import { refusal, refuseFields } from '@parvis/domain/refusals'
import type { Dependencies } from '../../dependencies.ts'
import { replaceHours, saveAppointmentDays } from '../company/index.ts'
import { changeHours } from './change-hours.ts'
import { deleteSet, saveSet } from './hours.queries.ts'

type TypedHours = { version: number; week: TypedWeek; appointmentDays?: DayOfWeek[] | undefined }

/**
 * Replaces the week that was read at a version by rows of the seeds, keeping the ids of those that did not change, and its days
 * by appointment where they are given. The same again changes nothing, whatever the version.
 */
export async function saveWeek(deps: Dependencies, companyId: string, typed: TypedHours) {
  return await changeHours(deps, companyId, async ({ tx, hours }) => {
    const { appointmentDays: known = [] } = hours
    const days = typed.appointmentDays?.toSorted() ?? known
    refuseFields(checkWeek(typed.week, days))
    const week = canonicalWeek(readWeek(typed.week))
    if (isSame(week, hours.week) && days.join() === known.join()) return
    if (typed.version !== hours.version) throw refusal('hours.newer_version')
    await replaceHours(tx, companyId, keepIds(unfoldWeek(week), hours.rows))
    await saveAppointmentDays(tx, companyId, days)
  })
}

/** Replaces the extra hours of one kind, of five at most. */
export async function saveExtraHours(
  deps: Dependencies,
  companyId: string,
  key: SetKey,
  typed: { label?: string | undefined; week: TypedWeek },
) {
  const label = typed.label || setLabels[key]
  const isRight = label !== null && countCharacters(label) <= maxLabel
  refuseFields({ ...(isRight ? {} : { label: 'set_label_error' }), ...checkWeek(typed.week) })
  const set = { key, label: label ?? '', week: canonicalWeek(readWeek(typed.week)) }
  return await changeHours(deps, companyId, async ({ tx, hours }) => {
    const stored = hours.sets.find((one) => one.key === key)
    if (!stored && hours.sets.length >= maxSets) throw refusal('hours.limit')
    if (stored && stored.label === set.label && isSame(stored.week, set.week)) return
    await saveSet(tx, companyId, set)
  })
}

/** Deletes a set of extra hours; deleting it twice changes nothing. */
export async function deleteExtraHours(deps: Dependencies, companyId: string, key: SetKey) {
  return await changeHours(deps, companyId, async ({ tx }) => await deleteSet(tx, companyId, key))
}

const maxLabel = 40

function isSame(some: readonly WeekLine[], others: readonly WeekLine[]): boolean {
  const text = ({ days, start, end, enabled }: WeekLine) => `${days.join()} ${start} ${end} ${enabled}`
  return some.map(text).join(';') === others.map(text).join(';')
}
