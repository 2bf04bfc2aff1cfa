import type { TownLine } from '@parvis/domain/site/page'
import { searchTowns, type Town } from '../../towns/index.ts'
import { residentHome } from '../addresses.ts'
import { caching, redirect } from '../hosts/page-answer.ts'
import { listLivelyTowns } from '../town-businesses.queries.ts'
import { linkToTown, type PageRead, type Reading } from './reading.ts'
import { notFound } from './show-message.ts'

const minBusinesses = 3
const maxTowns = 24
const maxFound = 20

/** Choosing a town; one match leads there. */
export async function readHome({ deps: { db, config }, address }: Reading): Promise<PageRead> {
  const query = address.query.get('q')?.trim().slice(0, 60) ?? ''
  const found = query ? searchTowns(query, maxFound) : undefined
  const [only, second] = found ?? []
  const exact = only && (!second || isExactly(only, query))
  if (exact) return redirect(302, `/${only.slug}`, caching.town)
  const lively = await listLivelyTowns(db, { min: minBusinesses, max: maxTowns })
  return {
    page: {
      title: 'Parvis : toute votre ville, sans compte',
      description:
        'Les commerces, les associations et la mairie de votre commune : horaires, rendez-vous et nouvelles, sans compte et sans traceur.',
      canonical: `${residentHome(config)}/`,
      isIndexed: true,
      content: {
        kind: 'home',
        query,
        ...(found && { found: found.map(townLine) }),
        towns: lively.map(townLine),
      },
    },
    tags: [],
  }
}

/** `Clichy 92110`, as the suggestions write it, means one town though others begin alike. */
const isExactly = (town: Town, query: string) => query.toLowerCase() === `${town.name} ${town.zip}`.toLowerCase()

/** The town of a postal code, or the page of those that share it; the districts of a city. */
export function readZip({ address, deps: { config } }: Reading, towns: readonly Town[]): PageRead {
  const [only, second] = towns
  const [word = ''] = address.words
  if (!only) return notFound()
  if (!second) return redirect(302, `/${only.slug}`, caching.town)
  const isZip = /^\d/.test(word)
  const heading = isZip ? `${towns.length} communes pour ${word}` : `Les arrondissements`
  return {
    page: {
      title: heading,
      description: `Choisissez votre commune : ${towns.map(({ name }) => name).join(', ')}`.slice(0, 160),
      canonical: `${residentHome(config)}/${word}`,
      isIndexed: false,
      content: {
        kind: 'message',
        heading,
        sentences: [isZip ? 'Choisissez la vôtre.' : 'Choisissez le vôtre.'],
        links: towns.map(linkToTown),
      },
    },
  }
}

const townLine = ({ slug, name, zip, departmentName }: Town): TownLine => ({
  href: `/${slug}`,
  name,
  zip,
  department: departmentName,
})
