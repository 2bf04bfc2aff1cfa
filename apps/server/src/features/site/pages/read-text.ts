import {
  type LegalPageFacts,
  type LegalWord,
  legalWords,
  textOfPage,
  writeLegalPage,
} from '@parvis/domain/legal/legal-pages.fr'
import { Refusal } from '@parvis/domain/refusals'
import type { TextContent } from '@parvis/domain/site/page'
import type { Link } from '@parvis/domain/site/shown'
import type { Config } from '../../../config.ts'
import type { Db } from '../../../db/database.ts'
import type { Dependencies } from '../../../dependencies.ts'
import { listPublicKeys } from '../../../signing-keys.queries.ts'
import { readLegalText } from '../../legal/index.ts'
import { residentHome } from '../addresses.ts'
import type { PageAnswer, PageRead, Reading } from './reading.ts'
import { notFound } from './show-message.ts'

/** The help of the residents' site, and the legal pages that both hosts owe. */
export async function readText({ deps, base, address }: Reading, word: string): Promise<PageRead | undefined> {
  if (word === 'aide') return helpPage(deps)
  const legal = legalWords.find((one) => one === word)
  const site = base.host === 'portal' ? 'portal' : 'residents'
  return legal && (await readLegalPage(deps, site, legal, address.query.get('version')))
}

/**
 * A legal page of one of the hosts, with the version asked for or the one in effect; an unknown version is not found. The
 * address that search engines keep is the residents', but for accessibility, which each site declares for itself.
 */
async function readLegalPage(
  { db, config }: Pick<Dependencies, 'db' | 'config'>,
  site: LegalPageFacts['site'],
  word: LegalWord,
  version: string | undefined,
): Promise<PageAnswer> {
  const published = await findPublished(db, word, version)
  if (version !== undefined && !published) return notFound()
  const content = writeLegalPage(word, {
    site,
    settings: config.legal,
    supportEmail: config.links.supportEmail,
    published,
    keys: word === 'mentions-legales' ? await keyLinks(db, config) : [],
  })
  const isOwn = site === 'portal' && (word === 'accessibilite' || config.residentUrl === undefined)
  const canonical = `${isOwn ? config.publicUrl : residentHome(config)}/${word}`
  const brand = site === 'portal' ? 'Parvis Pro' : 'Parvis'
  return {
    page: {
      title: `${content.heading} — ${brand}`,
      description: `${content.heading} de ${brand}\u00a0: qui édite, qui héberge, ce qui est gardé et vos droits.`,
      canonical,
      isIndexed: version === undefined,
      content: { kind: 'text', ...content },
    },
    tags: ['legal'],
  }
}

async function keyLinks(db: Db, config: Config): Promise<Link[]> {
  const keys = config.residentUrl === undefined ? [] : await listPublicKeys(db)
  return keys.map((key) => ({ href: `${residentHome(config)}/cle-publique-${key}.pem`, name: key }))
}

/** Undefined for a page without a published text, and for a version that was never published. */
async function findPublished(db: Db, word: LegalWord, version: string | undefined) {
  const kind = textOfPage[word]
  const wanted = version === undefined ? undefined : Number(version)
  if (!kind || (wanted !== undefined && !Number.isSafeInteger(wanted))) return undefined
  try {
    return await readLegalText(db, kind, wanted)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return undefined
  }
}

function helpPage({ config }: Dependencies): PageAnswer {
  const contact = config.links.supportEmail
  const sections = help.map((part) => ({
    ...part,
    paragraphs: part.paragraphs.map((paragraph) => paragraph.replace('{contact}', contact)),
  }))
  return {
    page: {
      title: 'Aide — Parvis',
      description: sections[0]?.paragraphs[0]?.slice(0, 160) ?? 'Aide',
      canonical: `${residentHome(config)}/aide`,
      isIndexed: true,
      content: { kind: 'text', heading: 'Aide', sections },
    },
  }
}

const help: TextContent['sections'] = [
  {
    heading: 'Suivre un commerce',
    paragraphs: [
      'Touchez « Suivre et être averti », puis autorisez les notifications. Sans compte, sans e-mail, sans numéro : cet appareil retient vos choix.',
    ],
  },
  {
    heading: 'Je ne reçois rien',
    paragraphs: [
      'Vérifiez dans les réglages de votre navigateur que les notifications de ce site sont autorisées. Sur iPhone, ajoutez d’abord Parvis à l’écran d’accueil.',
    ],
  },
  {
    heading: 'Changer de téléphone',
    paragraphs: ['Dans « Réglages », « Passer sur un autre téléphone » affiche un code à taper sur le nouveau.'],
  },
  { heading: 'Nous écrire', paragraphs: ['{contact}'] },
]
