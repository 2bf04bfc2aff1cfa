import { actKinds } from '@parvis/domain/acts/act'
import { formatDay } from '@parvis/domain/kernel/french-format'
import type { TextContent } from '@parvis/domain/site/page'
import type { Link, TextSection } from '@parvis/domain/site/shown'
import { officialMoment } from '@parvis/domain/site/when.fr'
import { toInstant } from '../../../db/clock.ts'
import { mediaUrl } from '../../../pictures/picture-store.ts'
import { actPath, findAct, findActText, listRecordsOfAct, type StoredAct } from '../../acts/index.ts'
import type { Town } from '../../towns/index.ts'
import { findTownHall, type SiteBusiness } from '../businesses.queries.ts'
import { caching, redirect, type SiteAnswer } from '../hosts/page-answer.ts'
import { leadTo, type PageRead, type Reading, tagOf, tagOfTown, underTown } from './reading.ts'
import { phoneLink } from './show-business.ts'
import { messagePage, notFound } from './show-message.ts'

/** `{titre}-{id}` and what is under it: the page of an act, its file, its attestation. */
export async function readAct(
  reading: Reading,
  town: Town,
  word: string,
  under: string | undefined,
): Promise<PageRead> {
  const [, id, extension] = /^.*?-?(\d{1,15})(\.pdf)?$/.exec(word) ?? []
  const act = id === undefined ? undefined : await findAct(reading.deps.db, town.code, Number(id))
  if (!act) return notFound(town)
  if (extension) return under === undefined ? fileOf(reading, town, act) : notFound(town)
  if (under !== undefined) return await readEvidence(reading, town, act, under)
  // The title of a withdrawn act is gone from its address too; the one that was printed still leads there.
  const moved = act.withdrawnAt ? undefined : leadTo(reading, actPath(act), [tagOfTown(town)])
  return moved ?? (await readActPage(reading, town, act))
}

function fileOf({ deps: { config } }: Reading, town: Town, { file, withdrawnAt }: StoredAct): PageRead {
  if (withdrawnAt) return { ...withdrawn(), tags: [tagOfTown(town)] }
  return { ...redirect(302, mediaUrl(config, file), caching.renamed), tags: [tagOfTown(town)] }
}

const withdrawn = () =>
  messagePage(410, caching.notFound, { heading: 'Ce fichier a été retiré par la mairie.', sentences: [], links: [] })

async function readActPage(reading: Reading, town: Town, act: StoredAct): Promise<PageRead> {
  const { deps } = reading
  const hall = await findTownHall(deps.db, town.code)
  const path = actPath(act)
  const { name: kind } = actKinds[act.kind]
  const heading = titleOfAct(act)
  const sections: TextContent['sections'] = [
    {
      notes: await wordsAbove(reading, town, act),
      ...(!act.withdrawnAt && { button: { href: `${path}.pdf`, name: `Lire l’acte (PDF, ${weightOf(act.bytes)})` } }),
      paragraphs: [],
      terms: factsOf(act),
      links: [{ href: `${path}/attestation`, name: 'Attestation signée' }],
    },
    ...(act.withdrawnAt ? [] : [textVersion(await findActText(deps.db, act.id), hall)]),
  ]
  return {
    page: {
      ...underTown(reading, town, actsOf(town), { href: path, name: heading }),
      title: `${heading} — ${kind}`,
      description: [kind, act.number, heading].filter(Boolean).join(' ').slice(0, 160),
      isIndexed: !act.namesPeople && !act.withdrawnAt,
      isBare: true,
      content: { kind: 'text', heading, sections },
    },
    tags: [tagOfTown(town), ...(hall ? [tagOf(hall.id)] : [])],
    isHidden: act.namesPeople,
  }
}

/** What the file says, for whoever cannot read it; without one, whom to ask for it. */
function textVersion(text: string | null, hall: SiteBusiness | undefined): TextSection {
  const heading = 'Version texte'
  if (text) return { heading, paragraphs: text.split(/\n+/).filter((part) => part.trim() !== '') }
  const { phone = null, email = null } = hall ?? {}
  const call = phone ? [phoneLink(phone)] : []
  const mail = email ? [{ href: `mailto:${email}`, name: email }] : []
  const where = [...call, ...mail].map(({ name }) => name.replaceAll(' ', '\u00a0')).join(', ')
  const sentence = `La version texte de ce document n’a pas été fournie. Demandez-la à la mairie${where && `\u00a0: ${where}`}.`
  const links = [
    ...call.map(({ href }) => ({ href, name: 'Appeler la mairie' })),
    ...mail.map(({ href }) => ({ href, name: 'Écrire à la mairie' })),
  ]
  return { heading, paragraphs: [sentence], links }
}

async function wordsAbove(
  { deps: { db } }: Reading,
  town: Town,
  act: StoredAct,
): Promise<NonNullable<TextSection['notes']>> {
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
  return { ...evidenceFile(record, extension), filename, tags: [tagOfTown(town)] }
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
  const meaning =
    'Elle prouve que ce fichier était en ligne à cette date et n’a pas changé. Elle ne dit rien de sa légalité.'
  const commands = [
    `sha256sum ${(act.number ?? String(act.id)).replaceAll('/', '-')}.pdf`,
    `openssl dgst -sha256 -verify cle-publique-${key}.pem -signature acte-${act.id}.sig acte-${act.id}.txt`,
  ]
  const sections: TextContent['sections'] = [
    { paragraphs: [meaning] },
    { heading: 'Texte', paragraphs: [], code: text },
    { heading: 'Signature', paragraphs: [], code: signature.toString('base64') },
    {
      heading: 'Vérifier',
      paragraphs: [
        'Téléchargez le fichier, le texte, la signature et la clé, puis tapez ces deux lignes. La première donne le SHA-256 du texte, la seconde répond «\u00a0Verified OK\u00a0».',
      ],
      code: commands.join('\n'),
      links: [
        { href: `${path}.txt`, name: 'Le texte' },
        { href: `${path}.sig`, name: 'La signature' },
        { href: `/cle-publique-${key}.pem`, name: 'La clé publique' },
        { href: `/${town.slug}/actes/registre.txt`, name: 'Le registre de la commune' },
        { href: actPath(act), name: 'L’acte' },
      ],
    },
  ]
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
      description: meaning,
      isIndexed: false,
      isBare: true,
      content: { kind: 'text', heading: 'Attestation de mise en ligne', sections },
    },
    tags: [tagOfTown(town)],
  }
}

export const actsOf = ({ slug }: Town): Link => ({ href: `/${slug}/actes`, name: 'Actes' })

/** `12 mars 2026` of an act's date. */
export const dayOfAct = ({ actDate }: StoredAct): string => formatDay(actDate)

export const titleOfAct = ({ title, withdrawnAt }: StoredAct): string => (withdrawnAt ? 'Acte retiré' : title)

export const weightOf = (bytes: number): string =>
  bytes < 1_000_000
    ? `${Math.max(1, Math.round(bytes / 1_000))}\u00a0ko`
    : `${(bytes / 1_000_000).toFixed(1).replace('.', ',')}\u00a0Mo`
