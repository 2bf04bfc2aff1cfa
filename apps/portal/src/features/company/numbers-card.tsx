import type { AnswerOf } from '@parvis/domain/api'
import { formatCount } from '@parvis/domain/kernel/french-format'
import {
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
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { numbersQuery } from '../../lib/numbers.ts'
import { Allowed } from '../../ui/allowed.tsx'
import { Card } from '../../ui/card.tsx'
import { Collapsible } from '../../ui/collapsible.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import styles from './numbers-card.module.css'

const title = 'Vos 30 derniers jours'

/** Numbers of the last thirty days; hidden when they cannot be read. */
export function NumbersCard({ companyId }: { companyId: string }) {
  const { data, isPending } = useQuery(numbersQuery(companyId))
  if (isPending) return <ComingNumbers />
  if (!data) return null
  const { views, followers, openedNotifications } = data.totals
  const { before } = data
  if (views + followers + openedNotifications === 0) return <BeforeTheFirst />
  return (
    <Card title={title}>
      <ul className={`stack-2 ${styles.numbers}`}>
        <Figure
          icon={<IconEye />}
          count={views}
          before={before.views}
          one="visite d’habitant"
          many="visites d’habitants"
        />
        <Figure
          icon={<IconUserPlus />}
          count={followers}
          before={before.followers}
          one="nouvel abonné"
          many="nouveaux abonnés"
        />
        <Figure
          icon={<IconBell />}
          count={openedNotifications}
          before={before.openedNotifications}
          one="notification ouverte"
          many="notifications ouvertes"
        />
        <ActFigures numbers={data} />
      </ul>
      <InstantNumbers instants={data.instants} />
      <Sources sources={data.sources} />
    </Card>
  )
}

type Numbers = AnswerOf<'GET /v1/company/:id/numbers'>

/** What people did on the page; « au moins » where a browser without script is not counted. */
function ActFigures({ numbers: { acts, lostFollowers, before } }: { numbers: Numbers }) {
  const former = before.acts
  return (
    <>
      <Figure
        icon={<IconUserMinus />}
        count={lostFollowers.total}
        before={former.unfollow}
        one="abonné parti"
        many="abonnés partis"
      />
      <Figure
        icon={<IconPhone />}
        count={acts.call ?? 0}
        before={former.call}
        one="appel, au moins"
        many="appels, au moins"
      />
      <Figure
        icon={<IconRoute />}
        count={acts.directions ?? 0}
        before={former.directions}
        one="itinéraire ouvert, au moins"
        many="itinéraires ouverts, au moins"
      />
      <Figure
        icon={<IconMessages />}
        count={acts.message ?? 0}
        before={former.message}
        one="message d’habitant"
        many="messages d’habitants"
      />
      <Figure icon={<IconBasket />} count={acts.order ?? 0} before={former.order} one="commande" many="commandes" />
    </>
  )
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
                counted(views, 'visite', 'visites'),
                counted(scans, 'scan', 'scans'),
                counted(follows, 'abonné', 'abonnés'),
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

const counted = (count: number, one: string, many: string) =>
  count === 0 ? '' : `${formatCount(count)} ${count < 2 ? one : many}`

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
          <Link to="/marketing">Affichez votre QR code pour faire venir les habitants</Link>
        </Allowed>
      </p>
    </Card>
  )
}

type InstantCount = { instantId: number; title: string; views: number; openedNotifications: number }

/** The instants viewed; hidden before the first view. */
function InstantNumbers({ instants }: { instants: readonly InstantCount[] }) {
  if (instants.length === 0) return null
  return (
    <Collapsible title="Instant par instant" look="plain">
      <ul className={styles.instants}>
        {instants.map(({ instantId, title, views, openedNotifications }) => (
          <li key={instantId}>
            <span>{title}</span>
            <span>
              {formatCount(views)} {views < 2 ? 'visite' : 'visites'}
              {openedNotifications > 0 ? `, dont ${formatCount(openedNotifications)} par notification` : ''}
            </span>
          </li>
        ))}
      </ul>
    </Collapsible>
  )
}

type FigureProps = { icon: ReactNode; count: number; before?: number | undefined; one: string; many: string }

/** `+20 %`, `−20 %` against the thirty days before; empty without a former number. */
function evolution(count: number, before: number): string {
  const change = Math.round(((count - before) / before) * 100)
  if (change === 0) return 'autant que les 30 jours d’avant'
  return `${change > 0 ? '+' : '−'}${formatCount(Math.abs(change))}\u00a0% en 30 jours`
}

/** A number with its French noun; zero is not shown. */
export function Figure({ icon, count, before = 0, one, many }: FigureProps) {
  if (count === 0) return null
  return (
    <li>
      <span className={styles.icon} aria-hidden="true">
        {icon}
      </span>
      <strong>{formatCount(count)}</strong>{' '}
      <span>
        {count < 2 ? one : many}
        {before > 0 ? ` (${evolution(count, before)})` : null}
      </span>
    </li>
  )
}
