import { counted, formatDay } from '../kernel/french-format.ts'
import { escapeMarkup } from '../kernel/text.ts'
import { noticeTexts } from './notice-texts.fr.ts'

/** One sentence of a list, and where it leads. */
export type LetterItem = { text: string; url: string }

/** A mail as its author thinks it: sentences, lists under a title, and at most one thing to do. */
export type Letter = {
  subject: string
  paragraphs: readonly string[]
  sections?: readonly { title: string; items: readonly LetterItem[] }[]
  /** What the lists leave out. */
  more?: string | undefined
  link?: { label: string; url: string }
}

export type LetterFoot = {
  /** The host of all links. */
  publicUrl: string
  /** Stops everything to that address by one signed click. */
  notMine: string
  /** Ends what is sent regularly; for digests and residents' letters only. */
  unsubscribe?: { label: string; url: string } | undefined
  /** Why it comes; absent, because the address was given. */
  why?: string | undefined
  /** Who signs; absent, the portal. */
  from?: string | undefined
}

/**
 * The text and the simple HTML of a mail: no picture, nothing remote, links to one host. Each ends with the legal
 * pages and « Cette adresse n’est pas la mienne ».
 */
export function writeLetter(letter: Letter, foot: LetterFoot): { text: string; html: string } {
  const { from = 'Parvis Pro', why = givenTo(from) } = foot
  const { paragraphs, sections = [], more, link } = letter
  const links = footLinks(foot)
  const text = [
    'Bonjour,',
    ...paragraphs,
    ...sections.flatMap(({ title, items }) => [title, ...items.map(({ text: words, url }) => `- ${words}\n  ${url}`)]),
    ...(more ? [more] : []),
    ...(link ? [`${link.label}\u00a0:\n${link.url}`] : []),
    from,
    `--\n${why}`,
    ...links.map(({ label, url }) => `${label}\u00a0:\n${url}`),
  ].join('\n\n')
  const html = [
    '<!doctype html><html lang="fr"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">',
    `<title>${escapeMarkup(letter.subject)}</title></head>`,
    `<body style="${looks.page}"><div style="${looks.column}">`,
    `<p style="${looks.name}">${from}</p><div style="${looks.card}">`,
    ...['Bonjour,', ...paragraphs].map((sentence) => `<p>${escapeMarkup(sentence)}</p>`),
    ...sections.map(
      ({ title, items }) =>
        `<h2 style="font-size:18px">${escapeMarkup(title)}</h2><ul style="padding-left:20px;line-height:2">${items.map(listed).join('')}</ul>`,
    ),
    more ? `<p>${escapeMarkup(more)}</p>` : '',
    link ? `<p>${anchor(link, looks.button)}</p>` : '',
    `</div><div style="${looks.foot}"><p>${why}</p>`,
    `<p>${links.map((one) => anchor(one, looks.quiet)).join('<br>')}</p>`,
    '</div></div></body></html>',
  ].join('')
  return { text, html }
}

/** The colours of tokens.css, written into each element: a mail has no style sheet. */
const looks = {
  page: 'margin:0;padding:24px 16px;background:#fbfaf7;color:#1f2a37;font:16px/1.5 sans-serif',
  column: 'max-width:560px;margin:0 auto',
  name: 'margin:0 0 16px;color:#0f5c4d;font-size:20px;font-weight:700',
  card: 'padding:8px 24px;background:#ffffff;border:1px solid #e6e2d9;border-radius:12px',
  link: 'color:#0f5c4d',
  button:
    'display:inline-block;padding:10px 24px;background:#0f5c4d;border-radius:8px;color:#ffffff;font-weight:700;text-decoration:none',
  foot: 'padding:8px 24px;color:#55606d;font-size:14px;line-height:2',
  quiet: 'color:#55606d',
}

const listed = ({ text, url }: LetterItem) => `<li>${anchor({ label: text, url }, looks.link)}</li>`

const givenTo = (from: string) => `Vous recevez ce message parce que cette adresse a été donnée à ${from}.`

function footLinks({ publicUrl, notMine, unsubscribe }: LetterFoot) {
  return [
    ...(unsubscribe ? [unsubscribe] : []),
    { label: 'Cette adresse n’est pas la mienne', url: notMine },
    { label: 'Mentions légales', url: `${publicUrl}/mentions-legales` },
    { label: 'Conditions d’utilisation', url: `${publicUrl}/conditions` },
    { label: 'Politique de confidentialité', url: `${publicUrl}/confidentialite` },
    { label: 'Accessibilité', url: `${publicUrl}/accessibilite` },
    { label: 'Signaler un contenu', url: `${publicUrl}/signaler` },
  ]
}

