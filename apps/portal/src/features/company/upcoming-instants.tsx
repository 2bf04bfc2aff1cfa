import { offersOf } from '@parvis/domain/kernel/business-type'
import { formatWeekday } from '@parvis/domain/kernel/french-format'
import { clockText } from '@parvis/domain/site/when.fr'
import { IconCalendarPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { upcomingQuery } from '../../lib/numbers.ts'
import type { Company } from '../../lib/session.ts'
import { unbroken } from '../../lib/typographic.ts'
import { Allowed } from '../../ui/allowed.tsx'
import card from '../../ui/card.module.css'
import { Card } from '../../ui/card.tsx'
import { Carousel } from '../../ui/carousel.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { Loading } from '../../ui/loading.tsx'
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
