import type { DirectoryContent } from '@parvis/domain/site/page'
import type { ComponentProps, ReactNode } from 'react'
import { BusinessCards } from '../parts/cards.tsx'

export function DirectoryPage({ content: list }: { content: DirectoryContent }) {
  return (
    <div className="directory">
      <h1>{list.heading}</h1>
      <SearchForm action={list.action} defaultValue={list.query} kept={list.hidden} />
      <Chips label="Filtres" links={list.filters} />
      <div className="row" hidden data-near="">
        <button type="button" className="second">
          Près de moi d’abord
        </button>
        <span className="note">Votre position reste sur cet appareil.</span>
      </div>
      <Chips label="Catégories" links={list.categories} />
      {list.empty ? <Nothing empty={list.empty} /> : <BusinessCards cards={list.cards} />}
      <PageLinks pages={list.pages} />
      <p className="fine">Classement : ouverts d’abord, puis par ordre alphabétique. Aucun classement payant.</p>
    </div>
  )
}

type SearchFormProps = ComponentProps<'input'> & { action: string; label?: string; kept?: DirectoryContent['hidden'] }

const byNeed = 'Que cherchez-vous\u00a0? Un commerce, un produit, un métier'

/** By need: a trade, a product, what is announced. */
export function SearchForm({ action, label = byNeed, kept = [], ...field }: SearchFormProps) {
  return (
    <form method="get" action={action} className="search">
      <label htmlFor="q">{label}</label>
      <div className="row">
        <input id="q" name="q" type="search" maxLength={60} {...field} />
        {kept.map(({ name, value }) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <button type="submit">Chercher</button>
      </div>
    </form>
  )
}

export const TownSearch = (form: SearchFormProps) => (
  <SearchForm label="Votre commune ou code postal" autoComplete="postal-code" {...form} />
)

/** Why a list is empty, and the ways out. */
export function Nothing({ empty, children }: { empty: NonNullable<DirectoryContent['empty']>; children?: ReactNode }) {
  return (
    <div className="empty" role="status">
      <p>{empty.sentence}</p>
      {children}
      {empty.links.map(({ href, name }) => (
        <p key={href}>
          <a href={href}>{name}</a>
        </p>
      ))}
    </div>
  )
}

export function PageLinks({ pages }: Pick<DirectoryContent, 'pages'>) {
  if (!pages) return null
  return (
    <nav className="pages" aria-label="Pages">
      {pages.previous ? (
        <a href={pages.previous} rel="prev">
          Page précédente
        </a>
      ) : null}
      <span>{pages.sentence}</span>
      {pages.next ? (
        <a href={pages.next} rel="next">
          Page suivante
        </a>
      ) : null}
    </nav>
  )
}

type ChipsProps = { label: string; links: readonly { href: string; name: string; isOn: boolean; count?: number }[] }

/** Filters as links; the active one has `aria-current`. */
export function Chips({ label, links }: ChipsProps) {
  if (links.length === 0) return null
  return (
    <ul className="chips" aria-label={label}>
      {links.map(({ href, name, isOn, count }) => (
        <li key={name}>
          <a href={href} aria-current={isOn ? 'true' : undefined} rel="nofollow">
            {name}
            {count === undefined ? null : <span className="count"> {count}</span>}
          </a>
        </li>
      ))}
    </ul>
  )
}
