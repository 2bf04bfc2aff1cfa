import type { Temporal } from 'temporal-polyfill'
import { readNow } from '../../db/clock.ts'
import type { Db } from '../../db/database.ts'
import { together } from '../../db/postgres/database.ts'
import { noTown, type Town, townOfSlug } from '../towns/index.ts'
import { type Fiche, findBusinessAt, findBusinessOfInstant, type SiteBusiness } from './businesses.queries.ts'
import { findTexts, listTimesAt, listTimesBeside, listTimesOfInstant, type SiteTimeRow } from './instants.queries.ts'
import { askTown, type TownRows } from './read-town.ts'

/** The entities that the path of an address names. */
export type Named = {
  business?: SiteBusiness | undefined
  times?: SiteTimeRow[]
  /** The business of an instant. */
  beside?: SiteTimeRow[]
  /** The long text of an instant, as HTML. */
  html?: string | undefined
  town?: TownRows
}

const wordsOfTown = ['annuaire', 'agenda', 'services', 'affiche', 'agenda.ics', 'flux.xml']

/**
 * Reads what the path names together with the time of the database, in one message: each round trip of a page costs more than
 * most of its queries.
 */
export async function readNamed(db: Db, words: readonly string[]): Promise<{ now: Temporal.Instant; named: Named }> {
  const [first = '', second, third] = words
  const town = townOfSlug(first)
  if (second === undefined || wordsOfTown.includes(second)) return await readNamedTown(db, town, second)
  const instant = instantOf(words)
  if (instant) return await readNamedInstant(db, instant)
  const code = first === noTown ? noTown : town?.code
  return code ? await readNamedFiche(db, { town: code, slug: second }, third) : { now: await readNow(db), named: {} }
}

async function readNamedTown(db: Db, town: Town | undefined, word: string | undefined) {
  if (town && word === undefined) {
    const [now, ...rows] = await together(db, (tx) => [readNow(tx), ...askTown(tx, town)])
    return { now, named: { town: rows } }
  }
  return { now: await readNow(db), named: {} }
}

export async function readNamedInstant(db: Db, { id, isCalendar }: NamedInstant) {
  const [now, times, business, texts, beside] = await together(db, (tx) => [
    readNow(tx),
    listTimesOfInstant(tx, { instantId: id }),
    findBusinessOfInstant(tx, { instantId: id }),
    findTexts(tx, [id], maxText),
    isCalendar ? [] : listTimesBeside(tx, id),
  ])
  return { now, named: { times, business, html: texts.get(id), beside } }
}

async function readNamedFiche(db: Db, fiche: Fiche, word: string | undefined) {
  const [now, business, times] = await together(db, (tx) => [
    readNow(tx),
    findBusinessAt(tx, fiche),
    word === undefined ? listTimesAt(tx, fiche) : undefined,
  ])
  return { now, named: { business, ...(times && { times }) } }
}

/** More than a text may hold. */
const maxText = 100_000

export type NamedInstant = { id: number; isCalendar: boolean }

/** The instant that the third word of an address ends with, whatever is written before it. */
export function instantOf([, , third = '', more]: readonly string[]): NamedInstant | undefined {
  const [, id, calendar] = /-(\d{1,15})(\.ics)?$/.exec(third) ?? []
  return id && more === undefined ? { id: Number(id), isCalendar: calendar !== undefined } : undefined
}
