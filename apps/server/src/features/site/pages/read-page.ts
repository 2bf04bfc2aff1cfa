import { together } from '@parvis/postgres'
import { readNow } from '../../../db/clock.ts'
import type { Dependencies } from '../../../dependencies.ts'
import {
  districtsOf,
  noTown,
  type Town,
  townOfCode,
  townOfOtherZip,
  townOfSlug,
  townsOfZip,
} from '../../towns/index.ts'
import { businessPath, type SiteBase } from '../addresses.ts'
import { type Fiche, findBusinessAt, type SiteBusiness } from '../businesses.queries.ts'
import { calendarFeed } from '../feeds/calendar-feed.ts'
import { newsFeed } from '../feeds/news-feed.ts'
import { businessFragment, noFragment, townFragment } from '../feeds/read-fragment.ts'
import { businessSheet, townSheet } from '../feeds/read-sheet.ts'
import { readRobots, readSitemap } from '../feeds/read-sitemap.ts'
import { caching, redirect } from '../hosts/page-answer.ts'
import { type PageRow, type PlainAddress, pageAt } from '../hosts/plain-address.ts'
import { listTimesAt, maxTimes } from '../instants.queries.ts'
import { listListed } from '../town-businesses.queries.ts'
import { readActPages, readPublicKey } from './read-acts.ts'
import { readAgenda } from './read-agenda.ts'
import { readAlertPages } from './read-alert-pages.ts'
import { findFormer, instantOf, readBusiness, readInstantPage } from './read-business.ts'
import { readDirectory } from './read-directory.ts'
import { readHome, readZip } from './read-home.ts'
import { readServices } from './read-services.ts'
import { readText } from './read-text.ts'
import { readTown } from './read-town.ts'
import { leadTo, type PageAsked, type PageRead, type Reading, tagOf } from './reading.ts'
import { notFound } from './show-message.ts'

type Read = (asked: PageAsked) => Promise<PageRead>

const atNow =
  (read: (reading: Reading) => Promise<PageRead> | PageRead): Read =>
  async (asked) =>
    await read({ ...asked, now: await readNow(asked.deps.db) })

/** Under a town; anywhere else the same word is the slug of a business. */
const ofTown =
  (read: (reading: Reading, town: Town) => Promise<PageRead>): Read =>
  async (asked) => {
    const town = townOfSlug(asked.address.words[0] ?? '')
    return town ? await atNow((reading) => read(reading, town))(asked) : await readFiche(asked)
  }

/** What is under a business, on every host that shows it. */
export const businessFeeds = {
  'agenda.ics': async (reading: Reading, business: SiteBusiness) => await calendarFeed(reading, { business }),
  'flux.xml': async (reading: Reading, business: SiteBusiness) => await newsFeed(reading, { business }),
}
const underBusiness = new Map<string, (reading: Reading, business: SiteBusiness) => Promise<PageRead>>([
  ...Object.entries(businessFeeds),
  ['carte', businessFragment],
  ['affiche', businessSheet],
])

/** Every public page of the residents' host, which is the same bytes for everybody. */
export const residentPages: readonly PageRow<Read>[] = [
  [/^$/, 'home', atNow(readHome)],
  [/^robots\.txt$/, 'sitemap', async ({ deps }) => readRobots(deps.config)],
  [/^(sitemap\.xml|sitemaps\/.*)$/, 'sitemap', atNow(readSitemap)],
  [/^[^/]+-\d{5}$/, 'town', async (asked) => await readTownHome(asked)],
  [/^[^/]+$/, 'word', atNow(readWord)],
  [/^[^/]+\/agenda\/carte$/, 'fragment', ofTown(townFragment)],
  [/^[^/]+\/actes(\/|$)/, 'acts', ofTown(readActPages)],
  [/^[^/]+\/alertes(\/|$)/, 'alerts', ofTown(readAlertPages)],
  [/^[^/]+\/services(\/[^/]+)?$/, 'services', ofTown(readServices)],
  [/^[^/]+\/annuaire(\/[^/]+)?$/, 'directory', readTownDirectory],
  [/^[^/]+\/agenda(\/[^/]+)?$/, 'agenda', ofTown(readAgenda)],
  [/^[^/]+\/affiche$/, 'sheet', ofTown(townSheet)],
  [/^[^/]+\/agenda\.ics$/, 'calendar', ofTown((reading, town) => calendarFeed(reading, { town }))],
  [/^[^/]+\/flux\.xml$/, 'news', ofTown((reading, town) => newsFeed(reading, { town }))],
  [/^[^/]+\/[^/]+\/carte$/, 'fragment', readFiche],
  [/^[^/]+\/[^/]+\/affiche$/, 'sheet', readFiche],
  [/^[^/]+\/[^/]+\/agenda\.ics$/, 'calendar', readFiche],
  [/^[^/]+\/[^/]+\/flux\.xml$/, 'news', readFiche],
  [/^[^/]+\/[^/]+$/, 'business', readFiche],
  [/^/, 'instant', readFiche],
]

