import type { Fragment } from '@parvis/domain/site/fragment'
import { renderToStaticMarkup } from 'react-dom/server'
import css from './fragment.css?inline'
import { Html } from './parts/html.tsx'

/** Its one script: tells the page around how high it is, at first and each time that changes. */
const script =
  'new ResizeObserver(function(){parent.postMessage({parvis:document.documentElement.offsetHeight},"*")}).observe(document.documentElement)'

/** The style and the script of every fragment, which the server allows by their hashes. */
export const fragmentParts = { css, script }

/** The whole document of a fragment: no header, no form, good without script. */
export function renderFragment(fragment: Fragment): string {
  const { page, canonical, body } = fragment
  const title = body.view === 'nothing' ? 'Page introuvable' : page.name
  const html = renderToStaticMarkup(
    <html lang="fr">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>{title}</title>
        <meta name="robots" content="noindex" />
        {canonical ? <link rel="canonical" href={canonical} /> : null}
        <Html tag="style" html={css} />
      </head>
      <body>
        <main>
          <h1>{title}</h1>
          <Body body={body} />
          <Away href={page.href} className="source">
            {body.view === 'nothing' ? 'Parvis' : 'Voir la page sur Parvis'}
          </Away>
        </main>
        <Html tag="script" html={script} />
      </body>
    </html>,
  )
  return `<!doctype html>${html}`
}

function Away({ href, className, children }: { href: string; className?: string; children: string }) {
  return (
    <a href={href} target="_blank" rel="noopener" className={className}>
      {children}
    </a>
  )
}

function Body({ body }: { body: Fragment['body'] }) {
  if (body.view === 'horaires') return <Hours hours={body} />
  return body.view === 'agenda' ? <Dates dates={body.dates} /> : null
}

function Hours({ hours: { state, week, particular } }: { hours: Extract<Fragment['body'], { view: 'horaires' }> }) {
  return (
    <>
      <p className={state.isOpen ? 'open' : 'closed'}>{state.sentence}</p>
      {'days' in week ? (
        <dl>
          {week.days.map(({ day, hours, isToday }) => (
            <div key={day} className={isToday ? 'today' : undefined}>
              <dt>{day}</dt>
              <dd>{hours}</dd>
            </div>
          ))}
        </dl>
      ) : null}
      {particular.map(({ days, sentence }) => (
        <p key={days}>{[days, sentence].filter(Boolean).join('\u00a0: ')}</p>
      ))}
    </>
  )
}

function Dates({ dates }: Pick<Extract<Fragment['body'], { view: 'agenda' }>, 'dates'>) {
  if (dates.length === 0) return <p>Aucun rendez-vous annoncé pour l’instant.</p>
  return (
    <ul>
      {dates.map(({ href, name, when, place, word, message, isStruck }) => (
        <li key={`${href} ${when}`}>
          {word ? <span className="word">{word}</span> : null} {isStruck ? <s>{when}</s> : when}
          <br />
          <Away href={href}>{name}</Away>
          {message ? <p className="soft">{message}</p> : null}
          {place ? <p className="soft">{place}</p> : null}
        </li>
      ))}
    </ul>
  )
}
