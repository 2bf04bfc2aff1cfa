import { formatDay } from '../kernel/french-format.ts'
import type { TextContent } from '../site/page.ts'
import type { Link } from '../site/shown.ts'
import { type KeptData, keptOfProfessionals, keptOfResidents } from './kept-data.fr.ts'
import { type LegalFact, type LegalKind, type LegalSettings, legalFactLabels } from './legal.ts'

/** The pages that both hosts owe, at these addresses. */
export const legalWords = ['mentions-legales', 'conditions', 'confidentialite', 'accessibilite'] as const
export type LegalWord = (typeof legalWords)[number]

/** The published text that a page shows, if it shows one. */
export const textOfPage: Partial<Record<LegalWord, LegalKind>> = {
  conditions: 'terms',
  confidentialite: 'privacy',
  accessibilite: 'accessibility',
}

export type PublishedText = { version: number; effectiveOn: string; html: string; versions: readonly VersionLine[] }
type VersionLine = { version: number; effectiveOn: string }

export type LegalPageFacts = {
  site: 'portal' | 'residents'
  settings: LegalSettings
  /** Where somebody answers when the editor's own address is missing. */
  supportEmail: string
  published: PublishedText | undefined
  /** Where the public keys of attestations are read. */
  keys?: readonly Link[]
}

type Section = TextContent['sections'][number]

/** What a legal page says: facts of the settings, the published text, what the product knows of itself; never more. */
export function writeLegalPage(word: LegalWord, facts: LegalPageFacts): Omit<TextContent, 'kind'> {
  return writers[word](facts)
}

const writers: Record<LegalWord, (facts: LegalPageFacts) => Omit<TextContent, 'kind'>> = {
  'mentions-legales': notice,
  conditions: terms,
  confidentialite: privacy,
  accessibilite: accessibility,
}

const unsaid = 'Cette information n’est pas encore publiée.'
const contactOf = ({ settings, supportEmail }: LegalPageFacts) => settings.facts.LEGAL_EMAIL ?? supportEmail

function notice(facts: LegalPageFacts): Omit<TextContent, 'kind'> {
  const contact = contactOf(facts)
  return {
    heading: 'Mentions légales',
    sections: [
      factSection('Éditeur', facts, editorFacts),
      factSection('Hébergeur', facts, hostFacts),
      {
        heading: 'Point de contact',
        paragraphs: [
          `Pour les autorités et pour toute personne, en français\u00a0: ${contact}.`,
          'Un contenu vous paraît illicite, dangereux ou faux\u202f? Chaque page a un lien «\u00a0Signaler\u00a0»\u202f; une personne de l’équipe examine chaque signalement et motive sa décision.',
        ],
        links: [{ href: '/signaler', name: 'Signaler un contenu' }],
      },
      ...keySection(facts),
    ],
  }
}

/** The keys with which acts and journals of alerts are verified, once one was made. */
function keySection({ keys = [] }: LegalPageFacts): Section[] {
  if (keys.length === 0) return []
  const sentence =
    'Les actes publiés et les journaux des alertes sont signés. Ces clés publiques servent à les vérifier.'
  return [{ heading: 'Clés des attestations', paragraphs: [sentence], links: keys }]
}

const editorFacts: readonly LegalFact[] = [
  'LEGAL_NAME',
  'LEGAL_FORM',
  'LEGAL_CAPITAL',
  'LEGAL_REGISTER',
  'LEGAL_VAT',
  'LEGAL_ADDRESS',
  'LEGAL_PHONE',
  'LEGAL_EMAIL',
  'LEGAL_DIRECTOR',
]
const hostFacts: readonly LegalFact[] = ['LEGAL_HOST_NAME', 'LEGAL_HOST_ADDRESS', 'LEGAL_HOST_PHONE']

/** The facts that are known; a section without any says that, and nothing in their place. */
function factSection(heading: string, { settings }: LegalPageFacts, names: readonly LegalFact[]): Section {
  const terms = names.flatMap((name) => {
    const value = settings.facts[name]
    return value === undefined ? [] : [{ name: legalFactLabels[name], value }]
  })
  return terms.length === 0 ? { heading, paragraphs: [unsaid] } : { heading, paragraphs: [], terms }
}

function terms({ published }: LegalPageFacts): Omit<TextContent, 'kind'> {
  return {
    heading: 'Conditions d’utilisation',
    ...dated(published),
    sections: [
      ...textSections(published, 'Texte', 'Les conditions d’utilisation ne sont pas encore publiées.'),
      {
        heading: 'Modération',
        paragraphs: [
          'Chaque page a un lien «\u00a0Signaler\u00a0». Une personne de l’équipe regarde chaque signalement, sous 24 heures quand il y a danger, sous 7 jours sinon, et motive sa décision. Aucune décision n’est prise par une machine.',
          'L’auteur du contenu est informé de ce qui a été fait, pourquoi et comment le contester.',
        ],
      },
      {
        heading: 'Classement',
        paragraphs: [
          'Les listes montrent d’abord ce qui est ouvert, puis suivent l’ordre alphabétique. Aucun classement n’est payant, et aucun ne dépend de vous.',
        ],
      },
      ...formerSections(published, '/conditions'),
    ],
  }
}

