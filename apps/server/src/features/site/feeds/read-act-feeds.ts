import { actKinds } from '@parvis/domain/acts/act'
import { actMatters } from '@parvis/domain/acts/matters'
import { toCsv } from '@parvis/domain/kernel/csv'
import { ofTown } from '@parvis/domain/towns/slug'
import { mediaUrl } from '../../../pictures/picture-store.ts'
import { actPath, listOpenActs, type StoredAct } from '../../acts/index.ts'
import type { Town } from '../../towns/index.ts'
import { residentHome } from '../addresses.ts'
import { findTownHall } from '../businesses.queries.ts'
import { caching, type SiteAnswer } from '../hosts/page-answer.ts'
import { titleOfAct } from '../pages/read-act.ts'
import { type Reading, tagOfTown } from '../pages/reading.ts'
import { atomEntry, atomFeed, xml } from './news-feed.ts'

const maxEntries = 50
/** All the deliberations that a commune takes in a century. */
const maxRows = 50_000

/** `flux.xml`: the 50 newest, a replaced or withdrawn one updated. */
export async function actsFeed(reading: Reading, town: Town): Promise<SiteAnswer> {
  const { db, config } = reading.deps
  const acts = await listOpenActs(db, town.code, { limit: maxEntries })
  const name = `Actes ${ofTown(town.name)}`
  return atomFeed({
    url: `${residentHome(config)}/${town.slug}/actes`,
    name,
    author: name,
    updated: new Date(
      Math.max(0, ...acts.map(({ changedAt }) => changedAt.getTime())) || reading.now.epochMilliseconds,
    ),
    entries: acts.map((act) => entryOf(reading, act)),
    tags: [tagOfTown(town)],
  })
}

function entryOf({ deps: { config } }: Reading, act: StoredAct): string {
  const file = `<link rel="enclosure" type="application/pdf" length="${act.bytes}" href="${xml(mediaUrl(config, act.file))}"/>`
  return atomEntry({
    name: `acte-${act.id}`,
    url: `${residentHome(config)}${actPath(act)}`,
    title: titleOfAct(act),
    published: act.postedAt,
    updated: act.changedAt,
    author: act.authorName,
    summary: [actKinds[act.kind].name, act.number, `SHA-256 ${act.sha256}`].filter(Boolean).join(' — '),
    more: act.withdrawnAt ? [] : [file],
  })
}

const columns = [
  'COLL_NOM COLL_SIRET DELIB_ID DELIB_DATE DELIB_MATIERE_CODE DELIB_MATIERE_NOM DELIB_OBJET BUDGET_ANNEE BUDGET_NOM',
  'PREF_ID PREF_DATE VOTE_EFFECTIF VOTE_REEL VOTE_POUR VOTE_CONTRE VOTE_ABSTENTION DELIB_URL',
].flatMap((names) => names.split(' '))

/** `deliberations.csv`: SCDL « Délibérations » 2.1.5, those in force; what nobody typed stays empty. */
export async function actsCsv({ deps: { db, config } }: Reading, town: Town): Promise<SiteAnswer> {
  const acts = await listOpenActs(db, town.code, { limit: maxRows, inForce: 'deliberation' })
  const hall = await findTownHall(db, town.code)
  const none = Array<string>(9).fill('')
  const rows = acts.map((act) => [
    hall?.name ?? `Mairie ${ofTown(town.name)}`,
    act.siret,
    act.number ?? '',
    act.actDate,
    act.matter ?? '',
    actMatters.get(act.matter ?? '') ?? '',
    act.title,
    ...none,
    `${residentHome(config)}${actPath(act)}.pdf`,
  ])
  const body = toCsv([columns, ...rows], ',')
  return { status: 200, type: 'text/csv; charset=utf-8', body, cache: caching.feed, tags: [tagOfTown(town)] }
}
