import type { SiteMessage, SitePage, TypedAgain, TypedField } from '@parvis/domain/site/page'
import { ChoiceField, Form, InputField, LongField } from '../parts/form.tsx'
import { Links } from '../parts/lists.tsx'
import { TownSearch } from './directory.tsx'

export function MessagePage({ content, page }: { content: SiteMessage; page: SitePage }) {
  return (
    <section className="message">
      <h1>{content.heading}</h1>
      {content.sentences.map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
      {content.again ? <SendAgain again={content.again} /> : null}
      {content.links.length > 0 ? (
        <Links
          links={content.links.map(({ href, name }) => ({
            href: href.startsWith('/') ? `${page.home}${href}` : href,
            name,
          }))}
        />
      ) : null}
      {content.search && page.host !== 'foreign' ? <TownSearch action={`${page.home}/`} /> : null}
    </section>
  )
}

/** A refused form as it was typed (W-048, residents.md 15.29). */
function SendAgain({ again }: { again: TypedAgain }) {
  return (
    <Form action={again.action} button={again.button ?? 'Envoyer de nouveau'}>
      {again.fields.map((field) => (
        <Typed key={`${field.name} ${field.value}`} field={field} />
      ))}
    </Form>
  )
}

function Typed({ field: { name, value, label, isLong, choices } }: { field: TypedField }) {
  if (!label) return <input type="hidden" name={name} value={value} />
  if (choices) return <ChoiceField name={name} label={label} options={choices} />
  if (isLong) return <LongField name={name} label={label} rows={5} defaultValue={value} />
  return <InputField name={name} label={label} defaultValue={value} />
}
