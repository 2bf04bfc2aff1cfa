import type { AnswerOf } from '@parvis/domain/api'

type Start = AnswerOf<'GET /v1/start'>
type Whose = { city: string | null; zipCode: string | null }

export const instantsWords = {
  title: 'Instants',
  sentence: 'Un instant est une annonce que les habitants lisent\u00a0: un service, une offre ou un événement.',
}

export const agendaWords = {
  title: 'Agenda',
  sentenceOf: ({ city, zipCode }: Whose) =>
    `Ce qui se passe à ${[city, zipCode && `(${zipCode})`].filter(Boolean).join(' ')}, chez vous et chez les autres\u00a0: choisissez le bon jour pour vos événements.`,
}

/** Pages whose first words or picture are drawn before React is there; the others keep the mark of index.html. */
const painters: Readonly<Record<string, (page: Element, company?: NonNullable<Start['company']>) => void>> = {
  '/instants': (page) => {
    write(page, 'title', instantsWords.title)
    write(page, 'sentence', instantsWords.sentence)
  },
  '/agenda': (page, company) => {
    write(page, 'title', agendaWords.title)
    if (company) write(page, 'sentence', agendaWords.sentenceOf(company))
  },
  '/messages': (page) => {
    page.classList.add('first-list')
    write(page, 'field', '')
    write(page, 'sentence', 'Vos conversations avec les habitants arrivent…')
  },
  '/company': (page, company) => {
    const cover = write(write(page, 'card', ''), 'cover', '')
    if (!company?.coverImage || cover.firstChild) return
    const { sizes, srcSet: srcset } = coverSources(company.coverImage)
    const image = { alt: '', fetchPriority: 'high', sizes, srcset, src: company.coverImage }
    cover.append(Object.assign(document.createElement('img'), image))
  },
}

/**
 * The frame of a signed-in page and its first words, in the place of the mark and where React draws them again: on a slow
 * line a second and a half before it (LCP). Its styles are those of index.html; nobody but eyes reads it.
 */
export function drawFrame(path: string, company?: Start['company']): void {
  const paint = painters[path]
  if (!paint) return
  const splash = document.querySelector('#root > .splash')
  const frame = document.querySelector('#root > .first') ?? (splash && createFrame(splash))
  const page = frame?.querySelector('[data-first]')
  if (page) paint(page, company ?? undefined)
}

/** The parts of the shell that never change, empty: a rail, or a bar at the bottom of a phone. */
function createFrame(splash: Element): Element {
  const frame = Object.assign(document.createElement('div'), { className: 'first', ariaHidden: 'true' })
  const page = document.createElement('div')
  page.className = 'first-page'
  page.dataset.first = ''
  frame.append(page, document.createElement('i'))
  splash.replaceWith(frame)
  return frame
}

/** One element of each kind, however often it is written. */
function write(page: Element, kind: string, text: string): Element {
  const className = `first-${kind}`
  const known = page.querySelector(`.${className}`)
  if (known) return known
  const element = Object.assign(document.createElement('div'), { className, textContent: text })
  page.append(element)
  return element
}

/** The cover in the widths that the server makes of it: a telephone takes that of 640 pixels. */
export function coverSources(url: string): { srcSet: string; sizes: string } {
  const stem = url.replace(/\.jpg$/, '')
  return {
    srcSet: `${stem}-640.webp 640w, ${stem}-960.webp 960w, ${stem}.webp 1200w`,
    sizes: '(max-width: 767px) calc(100vw - 34px), (max-width: 1416px) calc(100vw - 330px), 1120px',
  }
}
