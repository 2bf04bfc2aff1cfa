import { memoised } from '../kernel/memoised.ts'
import { dateOfDay, dayNumberOf } from '../kernel/paris-days.ts'

/** A public holiday: `note` says to whom it applies when the zone alone does not. */
export type Holiday = { date: string; name: string; note: string | null }

export const holidayDecisions = ['closed', 'usual', 'special'] as const
/** What the owner answers for a holiday; special hours are an exceptional day. */
export type HolidayDecision = (typeof holidayDecisions)[number]

type Fixed = readonly [monthAndDay: string, name: string]

// Code du travail, L3133-1: those of the whole country.
const national: readonly Fixed[] = [
  ['01-01', 'Jour de l’An'],
  ['05-01', 'Fête du Travail'],
  ['05-08', 'Victoire 1945'],
  ['07-14', 'Fête nationale'],
  ['08-15', 'Assomption'],
  ['11-01', 'Toussaint'],
  ['11-11', 'Armistice 1918'],
  ['12-25', 'Noël'],
]
const afterEaster: readonly (readonly [days: number, name: string])[] = [
  [1, 'Lundi de Pâques'],
  [39, 'Ascension'],
  [50, 'Lundi de Pentecôte'],
]
const goodFridayNote = 'Férié en Alsace-Moselle dans les communes qui ont un temple protestant ou une église mixte'
const abolition = 'Abolition de l’esclavage'

// L3134-13 for Alsace-Moselle, L3422-2 overseas; the longest beginning of a zip wins. Saint-Martin: 28 May by circular since 2018.
const local: readonly (readonly [zip: string, day: string])[] = [
  ['97133', '10-09'],
  ['97150', '05-28'],
  ['971', '05-27'],
  ['972', '05-22'],
  ['973', '06-10'],
  ['974', '12-20'],
  ['976', '04-27'],
]
const alsaceMoselle = ['57', '67', '68']

/** The zone of a zip: what its holidays are known by. The empty one has the eleven national days only (time-and-orders.md 2.5). */
export function holidayZone(zip: string | null): string {
  if (zip === null) return ''
  if (alsaceMoselle.some((start) => zip.startsWith(start))) return 'alsace-moselle'
  return local.find(([start]) => zip.startsWith(start))?.[0] ?? ''
}

/** The public holidays of a zone and a year, by date (L3133-1, L3134-13, L3422-2). */
export function holidaysOf(zone: string, year: number): readonly Holiday[] {
  return yearsOf(zone)(year)
}

/** The holiday of a zone on a day `YYYY-MM-DD`. */
export function holidayOn(zone: string, date: string): Holiday | undefined {
  return holidaysOf(zone, Number(date.slice(0, 4))).find((holiday) => holiday.date === date)
}

const yearsOf = memoised(10, (zone: string) => memoised(20, (year: number) => workOut(zone, year)))

function workOut(zone: string, year: number): Holiday[] {
  const easter = dayNumberOf(easterSunday(year))
  const fixed = ([day, name]: Fixed): Holiday => ({ date: `${year}-${day}`, name, note: null })
  const moving = (days: number, name: string, note: string | null = null): Holiday => ({
    date: dateOfDay(easter + days),
    name,
    note,
  })
  const days = [...national.map(fixed), ...afterEaster.map(([after, name]) => moving(after, name))]
  if (zone === 'alsace-moselle')
    days.push(moving(-2, 'Vendredi saint', goodFridayNote), fixed(['12-26', 'Saint-Étienne']))
  for (const [start, day] of local) if (start === zone) days.push(fixed([day, abolition]))
  const byDate = new Map<string, Holiday>()
  for (const day of days.sort((a, b) => a.date.localeCompare(b.date))) {
    // In 2031 the Ascension is the day of the abolition in Martinique: one day, two names.
    const same = byDate.get(day.date)
    byDate.set(day.date, same ? { ...same, name: `${same.name} et ${day.name}` } : day)
  }
  return [...byDate.values()]
}

/**
 * Easter Sunday of a Gregorian year, by the computus of Meeus, Jones and Butcher.
 * @internal
 */
export function easterSunday(year: number): string {
  const golden = year % 19
  const century = Math.floor(year / 100)
  const rest = year % 100
  const correction = Math.floor((century - Math.floor((century + 8) / 25) + 1) / 3)
  const epact = (19 * golden + century - Math.floor(century / 4) - correction + 15) % 30
  const sunday = (32 + 2 * (century % 4) + 2 * Math.floor(rest / 4) - epact - (rest % 4)) % 7
  const late = Math.floor((golden + 11 * epact + 22 * sunday) / 451)
  const days = epact + sunday - 7 * late + 114
  return `${year}-0${Math.floor(days / 31)}-${String((days % 31) + 1).padStart(2, '0')}`
}

/** A holiday to come, as the owner reads it. */
export type AskedHoliday = {
  date: string
  usuallyOpen: boolean
  decision: HolidayDecision | null
  lastYear: HolidayDecision | null
}

const askedDays = 30

/**
 * The next public holiday within 30 days that falls on a usually open day, without an answer and without an entry of the owner:
 * asked on the home page, never applied by itself.
 */
export function holidayToAsk<Asked extends AskedHoliday>(
  holidays: readonly Asked[],
  exceptions: readonly { from: string; to: string }[],
  today: string,
): Asked | undefined {
  const last = dateOfDay(dayNumberOf(today) + askedDays)
  return holidays.find(
    ({ date, usuallyOpen, decision }) =>
      usuallyOpen &&
      decision === null &&
      date <= last &&
      !exceptions.some(({ from, to }) => from <= date && date <= to),
  )
}

/** From 1 December the holidays of the next year, to be answered at once (H-028, time-and-orders.md 16.10). */
export function nextYearHolidays<Asked extends AskedHoliday>(holidays: readonly Asked[], today: string): Asked[] {
  if (today.slice(5, 7) !== '12') return []
  const year = String(Number(today.slice(0, 4)) + 1)
  return holidays.filter(({ date }) => date.startsWith(year))
}
