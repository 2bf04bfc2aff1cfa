import { counted } from '@parvis/domain/kernel/french-format'
import { isLive } from '@parvis/domain/orders/order-states'
import { maskedAddress } from '@parvis/domain/residents/letter'
import { awaitedText, refusedText } from '@parvis/domain/residents/letter.fr'
import type { LetterShown } from '@parvis/domain/site/private-page'
import { momentText } from '@parvis/domain/site/when.fr'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { readNow } from '../../../db/clock.ts'
import type { Dependencies } from '../../../dependencies.ts'
import type { Resident } from '../../../http/actor.ts'
import { readResident } from '../../../http/resident-door.ts'
import { listLettersOf } from '../../notices/index.ts'
import { findLastPickup, listOrdersOf } from '../../orders/index.ts'
import { townOfCode, townOfSlug } from '../../towns/index.ts'
import { businessPath, residentHome } from '../addresses.ts'
import { findBusinesses } from '../businesses.queries.ts'
import { qrSource } from '../feeds/read-sheet.ts'
import { onResidentHost } from '../hosts/draw-page.ts'
import { caching, redirect } from '../hosts/page-answer.ts'
import type { PlainAddress } from '../hosts/plain-address.ts'
import { pictureHome, profilePictureOf } from '../pictures.ts'
import { addInstallTransfer, readInstallTransfer, readNews } from '../residents/attention-calls.ts'
import { readMe } from '../residents/read-me.ts'
import { findHeader, findResident } from '../residents/residents.queries.ts'
import { openingOf } from './opening.ts'
import { bookingLines, bookingTicket, orderLine, orders, readForm, ticket } from './order-pages.ts'
import { type AskedByResident, shell, townPart } from './private-shell.ts'
import { readPage } from './read-page.ts'
import type { PageAsked, PageRead } from './reading.ts'
import { notFound } from './show-message.ts'
import { conversation, conversations, reported, reportForm } from './talk-pages.ts'

/** Pages that a shared cache must not store: private pages, the forms of a business, and `/` for a known device (residents.md 15.30). */
export function isPrivatePage({ words }: PlainAddress, request: FastifyRequest): boolean {
  const [first = '', , third] = words
  if (first === 'application.webmanifest' || (first !== '' && Object.hasOwn(pages, first))) return true
  if (words.length === 3 && (third === 'ecrire' || third === 'commander')) return true
  return words.length === 0 && /(^|; )habitant=1/.test(request.headers.cookie ?? '')
}