function privacy(facts: LegalPageFacts): Omit<TextContent, 'kind'> {
  const { published, settings, site } = facts
  const parts: Section[] = [
    table('Ce que nous gardons des habitants', 'Rien tant que vous ne faites que lire.', keptOfResidents()),
    table(
      'Ce que nous gardons des professionnels',
      'Pour tenir un compte et un établissement.',
      keptOfProfessionals(settings.authorMonths),
    ),
  ]
  return {
    heading: 'Politique de confidentialité',
    ...dated(published),
    sections: [
      ...textSections(
        published,
        'Texte',
        'Le texte de l’exploitant n’est pas encore publié. Ce qui suit est exact\u00a0: le service l’écrit lui-même.',
      ),
      ...(site === 'portal' ? parts.toReversed() : parts),
      {
        heading: 'Cookies',
        paragraphs: [
          'Sur Parvis Pro, un seul cookie, de sécurité\u00a0: il reconnaît le navigateur qui s’est déjà connecté. Il n’a pas besoin de votre accord, et il n’y en a pas d’autre.',
          'Sur le site des habitants, deux, posés seulement par un geste de votre part\u00a0: suivre, écrire, commander, enregistrer un réglage, un prénom, une commune ou un téléphone, accepter les notifications, reprendre vos abonnements d’un autre appareil. L’un, que seul notre serveur lit, retient votre appareil\u202f; l’autre dit seulement qu’il y en a un. Aucun traceur, aucune publicité, aucun partage.',
        ],
      },
      {
        heading: 'Vos droits',
        paragraphs: [
          'Vous pouvez accéder à vos données, les corriger, les emporter, les effacer, vous opposer à leur usage ou le limiter.',
          'Professionnels\u00a0: «\u00a0Mon compte\u00a0», «\u00a0Vos données\u00a0». Habitants\u00a0: «\u00a0Réglages\u00a0», «\u00a0Tout emporter\u00a0» et «\u00a0Tout effacer\u00a0».',
          `Pour toute question\u00a0: ${settings.facts.DPO_EMAIL ?? contactOf(facts)}. Vous pouvez aussi adresser une réclamation à la CNIL.`,
        ],
        links: [{ href: 'https://www.cnil.fr/fr/plaintes', name: 'Adresser une réclamation à la CNIL' }],
      },
      ...formerSections(published, '/confidentialite'),
    ],
  }
}

function table(heading: string, sentence: string, rows: readonly KeptData[]): Section {
  return {
    heading,
    paragraphs: [sentence],
    table: {
      head: ['Donnée', 'Pourquoi', 'Fondement', 'Combien de temps'],
      rows: rows.map(({ what, purpose, basis, duration }) => [what, purpose, basis, duration]),
    },
  }
}

function accessibility(facts: LegalPageFacts): Omit<TextContent, 'kind'> {
  const { site, settings, published } = facts
  const { state, rate, date, auditor } = settings.accessibility[site]
  const of = site === 'portal' ? 'de Parvis Pro' : 'du site des habitants'
  const by = auditor ? ` par ${auditor}` : ''
  const known = [
    { name: 'État', value: state },
    ...(rate === null ? [] : [{ name: 'Critères respectés', value: `${String(rate).replace('.', ',')}\u00a0%` }]),
    ...(date === null ? [] : [{ name: 'Audit', value: `${formatDay(date)}${by}` }]),
  ]
  const sentence =
    date === null
      ? `Aucun audit ${of} selon le RGAA 4.1 n’a encore eu lieu\u00a0: son état est donc «\u00a0non conforme\u00a0».`
      : `L’état ${of} vient d’un audit selon le RGAA 4.1.`
  return {
    heading: `Accessibilité\u00a0: ${state}`,
    ...dated(published),
    sections: [
      { heading: 'État de conformité', paragraphs: [sentence], terms: known },
      ...textSections(
        published,
        'Contenus non accessibles',
        'La liste des contenus non accessibles n’est pas encore publiée.',
      ),
      {
        heading: 'Retour et contact',
        paragraphs: [
          `Vous n’arrivez pas à lire un contenu ou à vous servir d’une page\u202f? Écrivez à ${contactOf(facts)}\u00a0: nous vous aidons à y accéder, et nous corrigeons.`,
        ],
      },
      {
        heading: 'Voies de recours',
        paragraphs: [
          'Si vous nous avez signalé un défaut d’accessibilité qui vous empêche d’accéder à un contenu ou à un service, et que vous n’avez pas eu de réponse, vous pouvez vous adresser au Défenseur des droits\u00a0:',
        ],
        items: [
          'par son formulaire en ligne',
          'par téléphone, au 09 69 39 00 00',
          'par courrier gratuit, sans affranchir\u00a0: Défenseur des droits, Libre réponse 71120, 75342 Paris Cedex 07',
        ],
        links: [{ href: 'https://formulaire.defenseurdesdroits.fr/', name: 'Formulaire du Défenseur des droits' }],
      },
    ],
  }
}

function dated(published: PublishedText | undefined): Pick<TextContent, 'subheading'> {
  if (!published) return {}
  return { subheading: `Version ${published.version}, en vigueur le ${formatDay(published.effectiveOn)}` }
}

function textSections(published: PublishedText | undefined, heading: string, otherwise: string): Section[] {
  return [published ? { heading, paragraphs: [], html: published.html } : { heading, paragraphs: [otherwise] }]
}

/** Every version stays readable. */
function formerSections(published: PublishedText | undefined, path: string): Section[] {
  if (!published || published.versions.length < 2) return []
  const links = published.versions.toReversed().map(({ version, effectiveOn }) => ({
    href: `${path}?version=${version}`,
    name: `Version ${version}, en vigueur le ${formatDay(effectiveOn)}${version === published.version ? ' (affichée)' : ''}`,
  }))
  return [{ heading: 'Toutes les versions', paragraphs: [], links }]
}
