import { actKindNames, actKinds } from '@parvis/domain/acts/act'
import { formatDay } from '@parvis/domain/kernel/french-format'
import { wordsIn } from '@parvis/domain/kernel/text'
import type { ActsContent } from '@parvis/domain/site/duties-page'
import type { ListLine } from '@parvis/domain/site/shown'
import { ofTown } from '@parvis/domain/towns/slug'
import { findPublicKey } from '../../../signing-keys.queries.ts'
import { actPath, listActYears, listRegister, type StoredAct, searchActs } from '../../acts/index.ts'
import type { Town } from '../../towns/index.ts'
import { linkTo } from '../addresses.ts'
import { findTownHall } from '../businesses.queries.ts'
import { actsCsv, actsFeed } from '../feeds/read-act-feeds.ts'
import { caching, type SiteAnswer } from '../hosts/page-answer.ts'
import { hiddenFields, pageLinks, toggle } from './list-links.ts'
import { actsOf, dayOfAct, readAct, titleOfAct, weightOf } from './read-act.ts'
import { type PageRead, type Reading, tagOf, tagOfTown, underTown } from './reading.ts'
import { notFound } from './show-message.ts'

const perPage = 24

export async function readActPages(reading: Reading, town: Town): Promise<PageRead> {
  const [, , third, fourth, fifth] = reading.address.words
  if (fifth !== undefined) return notFound(town)
  if (third === undefined) return await readList(reading, town)
  if (fourth === undefined && third === 'flux.xml') return await actsFeed(reading, town)
  if (fourth === undefined && third === 'deliberations.csv') return await actsCsv(reading, town)
  if (fourth === undefined && third === 'registre.txt') return await readRegister(reading, town)
  return await readAct(reading, town, third, fourth)
}

async function readList(reading: Reading, town: Town): Promise<PageRead> {
  const { deps, address } = reading
  const asked = readFilters(address.query)
  const { acts, total } = await searchActs(deps.db, town.code, asked, {
    limit: perPage,
    offset: (asked.page - 1) * perPage,
  })
  const pages = Math.max(1, Math.ceil(total / perPage))
  if (asked.page > pages) return notFound(town)
  const hall = await findTownHall(deps.db, town.code)
  const path = `/${town.slug}/actes`
  const heading = `Actes ${ofTown(town.name)}`
  const content: ActsContent = {
    kind: 'acts',
    heading,
    hall: hall ? linkTo(hall) : null,
    action: path,
    query: asked.query,
    hidden: hiddenFields(address.query, 'nature', 'annee'),
    filters: actKindNames.map((kind) =>
      toggle(path, address.query, 'nature', actKinds[kind].word, actKinds[kind].several),
    ),
    years: (await listActYears(deps.db, town.code)).map((year) =>
      toggle(path, address.query, 'annee', String(year), String(year)),
    ),
    acts: acts.map(actLine),
    empty: total > 0 ? null : emptySentence(town, asked),
    pages: pageLinks(path, address.query, asked.page, pages),
    ways: [
      { href: `${path}/flux.xml`, name: 'Flux Atom' },
      { href: `${path}/deliberations.csv`, name: 'Délibérations en CSV' },
      { href: `${path}/registre.txt`, name: 'Registre signé' },
    ],
  }
  return {
    page: {
      ...underTown(reading, town, actsOf(town)),
      title: heading,
      description: `Les délibérations, arrêtés et décisions ${ofTown(town.name)}, publiés par la mairie.`,
      isIndexed: address.query.size === 0,
      isBare: true,
      feeds: [{ href: `${path}/flux.xml`, type: 'application/atom+xml', title: heading }],
      content,
    },
    tags: [tagOfTown(town), ...(hall ? [tagOf(hall.id)] : [])],
  }
}

function readFilters(query: ReadonlyMap<string, string>) {
  const typed = (query.get('q') ?? '').slice(0, 60)
  const year = Number(query.get('annee'))
  return {
    query: typed,
    words: wordsIn(typed),
    kind: actKindNames.find((kind) => actKinds[kind].word === query.get('nature')),
    year: year >= 1900 && year <= 2999 ? year : undefined,
    page: Number(query.get('page') ?? 1),
  }
}

function emptySentence(town: Town, { query, kind, year }: ReturnType<typeof readFilters>): string {
  if (query) return `Aucun acte pour «\u00a0${query}\u00a0».`
  if (kind || year) return 'Aucun acte ne répond à ces filtres.'
  return `La mairie ${ofTown(town.name)} n’a encore publié aucun acte ici.`
}

function actLine(act: StoredAct): ListLine {
  const { kind, number, postedAt, bytes, supersededBy, withdrawnAt } = act
  const word = withdrawnAt ? 'Retiré' : supersededBy === null ? undefined : 'Remplacé'
  const dates = [`du ${dayOfAct(act)}`, `en ligne le ${formatDay(postedAt)}`]
  return {
    href: actPath(act),
    name: titleOfAct(act),
    label: [actKinds[kind].name, number].filter(Boolean).join(' '),
    facts: [...dates, ...(withdrawnAt ? [] : [`PDF, ${weightOf(bytes)}`])].join(' · '),
    ...(word && { word }),
  }
}

/** The signed texts of the commune by rank, an empty line after each. */
async function readRegister({ deps: { db } }: Reading, town: Town): Promise<SiteAnswer> {
  const texts = await listRegister(db, town.code)
  const body = texts.map((text) => `${text}\n`).join('')
  return { status: 200, type: 'text/plain; charset=utf-8', body, cache: caching.page, tags: [tagOfTown(town)] }
}

/** The public half of a key that signs acts and journals of alerts. */
export async function readPublicKey({ deps: { db } }: Reading, word: string): Promise<PageRead> {
  const [, id] = /^cle-publique-([0-9a-f]{16})\.pem$/.exec(word) ?? []
  const pem = id && (await findPublicKey(db, id))
  if (!pem) return notFound()
  return { status: 200, type: 'application/x-pem-file', body: pem, cache: caching.map, filename: word, tags: ['keys'] }
}
