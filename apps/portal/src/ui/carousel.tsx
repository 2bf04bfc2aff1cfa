import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { Children, type ReactNode, useRef, useState } from 'react'
import { useMediaQuery } from '../lib/use-media-query.ts'
import styles from './carousel.module.css'

type CarouselProps = {
  /** What is shown, for screen readers. */
  label: string
  children: ReactNode
}

const swipe = 40

/** Cards in a row: three seen on a desktop, two on a tablet, one on a phone. */
export function Carousel({ label, children }: CarouselProps) {
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
      <div className={styles.window}>
        <ul className={styles.track} style={{ transform: `translateX(calc(${-first} * (100% + 16px) / ${perView}))` }}>
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
        <div className={`inline to-end gap-half top-2 soft ${styles.buttons}`}>
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
