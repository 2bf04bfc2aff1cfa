import type { TextContent } from '@parvis/domain/site/page'
import { Html } from '../parts/html.tsx'
import { ButtonLink, Part } from '../parts/lists.tsx'

type Section = TextContent['sections'][number]

/** A paragraph that is nothing but an e-mail address. */
const isAddress = (paragraph: string) => paragraph.includes('@') && !paragraph.includes(' ')

/** An article: a legal page, the help, an act and its attestation, what a report became. */
export function TextPage({ content }: { content: TextContent }) {
  return (
    <article className="prose">
      <h1>{content.heading}</h1>
      {content.subheading ? <p className="lead">{content.subheading}</p> : null}
      {content.sections.map((section) =>
        section.heading ? (
          <Part key={section.heading} title={section.heading}>
            <Body section={section} />
          </Part>
        ) : (
          <Body key="" section={section} />
        ),
      )}
    </article>
  )
}

function Body({ section }: { section: Section }) {
  return (
    <>
      {section.notes?.map(({ text, link }) => (
        <p key={text} className="note">
          {text} {link ? <a href={link.href}>{link.name}</a> : null}
        </p>
      ))}
      {section.paragraphs.map((paragraph, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: paragraphs may repeat and never move.
        <p key={at}>{isAddress(paragraph) ? <a href={`mailto:${paragraph}`}>{paragraph}</a> : paragraph}</p>
      ))}
      {section.button ? (
        <p>
          <ButtonLink look="button" href={section.button.href}>
            {section.button.name}
          </ButtonLink>
        </p>
      ) : null}
      {section.code ? <pre>{section.code}</pre> : null}
      {section.terms ? (
        <dl className="facts">
          {section.terms.map(({ name, value }) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      ) : null}
      {section.html ? <Html className="published" html={section.html} /> : null}
      {section.table ? <Rows name={section.heading} table={section.table} /> : null}
      {section.items ? (
        <ul>
          {section.items.map((item) => (
            <li key={item}>{item}</li>
          ))}
        </ul>
      ) : null}
      {section.links ? (
        <ul className="links">
          {section.links.map(({ href, name }) => (
            <li key={href}>
              <a href={href} rel={href.startsWith('http') ? 'noreferrer' : undefined}>
                {name}
              </a>
            </li>
          ))}
        </ul>
      ) : null}
    </>
  )
}

/** A table on a wide screen; on a phone each row is a card whose cells say what they are. */
function Rows({ name, table: { head, rows } }: { name: string | undefined; table: NonNullable<Section['table']> }) {
  return (
    <table className="kept">
      <caption className="hidden">{name}</caption>
      <thead>
        <tr>
          {head.map((title) => (
            <th key={title} scope="col">
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(([first, ...cells]) => (
          <tr key={first}>
            <th scope="row">{first}</th>
            {cells.map((cell, at) => (
              <td key={head[at + 1]} data-label={head[at + 1]}>
                {cell}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