export async function readPage(deps: Dependencies, base: SiteBase, address: PlainAddress): Promise<PageRead> {
  const [, , read] = pageAt(residentPages, address.words)
  return await read({ deps, base, address })
}

/** Each round trip of a page costs more than most of its queries: what a page begins with is sent in one message. */
async function readTownHome(asked: PageAsked): Promise<PageRead> {
  const [word = ''] = asked.address.words
  const town = townOfSlug(word)
  if (!town) return leadToTown(asked) ?? (await atNow(readWord)(asked))
  const [now, businesses] = await together(asked.deps.db, (tx) => [readNow(tx), listListed(tx, town.code)])
  return await readTown({ ...asked, now }, town, businesses)
}

async function readTownDirectory(asked: PageAsked): Promise<PageRead> {
  const town = townOfSlug(asked.address.words[0] ?? '')
  if (!town) return await readFiche(asked)
  const [now, businesses] = await together(asked.deps.db, (tx) => [readNow(tx), listListed(tx, town.code)])
  return await readDirectory({ ...asked, now }, town, businesses)
}

/** From the slug of a town under another of its codes. */
function leadToTown({ address: { words } }: PageAsked): PageRead | undefined {
  const meant = townOfOtherZip(words[0] ?? '')
  return meant && redirect(301, `/${[meant.slug, ...words.slice(1)].join('/')}`, caching.moved)
}

/** The addresses of one word that are no town's. */
async function readWord(reading: Reading): Promise<PageRead> {
  const [word = ''] = reading.address.words
  if (word.startsWith('cle-publique-')) return await readPublicKey(reading, word)
  if (/^\d{5}$/.test(word)) return readZip(reading, townsOfZip(word))
  const districts = districtsOf(word)
  return districts.length > 0 ? readZip(reading, districts) : ((await readText(reading, word)) ?? notFound())
}

/** A business, or what is under it. */
async function readFiche(asked: PageAsked): Promise<PageRead> {
  const { address } = asked
  const [first = '', slug = '', , fourth] = address.words
  const town = townOfSlug(first)
  const elsewhere = town ? undefined : leadToTown(asked)
  if (elsewhere) return elsewhere
  const instant = instantOf(address.words)
  if (instant) return await readInstantPage(asked, instant)
  const code = first === noTown ? noTown : town?.code
  return fourth === undefined && code ? await readUnderFiche(asked, { town: code, slug }) : await nothingAt(asked)
}

const nothingAt = async (asked: PageAsked): Promise<PageRead> =>
  asked.address.words[2] === 'carte' ? await noFragment(asked) : notFound()

async function readUnderFiche(asked: PageAsked, fiche: Fiche): Promise<PageRead> {
  const { deps, address } = asked
  const third = address.words[2]
  const [now, found, times] = await together(deps.db, (tx) => [
    readNow(tx),
    findBusinessAt(tx, fiche),
    third === undefined ? listTimesAt(tx, { ...fiche, most: maxTimes }) : undefined,
  ])
  const reading = { ...asked, now }
  const business = found ?? (await findFormer(reading, fiche))
  if ('status' in business || 'page' in business) return third === 'carte' ? await noFragment(reading) : business
  const moved = leadTo(asked, [businessPath(business), third].filter(Boolean).join('/'), [tagOf(business.id)])
  if (moved) return moved
  if (third === undefined) return await readBusiness(reading, business, times)
  return (await underBusiness.get(third)?.(reading, business)) ?? notFound(townOfCode(business.town), business)
}
