import type { Link, ListLine } from '@parvis/domain/site/shown'
import type { ComponentProps, ReactNode } from 'react'

/** A part of a page under its heading; nothing where its list is empty. */
export function Part({ title, of, children }: { title: string; of?: readonly unknown[]; children: ReactNode }) {
  return of && of.length === 0 ? null : (
    <section>
      <h2>{title}</h2>
      {children}
    </section>
  )
}

/** Where each line leads, with what is said above its name, beside it and below. */
export const Lines = ({ lines }: { lines: readonly ListLine[] }) =>
  lines.length === 0 ? null : (
    <ul className="lines-list">
      {lines.map(({ href, name, label, level, word, facts, text, button }) => (
        <li key={`${href} ${label} ${facts}`}>
          <div>
            {label ? <p className={level ? `alert-level ${level}` : 'line'}>{label}</p> : null}
            <a href={href}>{name}</a>
            {word ? <strong className="word">{word}</strong> : null}
            {facts ? <p className="line">{facts}</p> : null}
            {text ? <p className="lines">{text}</p> : null}
            {button ? <ButtonLink href={button.href}>{button.name}</ButtonLink> : null}
          </div>
        </li>
      ))}
    </ul>
  )

type ButtonLinkProps = ComponentProps<'a'> & { look?: 'button' | 'button second'; 'data-act'?: string }

export const ButtonLink = ({ look = 'button second', ...link }: ButtonLinkProps) => <a className={look} {...link} />

export const Links = ({ links, className = 'links' }: { links: readonly Link[]; className?: string }) => (
  <ul className={className}>
    {links.map(({ href, name }) => (
      <li key={href}>
        <a href={href}>{name}</a>
      </li>
    ))}
  </ul>
)

export const ByHall = ({ hall, className }: { hall: Link | null; className?: string }) =>
  hall ? (
    <p className={className}>
      Par la <a href={hall.href}>{hall.name}</a>
    </p>
  ) : null

/** A list that scrolls sideways. */
export function Strip({ className, label, children }: { className: string; label?: string; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls sideways must be reached by the keyboard.
    <ul className={className} tabIndex={0} aria-label={label}>
      {children}
    </ul>
  )
}
