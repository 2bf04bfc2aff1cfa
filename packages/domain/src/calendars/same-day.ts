import { dayName } from '../company/opening-hours.ts'
import { parisDayNumber, parisMinutes, wallMoment, weekdayOf } from '../kernel/paris-days.ts'
import { wordsIn } from '../kernel/text.ts'
import { clockText } from '../site/when.fr.ts'
import { atTown, ofTown } from '../towns/slug.ts'

const leastLetters = 3

/** Whether two titles seem to name one event: two thirds of the words of the shorter one are in the other. */
export function isLikeTitle(one: string, other: string): boolean {
  const [short = [], long = []] = [one, other]
    .map((title) => [...new Set(wordsIn(title).filter((word) => word.length >= leastLetters))])
    .sort((a, b) => a.length - b.length)
  const shared = short.filter((word) => long.includes(word)).length
  return short.length > 0 && shared * 3 >= short.length * 2
}

const [dawn, evening, dayMinutes] = [5 * 60, 17 * 60, 24 * 60]

/** From 17:00 on, the evening that a date begins in; before, its day from dawn to dawn. In epoch milliseconds. */
export function spanOfDate(start: number): { isEvening: boolean; from: number; until: number } {
  const minutes = parisMinutes(start)
  const day = parisDayNumber(start) - (minutes < dawn ? 1 : 0)
  const isEvening = minutes >= evening
  return { isEvening, from: wallMoment(day, isEvening ? evening : dawn), until: wallMoment(day, dawn + dayMinutes) }
}

/** `Ce soir-là à Clichy : 2 autres événements`. */
export function sameDayText(count: number, { isEvening, town }: { isEvening: boolean; town: string }): string {
  const when = isEvening ? 'ce soir-là' : 'ce jour-là'
  if (count === 0) return `Rien d’autre ${when} ${atTown(town)}`
  const others = count > 1 ? 'autres événements' : 'autre événement'
  return `C${when.slice(1)} ${atTown(town)}\u00a0: ${count} ${others}`
}

/** `Cela ressemble à « Loto du foyer » de Foyer rural, samedi à 20 h.` */
export function likelyText({ title, business }: { title: string; business: string }, start: number): string {
  const weekday = dayName(weekdayOf(parisDayNumber(start)))
  return `Cela ressemble à «\u00a0${title}\u00a0» ${ofTown(business)}, ${weekday} à ${clockText({ epochMilliseconds: start })}.`
}
