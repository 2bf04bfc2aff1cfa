import type { TextContent } from '@parvis/domain/site/page'

/** Legal pages and help. */
export function TextPage({ content }: { content: TextContent }) {
  return (
    <article className="prose">
      <h1>{content.heading}</h1>
      {content.sections.map((section) => (
        <section key={section.heading}>
          <h2>{section.heading}</h2>
          {section.paragraphs.map((paragraph) => (
            <p key={paragraph}>{paragraph}</p>
          ))}
          {section.items ? (
            <ul>
              {section.items.map((item) => (
                <li key={item}>{item}</li>
              ))}
            </ul>
          ) : null}
        </section>
      ))}
    </article>
  )
}
