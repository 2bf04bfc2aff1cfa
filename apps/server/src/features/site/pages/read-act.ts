import { actKinds } from '@parvis/domain/acts/act'
import { frenchDay } from '@parvis/domain/kernel/french-date'
import { parisDayOf } from '@parvis/domain/kernel/paris-days'
import type { ActContent, AttestationContent } from '@parvis/domain/site/duties-page'
import type { Link } from '@parvis/domain/site/shown'
import { officialMoment } from '@parvis/domain/site/when.fr'
import { toInstant } from '../../../db/clock.ts'
import { mediaUrl } from '../../../pictures/picture-store.ts'
import { actPath, findAct, findActText, listRecordsOfAct, type StoredAct } from '../../acts/index.ts'
import type { Town } from '../../towns/index.ts'
import { findTownHall } from '../businesses.queries.ts'
import { caching, redirect, type SiteAnswer } from '../hosts/page-answer.ts'
import { type PageRead, type Reading, tagOf, underTown } from './reading.ts'
import { phoneLink } from './show-business.ts'
import { messagePage, notFound } from './show-message.ts'

/** `{titre}-{id}` and what is under it: the page of an act, its file, its attestation. */
export async function readAct(
  reading: Reading,
  town: Town,
  word: string,
  under: string | undefined,
): Promise<PageRead> {
  const [, name = '', id, extension] = /^(.*?)-?(\d{1,15})(\.pdf)?$/.exec(word) ?? []
  const act = id === undefined ? undefined : await findAct(reading.deps.db, town.code, Number(id))
  if (!act) return notFound(town)
  if (extension) return under === undefined ? fileOf(reading, town, act) : notFound(town)
  if (under !== undefined) return await readEvidence(reading, town, act, under)
  const path = actPath(act)
  // The title of a withdrawn act is gone from its address too; the one that was printed still leads there.
  if (!act.withdrawnAt && `/${town.slug}/actes/${name}-${id}` !== path)
    return { ...redirect(301, path, caching.renamed), tags: [actsTag(town)] }
  return await readActPage(reading, town, act)
}

function fileOf({ deps: { config } }: Reading, town: Town, { file, withdrawnAt }: StoredAct): PageRead {
  if (withdrawnAt) return { ...withdrawn(), tags: [actsTag(town)] }
  return { ...redirect(302, mediaUrl(config, file), caching.renamed), tags: [actsTag(town)] }
}

const withdrawn = () =>
  messagePage(410, caching.notFound, { heading: 'Ce fichier a été retiré par la mairie.', sentences: [], links: [] })

async function readActPage(reading: Reading, town: Town, act: StoredAct): Promise<PageRead> {
  const { deps } = reading
  const hall = await findTownHall(deps.db, town.code)
  const text = await findActText(deps.db, act.id)
  const path = actPath(act)
  const contact = [...(hall?.phone ? [phoneLink(hall.phone)] : []), ...emailLink(hall?.email)]
  const content: ActContent = {
    kind: 'act',
    heading: titleOfAct(act),
    words: await wordsAbove(reading, town, act),
    facts: factsOf(act),
    file: act.withdrawnAt ? null : { href: `${path}.pdf`, name: `Lire l’acte (PDF, ${weightOf(act.bytes)})` },
    paragraphs: text ? text.split(/\n+/).filter((part) => part.trim() !== '') : [],
    noText:
      text || act.withdrawnAt
        ? null
        : { sentence: 'La version texte de ce document n’a pas été fournie. Demandez-la à la mairie', links: contact },
    attestation: `${path}/attestation`,
  }
  const title = `${titleOfAct(act)} — ${actKinds[act.kind].name}`
  return {
    page: {
      ...underTown(reading, town, actsOf(town), { href: path, name: titleOfAct(act) }),
      title,
      description: [actKinds[act.kind].name, act.number, titleOfAct(act)].filter(Boolean).join(' ').slice(0, 160),
      isIndexed: !act.namesPeople && !act.withdrawnAt,
      isBare: true,
      content,
    },
    tags: [actsTag(town), ...(hall ? [tagOf(hall.id)] : [])],
    isHidden: act.namesPeople,
  }
}

const emailLink = (email: string | null | undefined) => (email ? [{ href: `mailto:${email}`, name: email }] : [])