export async function readPrivatePage(
  reading: PageAsked,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<PageRead> {
  const { deps } = reading
  const [first = '', second, third] = reading.address.words
  const known = await readResident(deps, { request, reply })
  if (first === 'application.webmanifest')
    return await readManifest(deps, typeof known === 'object' ? known.actor.userId : undefined, request)
  const asked: AskedByResident = {
    ...reading,
    resident: typeof known === 'object' ? known.actor : undefined,
    now: await readNow(deps.db),
    userAgent: request.headers['user-agent'],
  }
  const page = third === undefined ? pages[first] : readForm
  return await withHeader(asked, page ? await page(asked, second) : notFound())
}

/** The town that this resident chose, on a page that knows no other, and what waits for them. */
async function withHeader({ deps, resident }: AskedByResident, read: PageRead): Promise<PageRead> {
  if (!resident || !('page' in read)) return read
  const [header] = await findHeader(deps.db, resident)
  if (!header) return read
  const { messages, orders } = header.unread
  return {
    ...read,
    page: { ...townPart(header.town && townSlug(header.town)), ...read.page, unread: messages + orders },
  }
}

const townSlug = (code: string): string | null => townOfCode(code)?.slug ?? null

type ReadPrivate = (asked: AskedByResident, second: string | undefined) => PageRead | Promise<PageRead>

const pages: Record<string, ReadPrivate> = {
  '': (asked) => ownHome(asked),
  'mes-abonnements': (asked) => follows(asked),
  'mes-messages': (asked, id) => (id ? conversation(asked, id) : conversations(asked)),
  'mes-commandes': (asked, id) => (id ? ticket(asked, Number(id)) : orders(asked)),
  'mes-places': (asked, id) => bookingTicket(asked, Number(id)),
  reglages: settings,
  transfert: (asked) => transfer(asked),
  installer: ({ deps }) =>
    shell('Installer Parvis', { kind: 'install' }, { canonical: `${residentHome(deps.config)}/installer` }),
  'hors-ligne': () => shell('Hors connexion', { kind: 'offline' }),
  signaler: (asked) => reportForm(asked, { address: asked.address.query.get('adresse') ?? '' }),
  signalement: (asked, code) => reported(asked, code ?? ''),
}

/** A town chosen once becomes the `/` of this device. */
async function ownHome({ deps, resident, address }: AskedByResident): Promise<PageRead> {
  const row = resident && (await findResident(deps.db, resident.userId))
  const town = row?.town && townOfCode(row.town)
  if (town && !address.query.has('changer') && !address.query.has('q'))
    return redirect(302, `/${town.slug}${address.query.get('vers') === 'agenda' ? '/agenda' : ''}`, caching.private)
  return { ...(await readPage(deps, onResidentHost, address)), cache: caching.private }
}

async function follows({ deps, resident, now, address, userAgent }: AskedByResident): Promise<PageRead> {
  const { db, config } = deps
  const me = await readMe(deps, resident)
  if (!resident || !me.hasIdentity) {
    const token = address.query.get('transfert') ?? ''
    const found = await readInstallTransfer(deps, token, userAgent)
    const installed = found && { token, firstName: found.firstName }
    return shell('Mes abonnements', { kind: 'follows', installed, follows: [], isTold: false, news: [], orders: [] })
  }
  const news = await readNews(deps, resident.userId, undefined)
  const current = (await listOrdersOf(db, resident.userId)).filter(isLive)
  const companyIds = [...me.follows, ...current].map(({ companyId }) => companyId)
  const businesses = await findBusinesses(db, companyIds)
  return shell('Mes abonnements', {
    kind: 'follows',
    follows: me.follows.flatMap(({ companyId, name, unseen }) => {
      const business = businesses.get(companyId)
      if (!business) return []
      const picture = profilePictureOf(pictureHome(config), business)
      const running = unseen > 0 ? counted(unseen, 'nouveauté') : null
      return [{ href: businessPath(business), name, picture, state: openingOf(business.plan, now), running }]
    }),
    isTold: me.follows.some(({ mode }) => mode !== 'none'),
    news: news.map((item) => ({
      href: new URL(item.url).pathname,
      name: item.kind === 'broadcast' ? 'Message à tous' : item.title,
      label: [
        businesses.get(item.companyId)?.name,
        newsLabels[item.kind],
        momentText(Date.parse(item.at), now.epochMilliseconds),
      ].join(' · '),
      text: item.text === item.title ? '' : item.text,
    })),
    orders: [
      ...current.map((row) => orderLine(row, businesses.get(row.companyId), now)),
      ...(await bookingLines(deps, resident.userId, now)),
    ],
  })
}

const newsLabels = { instant: 'Nouveau', change: 'Changement', broadcast: 'Message' }

async function transfer({ deps, resident, address }: AskedByResident): Promise<PageRead> {
  const home = residentHome(deps.config)
  const asked = address.query.get('code') ?? ''
  const code = resident && /^[a-z0-9]{8}$/.test(asked) ? asked : undefined
  return shell('Passer sur un autre téléphone', {
    kind: 'transfer',
    address: `${home}/transfert`,
    ...(code && { code, qr: qrSource(`${home}/transfert?code=${code}`) }),
  })
}

/**
 * Installing from the browser. The app that an iPhone or iPad installs does not see Safari's cookies: its manifest
 * carries a transfer of its own, which a tap claims at the first opening.
 */
async function readManifest(
  deps: Dependencies,
  userId: number | undefined,
  { headers }: FastifyRequest,
): Promise<PageRead> {
  const token = userId === undefined ? undefined : await addInstallTransfer(deps, userId, headers['user-agent'])
  const start = token ? `/mes-abonnements?transfert=${token}` : '/mes-abonnements'
  return {
    status: 200,
    type: 'application/manifest+json; charset=utf-8',
    cache: caching.private,
    body: JSON.stringify({ ...manifest, start_url: start }),
  }
}

const manifest = {
  id: '/',
  scope: '/',
  display: 'standalone',
  lang: 'fr',
  name: 'Parvis',
  short_name: 'Parvis',
  description: 'Toute votre ville, sans compte.',
  background_color: '#fbfaf7',
  theme_color: '#fbfaf7',
  icons: [
    { src: '/icons/192.png', sizes: '192x192', type: 'image/png', purpose: 'any' },
    { src: '/icons/512.png', sizes: '512x512', type: 'image/png', purpose: 'any' },
    { src: '/icons/maskable-192.png', sizes: '192x192', type: 'image/png', purpose: 'maskable' },
    { src: '/icons/maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
  ],
  shortcuts: [
    { name: 'Agenda', url: '/?vers=agenda' },
    { name: 'Mes abonnements', url: '/mes-abonnements' },
  ],
}

/** The letter that serves, and beside it what is awaited or was refused. */
async function shownLetter({ db }: Dependencies, resident: Resident | undefined): Promise<LetterShown | null> {
  const [letter, ...others] = resident ? await listLettersOf(db, resident.userId) : []
  if (!letter) return null
  const awaited = [letter, ...others].find(({ state }) => state === 'waiting')
  const sentence = awaited
    ? awaitedText(maskedAddress(awaited.address))
    : letter.state === 'refused'
      ? refusedText(maskedAddress(letter.address))
      : null
  return { email: maskedAddress(letter.address), rhythm: letter.rhythm, sentence }
}

async function settings({ deps, resident, now }: AskedByResident): Promise<PageRead> {
  const me = await readMe(deps, resident)
  const last = resident && (await findLastPickup(deps.db, resident.userId))
  return shell('Réglages', {
    kind: 'settings',
    now: now.epochMilliseconds,
    me,
    letter: await shownLetter(deps, resident),
    town: me.hasIdentity ? townTyped(me.town) : '',
    lastPickup: last?.getTime() ?? null,
  })
}

function townTyped(slug: string | null): string {
  const town = slug ? townOfSlug(slug) : undefined
  return town ? `${town.name} ${town.zip}` : ''
}
