import { parisDay } from '@parvis/domain/kernel/paris-time'
import { readNow } from '../../db/clock.ts'
import type { Dependencies } from '../../dependencies.ts'
import { listLostFollowers, sumActs, sumSources } from './acts.queries.ts'
import { countFollowers, type DayNumbers, listDayNumbers, listInstantNumbers } from './stats.queries.ts'

const days = 30

/** The last 30 Paris days of a business, today included. */
export async function readNumbers({ db }: Dependencies, companyId: string) {
  const today = parisDay(await readNow(db))
  const firstDay = today.subtract({ days: days - 1 }).toString()
  const perDay = await listDayNumbers(db, companyId, firstDay, today.toString())
  const total = (key: Exclude<keyof DayNumbers, 'day'>) => perDay.reduce((sum, line) => sum + line[key], 0)
  const lost = await listLostFollowers(db, companyId)
  return {
    followersCount: await countFollowers(db, companyId),
    totals: { followers: total('followers'), views: total('views'), openedNotifications: total('openedNotifications') },
    days: perDay,
    instants: await listInstantNumbers(db, companyId, firstDay),
    acts: await sumActs(db, companyId),
    sources: await sumSources(db, companyId),
    lostFollowers: { total: lost.reduce((sum, { count }) => sum + count, 0), days: lost },
  }
}
