import type { BusinessContent, SitePage } from '@parvis/domain/site/page'
import type { Link } from '@parvis/domain/site/shown'
import type { ComponentProps } from 'react'
import { Directions, Hours, InstantCards, OtherWays, ServiceTiles, SizedPicture, State } from '../parts/cards.tsx'
import { Follow, Why } from '../parts/follow.tsx'
import { Html } from '../parts/html.tsx'
import { ButtonLink, Part, Strip } from '../parts/lists.tsx'

/** A business, in the order of W-030. */
export function BusinessPage({ content: shop, page }: { content: BusinessContent; page: SitePage }) {
  return (
    <article className="business h-card" data-company={shop.companyId} data-view="view">
      <Why companyId={shop.companyId} name={shop.name} page={page} />
      {shop.cover ? <SizedPicture picture={shop.cover} className="cover" first /> : null}
      <div className="identity">
        {shop.picture ? <SizedPicture picture={shop.picture} className="portrait" first={!shop.cover} /> : null}
        <div>
          <h1 className="p-name">{shop.name}</h1>
          <p className="line">
            {[shop.typeLabel, shop.category, shop.town].filter(Boolean).join(' · ')}
            {shop.isVerified ? <span className="verified">Établissement vérifié</span> : null}
          </p>
          <p>
            <State state={shop.state} />
            {shop.today ? (
              <span className="today">
                Aujourd’hui : <Hours text={shop.today} />
              </span>
            ) : null}
          </p>
        </div>
      </div>
      <Actions shop={shop} page={page} />
      <Part title="Services" of={shop.services ?? []}>
        <ServiceTiles tiles={shop.services ?? []} />
      </Part>
      <Instants shop={shop} />
      <Gallery shop={shop} />
      <Week shop={shop} />
      {shop.description ? (
        <Part title="Présentation">
          <Html className="rich p-note" html={shop.description} />
        </Part>
      ) : null}
      <ClickAndCollect shop={shop} />
      <Contact shop={shop} />
      <p className="share" data-share={shop.address} data-title={shop.name}>
        Partager&nbsp;: <span className="select">{shop.address}</span>
      </p>
      <OtherWays ways={shop.ways} heading="Suivre autrement" />
      <p className="fine">
        <a href={`${page.home}/signaler?adresse=${encodeURIComponent(shop.address)}`}>Signaler cette fiche</a>
        <span> Dernière modification le {shop.changedOn}</span>
      </p>
    </article>
  )
}

function Actions({ shop, page }: { shop: BusinessContent; page: SitePage }) {
  return (
    <div className="actions">
      <Follow companyId={shop.companyId} name={shop.name} page={page} address={shop.address} />
      <div className="row acts">
        <ButtonLink href={shop.write}>Écrire</ButtonLink>
        {shop.order ? <ButtonLink href={shop.order}>Commander</ButtonLink> : null}
        {shop.phone ? (
          <ButtonLink href={shop.phone.href} data-act="call">
            Appeler
          </ButtonLink>
        ) : null}
      </div>
    </div>
  )
}

const shown = 6

function Instants({ shop }: { shop: BusinessContent }) {
  const more = shop.instants.slice(shown)
  return (
    <Part title="En ce moment et bientôt" of={shop.instants}>
      <InstantCards cards={shop.instants.slice(0, shown)} />
      {more.length > 0 ? (
        <details>
          <summary>Tout voir</summary>
          <InstantCards cards={more} />
        </details>
      ) : null}
    </Part>
  )
}

/** Photos side by side; each leads to the whole of it. */
function Gallery({ shop: { photos } }: { shop: BusinessContent }) {
  return (
    <Part title="En photos" of={photos}>
      <Strip className="strip gallery" label="Photos">
        {photos.map((photo) => (
          <li key={photo.src}>
            <a href={photo.src}>
              <SizedPicture picture={photo} className="view" />
            </a>
          </li>
        ))}
      </Strip>
    </Part>
  )
}

function Week({ shop }: { shop: BusinessContent }) {
  return (
    <Part title="Horaires">
      {'sentence' in shop.week ? (
        <p>{shop.week.sentence}</p>
      ) : (
        <table className="week">
          <caption className="hidden">Horaires de la semaine</caption>
          <tbody>
            {shop.week.days.map(({ day, hours, isToday }) => (
              <tr key={day} className={isToday ? 'is-today' : undefined}>
                <th scope="row">
                  {day}
                  {isToday ? <small> (aujourd’hui)</small> : null}
                </th>
                <td>
                  <Hours text={hours} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {shop.particular.length > 0 ? (
        <ul className="particular">
          {shop.particular.map(({ days, sentence }) => (
            <li key={days}>
              <strong>{days}</strong>
              {sentence ? `\u00A0: ${sentence}` : null}
            </li>
          ))}
        </ul>
      ) : null}
      {shop.sets.map(({ label, lines }) => (
        <div key={label} className="extra">
          <h3>{label}</h3>
          {lines.map((line) => (
            <p key={line}>{line}</p>
          ))}
        </div>
      ))}
    </Part>
  )
}

function ClickAndCollect({ shop: { clickAndCollect, order } }: { shop: BusinessContent }) {
  if (!clickAndCollect) return null
  return (
    <Part title="Commander et retirer">
      {clickAndCollect.text ? <p className="lines">{clickAndCollect.text}</p> : null}
      {clickAndCollect.pictures.length > 0 ? (
        <Strip className="strip" label="Photos">
          {clickAndCollect.pictures.map((picture) => (
            <li key={picture.src}>
              <SizedPicture picture={picture} className="photo" />
            </li>
          ))}
        </Strip>
      ) : null}
      {order ? (
        <p>
          <ButtonLink href={order}>Commander</ButtonLink>
        </p>
      ) : null}
    </Part>
  )
}

function Contact({ shop: { contact } }: { shop: BusinessContent }) {
  const { address, phone, email, website } = contact
  return (
    <Part title="Contact et accès">
      <ul className="contact">
        {address.length > 0 ? (
          <li>
            <span className="p-street-address">{address.join(', ')}</span>
            <Directions place={contact} />
          </li>
        ) : null}
        <Reach className="p-tel" link={phone} data-act="call" />
        <Reach className="u-email" link={email} />
        <Reach className="u-url" link={website} rel="noreferrer" data-act="website" />
      </ul>
    </Part>
  )
}

const Reach = ({ link, className, ...anchor }: ComponentProps<'a'> & { link: Link | null; 'data-act'?: string }) =>
  link ? (
    <li>
      <a className={className} href={link.href} {...anchor}>
        {link.name}
      </a>
    </li>
  ) : null
