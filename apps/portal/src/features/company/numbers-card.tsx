import type { AnswerOf } from '@parvis/domain/api'
import { counted, followersText, formatCount } from '@parvis/domain/kernel/french-format'
import {
  type Icon,
  IconBasket,
  IconBell,
  IconEye,
  IconMessages,
  IconPhone,
  IconRoute,
  IconUserMinus,
  IconUserPlus,
} from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { numbersQuery } from '../../lib/numbers.ts'
import { PageLink } from '../../lib/router.tsx'
import { Allowed } from '../../ui/allowed.tsx'
import { Card } from '../../ui/card.tsx'
import { Collapsible } from '../../ui/collapsible.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import styles from './numbers-card.module.css'

const title = 'Vos 30 derniers jours'

/** Numbers of the last thirty days; hidden when they cannot be read. */
export function NumbersCard() {
  const { data, isPending } = useQuery(numbersQuery)
  if (isPending) return <ComingNumbers />
  if (!data) return null
  const { views, followers, openedNotifications } = data.totals
  if (views + followers + openedNotifications === 0) return <BeforeTheFirst />
  return (
    <Card title={title}>
      <Figures figures={figuresOf(data)} />
      <InstantNumbers instants={data.instants} />
      <Sources sources={data.sources} />
    </Card>
  )
}

type Numbers = AnswerOf<'GET /v1/company/:id/numbers'>

/** Visits, then what people did on the page; « au moins » where a browser without script is not counted. */
function figuresOf({ totals, acts, lostFollowers, before }: Numbers): readonly Figure[] {
  const former = before.acts
  return [
    [IconEye, totals.views, 'visite d’habitant', 'visites d’habitants', before.views],
    [IconUserPlus, totals.followers, 'nouvel abonné', 'nouveaux abonnés', before.followers],
    [
      IconBell,
      totals.openedNotifications,
      'notification ouverte',
      'notifications ouvertes',
      before.openedNotifications,
    ],
    [IconUserMinus, lostFollowers.total, 'abonné parti', 'abonnés partis', former.unfollow],
    [IconPhone, acts.call, 'appel, au moins', 'appels, au moins', former.call],
    [IconRoute, acts.directions, 'itinéraire ouvert, au moins', 'itinéraires ouverts, au moins', former.directions],
    [IconMessages, acts.message, 'message d’habitant', 'messages d’habitants', former.message],
    [IconBasket, acts.order, 'commande', 'commandes', former.order],
  ]
}

const sourceNames: Record<string, string> = {
  notification: 'Notifications',
  site: 'Votre adresse à vous',
  annuaire: 'Annuaire de la commune',
  agenda: 'Agenda de la commune',
  recherche: 'Moteurs de recherche',
  partage: 'Liens partagés',
  direct: 'Adresse tapée ou gardée',
}

/** Where people came from, a counted code under its own name. */
function Sources({ sources }: { sources: Numbers['sources'] }) {
  if (sources.length === 0) return null
  return (
    <Collapsible title="D’où viennent les habitants" look="plain">
      <ul className={styles.instants}>
        {sources.map(({ source, label, views, scans, follows }) => (
          <li key={source}>
            <span>{sourceNames[source] ?? label}</span>
            <span>
              {[
                views > 0 && counted(views, 'visite'),
                scans > 0 && counted(scans, 'scan'),
                follows > 0 && followersText(follows),
              ]
                .filter(Boolean)
                .join(', ')}
            </span>
          </li>
        ))}
      </ul>
    </Collapsible>
  )
}

/** As high as three figures, so that nothing under it moves when they come. */
const ComingNumbers = () => (
  <Card title={title}>
    <ul className={`stack-2 ${styles.numbers}`} aria-hidden="true">
      {['views', 'followers', 'opened'].map((figure) => (
        <li key={figure}>
          <Skeleton height={36} />
        </li>
      ))}
    </ul>
  </Card>
)

/** What to do for a first visit, rather than three zeros. */
function BeforeTheFirst() {
  return (
    <Card title={title}>
      <p>
        Vos premières visites apparaîtront ici.{' '}
        <Allowed call="POST /v1/company/:id/codes">
          <PageLink to="/marketing">Affichez votre QR code pour faire venir les habitants</PageLink>
        </Allowed>
      </p>
    </Card>
  )
}

/** The instants viewed; hidden before the first view. */
function InstantNumbers({ instants }: Pick<Numbers, 'instants'>) {
  if (instants.length === 0) return null
  return (
    <Collapsible title="Instant par instant" look="plain">
      <ul className={styles.instants}>
        {instants.map(({ instantId, title, views, openedNotifications }) => (
          <li key={instantId}>
            <span>{title}</span>
            <span>
              {counted(views, 'visite')}
              {openedNotifications > 0 ? `, dont ${formatCount(openedNotifications)} par notification` : ''}
            </span>
          </li>
        ))}
      </ul>
    </Collapsible>
  )
}

/** `+20 % en 30 jours`, `−20 % en 30 jours` against the thirty days before, or as many. */
function evolution(count: number, before: number): string {
  const change = Math.round(((count - before) / before) * 100)
  if (change === 0) return 'autant que les 30 jours d’avant'
  return `${change > 0 ? '+' : '−'}${formatCount(Math.abs(change))}\u00a0% en 30 jours`
}

type Figure = readonly [icon: Icon, count: number | undefined, one: string, many: string, before?: number | undefined]

/** Numbers with their French nouns; zero is not shown. */
export function Figures({ figures }: { figures: readonly Figure[] }) {
  return (
    <ul className={`stack-2 ${styles.numbers}`}>
      {figures.map(([FigureIcon, count, one, many, before = 0]) =>
        count ? (
          <li key={one}>
            <FigureIcon className="fir" aria-hidden="true" />
            <strong>{formatCount(count)}</strong>{' '}
            <span>
              {count < 2 ? one : many}
              {before > 0 ? ` (${evolution(count, before)})` : null}
            </span>
          </li>
        ) : null,
      )}
    </ul>
  )
}