const anchor = ({ label, url }: { label: string; url: string }, look: string) =>
  `<a href="${escapeMarkup(url)}" style="${look}">${escapeMarkup(label)}</a>`

export type Waiting = { conversations: number; orders: number }

/** The digest of the morning: numbers only, for an address that nobody confirmed. */
export function digestLetter({ conversations, orders }: Waiting, publicUrl: string): Letter {
  const parts = [
    orders > 0 && `${counted(orders, 'commande')} sans réponse`,
    conversations > 0 && counted(conversations, 'conversation non lue', 'conversations non lues'),
  ].filter((part) => part !== false)
  const what = parts.join(' et ')
  return {
    subject: `Parvis Pro\u00a0: ${what}`,
    paragraphs: [`Depuis votre dernière visite\u00a0: ${what}.`],
    link: { label: 'Ouvrir Parvis Pro', url: `${publicUrl}/messages` },
  }
}

/** An order that has just come, for who wants it by mail too: when, never what nor who. */
export function newOrderLetter(pickupAt: number, now: number, url: string): Letter {
  const sentence = noticeTexts.order(pickupAt, now)
  return {
    subject: sentence,
    paragraphs: [`${sentence}.`],
    link: { label: 'Voir la commande', url },
  }
}

/**
 * Something about the person's account or an order, in one sentence that names no resident, and what follows from it; of a
 * decision of the team also its grounds and how to contest it (W-103, DSA art. 17).
 */
export function factLetter(
  { sentence, outcome, grounds }: { sentence: string; outcome?: string | undefined; grounds?: string | undefined },
  { url, contact }: { url: string; contact: string },
): Letter {
  const decided = grounds === undefined ? [] : [`Motif\u00a0: ${grounds}`, contestText(contact)]
  return {
    subject: sentence,
    paragraphs: [sentence, ...(outcome ? [outcome] : []), ...decided],
    link: { label: 'Ouvrir Parvis Pro', url },
  }
}

const contestText = (contact: string) =>
  `Vous pouvez contester cette décision en écrivant à ${contact}, ou devant un tribunal.`

/**
 * The receipt of a report that left an address: its number and where its outcome is read (W-101, DSA art. 16). Nothing that
 * was typed is in it: whoever gives somebody else's address sends them no text.
 */
export function reportReceipt(code: string, publicUrl: string): Letter {
  return {
    subject: `Signalement reçu, numéro ${code}`,
    paragraphs: [
      `Votre signalement a été reçu sous le numéro ${code}. Une personne de l’équipe le lira.`,
      'Gardez cette adresse pour suivre sa suite\u00a0: aucun autre message ne vous sera envoyé.',
    ],
    link: { label: 'Suivre ce signalement', url: `${publicUrl}/signalement/${code}` },
  }
}

/** The second step of the ladder: a number of minutes, nobody's name. */
export function waitingOrderLetter(minutes: number, url: string): Letter {
  const what = noticeTexts.waiting(minutes)
  return {
    subject: what,
    paragraphs: [`${what} et personne ne l’a encore regardée.`],
    link: { label: 'Voir la commande', url },
  }
}

/** New terms, to every owner: when they begin, where both versions stand, and that nothing has to be done. */
export function termsLetter(effectiveOn: string, version: number, publicUrl: string): Letter {
  const day = formatDay(effectiveOn)
  return {
    subject: `Les conditions d’utilisation de Parvis Pro changent le ${day}`,
    paragraphs: [
      `De nouvelles conditions d’utilisation s’appliquent à partir du ${day}. Les anciennes restent lisibles à la même adresse.`,
      'Vous pouvez les accepter dans Parvis Pro dès maintenant. Sans réponse de votre part, continuer à utiliser le service après cette date vaut acceptation. Si vous ne les acceptez pas, vous pouvez emporter vos données et supprimer votre compte dans «\u00a0Mon compte\u00a0».',
    ],
    link: { label: 'Lire les nouvelles conditions', url: `${publicUrl}/conditions?version=${version}` },
  }
}