async function wordsAbove({ deps: { db } }: Reading, town: Town, act: StoredAct): Promise<ActContent['words']> {
  const other = async (id: number | null) => (id === null ? undefined : await findAct(db, town.code, id))
  const [next, former] = [await other(act.supersededBy), await other(act.supersedes)]
  const linkOf = (one: StoredAct) => ({
    href: actPath(one),
    name: [one.number, titleOfAct(one)].filter(Boolean).join(', '),
  })
  const at = act.withdrawnAt && officialMoment(toInstant(act.withdrawnAt))
  return [
    ...(at ? [{ text: `Fichier retiré par la mairie le ${at} : ${act.withdrawnReason ?? ''}` }] : []),
    ...(next ? [{ text: 'Remplacé par', link: linkOf(next) }] : []),
    ...(former ? [{ text: 'Remplace', link: linkOf(former) }] : []),
  ]
}

const factsOf = (act: StoredAct) => [
  { name: 'Nature', value: actKinds[act.kind].name },
  ...(act.number ? [{ name: 'Numéro', value: act.number }] : []),
  { name: 'Date de l’acte', value: dayOfAct(act) },
  { name: 'Publication', value: `Mis en ligne le ${officialMoment(toInstant(act.postedAt))}` },
  { name: 'Auteur', value: `${act.authorName}, ${act.authorQuality}` },
  { name: 'SHA-256', value: act.sha256 },
]

const changes = { attestation: 'posted', retrait: 'withdrawn', remise: 'restored' } as const

/** The attestation as a page, a text and its signature; of a withdrawal or a restoration, the last text and its signature. */
async function readEvidence(reading: Reading, town: Town, act: StoredAct, under: string): Promise<PageRead> {
  const [, word = '', extension] = /^(attestation|retrait|remise)(\.txt|\.sig)?$/.exec(under) ?? []
  const change = changes[word as keyof typeof changes] as string | undefined
  const record = (await listRecordsOfAct(reading.deps.db, act.id)).findLast((one) => one.change === change)
  if (!record) return notFound(town)
  if (extension === undefined)
    return word === 'attestation' ? attestationPage(reading, town, act, record) : notFound(town)
  const filename = `acte-${act.id}${word === 'attestation' ? '' : `-${word}`}${extension}`
  return { ...evidenceFile(record, extension), filename, tags: [actsTag(town)] }
}

function evidenceFile({ text, signature }: { text: string; signature: Buffer }, extension: string): SiteAnswer {
  const file = { status: 200, cache: caching.page }
  if (extension === '.sig') return { ...file, type: 'application/octet-stream', body: signature }
  return { ...file, type: 'text/plain; charset=utf-8', body: text }
}

function attestationPage(
  reading: Reading,
  town: Town,
  act: StoredAct,
  { text, signature }: { text: string; signature: Buffer },
): PageRead {
  const path = `${actPath(act)}/attestation`
  const key = /^cle: (.*)$/m.exec(text)?.[1] ?? ''
  const content: AttestationContent = {
    kind: 'attestation',
    heading: 'Attestation de mise en ligne',
    text,
    signature: signature.toString('base64'),
    meaning:
      'Elle prouve que ce fichier était en ligne à cette date et n’a pas changé. Elle ne dit rien de sa légalité.',
    commands: [
      `sha256sum ${(act.number ?? String(act.id)).replaceAll('/', '-')}.pdf`,
      `openssl dgst -sha256 -verify cle-publique-${key}.pem -signature acte-${act.id}.sig acte-${act.id}.txt`,
    ],
    links: [
      { href: `${path}.txt`, name: 'Le texte' },
      { href: `${path}.sig`, name: 'La signature' },
      { href: `/cle-publique-${key}.pem`, name: 'La clé publique' },
      { href: `/${town.slug}/actes/registre.txt`, name: 'Le registre de la commune' },
      { href: actPath(act), name: 'L’acte' },
    ],
  }
  return {
    page: {
      ...underTown(
        reading,
        town,
        actsOf(town),
        { href: actPath(act), name: titleOfAct(act) },
        { href: path, name: 'Attestation' },
      ),
      title: `Attestation de l’acte ${act.id}`,
      description: content.meaning,
      isIndexed: false,
      isBare: true,
      content,
    },
    tags: [actsTag(town)],
  }
}

export const actsTag = (town: Town): string => `town:${town.code}`

export const actsOf = ({ slug }: Town): Link => ({ href: `/${slug}/actes`, name: 'Actes' })

/** `12 mars 2026` of an act's date. */
export const dayOfAct = ({ actDate }: StoredAct): string => frenchDay(parisDayOf(actDate).date)

export const titleOfAct = ({ title, withdrawnAt }: StoredAct): string => (withdrawnAt ? 'Acte retiré' : title)

export const weightOf = (bytes: number): string =>
  bytes < 1_000_000
    ? `${Math.max(1, Math.round(bytes / 1_000))}\u00a0ko`
    : `${(bytes / 1_000_000).toFixed(1).replace('.', ',')}\u00a0Mo`
