import type { Query } from '@parvis/domain/kernel/contract'
import type { openContract } from '@parvis/domain/open/open.contract'
import { creditOfAll, creditOfTown } from '@parvis/domain/open/open.fr'
import { refusal } from '@parvis/domain/refusals'
import { readNow } from '../../db/clock.ts'
import type { Dependencies } from '../../dependencies.ts'
import { residentHome } from '../site/index.ts'
import { type Town, townOfCode, townOfSlug } from '../towns/index.ts'
import { readCursor, writeCursor } from './cursor.ts'
import { type ChangesOf, findOpenBusiness, listOpenTowns } from './open.queries.ts'
import { openAgendaPage } from './openagenda.ts'
import { readBusinesses } from './read-businesses.ts'
import { licenceOf, type ReadChange, readChanges } from './read-changes.ts'
import { readEvents } from './read-events.ts'

const townsAtOnce = 100

export async function listTowns({ db, config }: Dependencies, after: string | undefined) {
  const from = readCursor('town', after)?.id ?? ''
  const all = (await listOpenTowns(db)).flatMap((code) => townOfCode(code) ?? [])
  const next = all.filter(({ slug }) => slug > from).sort((a, b) => (a.slug < b.slug ? -1 : 1))
  const items = next.slice(0, townsAtOnce).map(({ slug, name, code, zips, department }) => ({
    slug,
    name,
    insee: code,
    zips: [...zips],
    department,
    url: `${residentHome(config)}/${slug}`,
  }))
  const last = items.at(-1)?.slug ?? from
  return {
    licence: licenceOf(creditOfAll),
    items,
    after: writeCursor('town', { at: 0, id: last }),
    more: next.length > townsAtOnce,
  }
}

type Asked = { after?: string | undefined; size: number }

export async function listOpenBusinesses(deps: Dependencies, { town: slug, ...asked }: Asked & { town: string }) {
  const town = findTown(slug)
  const of = { kind: 'business', areas: [town.code] } as const
  const page = await readChanges(deps.db, of, asked, {
    read: async (changes) => await readBusinesses(deps, changes),
  })
  return { licence: licenceOf(creditOfTown(town.name)), ...page }
}

type EventsAsked = Omit<Query<typeof openContract.listOpenEvents>, 'after[]'>

/** What was over thirty days ago is not given any more. */
const daysAfter = 30
/** A page of OpenAgenda without events is the last one for its readers: so many pages are read to find one. */
const mostPages = 20

export async function listEvents(deps: Dependencies, { town: slug, business, format, removed, ...asked }: EventsAsked) {
  const { of, credit } = business ? await ofBusiness(deps, business) : ofTown(findTown(slug ?? ''))
  const now = await readNow(deps.db)
  const since = now.epochMilliseconds - daysAfter * 86_400_000
  // To whoever asks for the removed ones alone, twenty pages of events that are there would cost a second.
  const read = async (there: readonly ReadChange[]) =>
    await readEvents(deps, format && removed === '1' ? [] : there, now)
  const readPage = async (after: string | undefined) => {
    const page = await readChanges(deps.db, of, { ...asked, after }, { since, read })
    return { ...page, items: page.items.map((item) => ('removed' in item ? { ...item, id: Number(item.id) } : item)) }
  }
  let page = await readPage(asked.after)
  if (!format) return { licence: licenceOf(credit), ...page }
  let answer = openAgendaPage(page, removed)
  for (let pages = 1; answer.events.length === 0 && page.more && pages < mostPages; pages++) {
    page = await readPage(page.after)
    answer = openAgendaPage(page, removed)
  }
  return answer
}

type Subject = { of: ChangesOf; credit: string }

async function ofBusiness({ db }: Dependencies, companyId: string): Promise<Subject> {
  const found = await findOpenBusiness(db, companyId)
  if (!found) throw refusal('request.not_found')
  return { of: { kind: 'event', companyId }, credit: found.name }
}

const ofTown = ({ zips, name }: Town): Subject => ({ of: { kind: 'event', areas: zips }, credit: creditOfTown(name) })

function findTown(slug: string): Town {
  const town = townOfSlug(slug)
  if (!town) throw refusal('request.not_found')
  return town
}
