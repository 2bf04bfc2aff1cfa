import { offersOf } from '@parvis/domain/kernel/business-type'
import { formatWeekday } from '@parvis/domain/kernel/french-format'
import { clockText } from '@parvis/domain/site/when.fr'
import { IconCalendarPlus, IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Children, type ReactNode, useRef, useState } from 'react'
import { upcomingQuery } from '../../lib/numbers.ts'
import type { Company } from '../../lib/session.ts'
import { unbroken } from '../../lib/typographic.ts'
import { useMediaQuery } from '../../lib/use-media-query.ts'
import { Allowed } from '../../ui/allowed.tsx'
import card from '../../ui/card.module.css'
import { Card } from '../../ui/card.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { Loading } from '../../ui/loading.tsx'
import carousel from './carousel.module.css'
import styles from './upcoming-instants.module.css'

/** What residents will see of this company in the next three weeks. */
export function UpcomingInstants({ company }: { company: Company }) {
  const { data, error, refetch } = useQuery(upcomingQuery)
  return (
    <Card title="À venir" sentence="Vos instants des trois prochaines semaines.">
      {data ? null : <Loading error={error} retry={refetch} height={320} />}
      {data && data.length > 0 ? (
        <Carousel label="Instants à venir">
          {data.map((instant) => (
            <article key={instant.id} className={`box ${styles.instant}`}>
              <img src={instant.pictureUrl} alt="" width={500} height={500} loading="lazy" />
              <p className={card.when}>
                {formatWeekday(instant.start)}, {clockText({ epochMilliseconds: Date.parse(instant.start) })}
              </p>
              <h3 className={styles.title}>{unbroken(instant.title)}</h3>
              <p className="two-lines soft">{unbroken(instant.description)}</p>
            </article>
          ))}
        </Carousel>
      ) : null}
      {data?.length === 0 ? <NothingComing company={company} /> : null}
    </Card>
  )
}

/** One sentence, one example, one button. */
function NothingComing({ company }: { company: Company }) {
  const isEventFirst = offersOf(company.type).firstInstantTab === 'event'
  return (
    <div className="stack-2 fields">
      <p>
        Rien de prévu pour l’instant. Un instant annonce ce qui se passe chez vous, par exemple{' '}
        {isEventFirst ? '«\u00a0Fête de quartier samedi\u00a0»' : '«\u00a0Fournée du soir à 17\u00a0h\u00a0»'}.
      </p>
      <Allowed call="POST /v1/instants">
        <LinkButton to={isEventFirst ? '/createAgendaEvent' : '/createService'} icon={IconCalendarPlus}>
          Créer un instant
        </LinkButton>
      </Allowed>
    </div>
  )
}

type CarouselProps = {
  /** What is shown, for screen readers. */
  label: string
  children: ReactNode
}

const swipe = 40

/** Cards in a row: three seen on a desktop, two on a tablet, one on a phone. */
function Carousel({ label, children }: CarouselProps) {
  const slides = Children.toArray(children)
  const perView = usePerView()
  const last = Math.max(0, slides.length - perView)
  const [wanted, setWanted] = useState(0)
  const first = Math.min(wanted, last)
  const touchedAt = useRef<number | undefined>(undefined)
  const go = (to: number) => setWanted(Math.min(last, Math.max(0, to)))

  return (
    <section
      className="shrinks"
      aria-roledescription="carrousel"
      aria-label={label}
      data-per-view={perView}
      onTouchStart={(event) => {
        touchedAt.current = event.touches[0]?.clientX
      }}
      onTouchEnd={(event) => {
        const moved = (event.changedTouches[0]?.clientX ?? 0) - (touchedAt.current ?? 0)
        if (Math.abs(moved) > swipe) go(first - Math.sign(moved))
      }}
    >
      <div className={carousel.window}>
        <ul
          className={carousel.track}
          style={{ transform: `translateX(calc(${-first} * (100% + 16px) / ${perView}))` }}
        >
          {slides.map((slide, index) => (
            <li
              // biome-ignore lint/suspicious/noArrayIndexKey: the slide's own key is inside
              key={index}
              style={{ flexBasis: `calc((100% - ${perView - 1} * 16px) / ${perView})` }}
              inert={index < first || index >= first + perView}
            >
              {slide}
            </li>
          ))}
        </ul>
      </div>
      {last > 0 ? (
        <div className={`inline to-end gap-half top-2 soft ${carousel.buttons}`}>
          <button type="button" aria-label="Précédent" disabled={first === 0} onClick={() => go(first - 1)}>
            <IconChevronLeft size={22} aria-hidden="true" />
          </button>
          <span aria-live="polite">
            {first + 1} / {last + 1}
          </span>
          <button type="button" aria-label="Suivant" disabled={first === last} onClick={() => go(first + 1)}>
            <IconChevronRight size={22} aria-hidden="true" />
          </button>
        </div>
      ) : null}
    </section>
  )
}

function usePerView(): number {
  const isDesktop = useMediaQuery('(min-width: 1024px)')
  const isTablet = useMediaQuery('(min-width: 768px)')
  if (isDesktop) return 3
  return isTablet ? 2 : 1
}
