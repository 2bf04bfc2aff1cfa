import { formatCount } from '@parvis/domain/kernel/french-format'
import { isZip } from '@parvis/domain/kernel/place'
import { statCards } from '@parvis/domain/stats/series'
import { IconDownload, IconMail } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { messageOf } from '../../lib/api-error.ts'
import { download } from '../../lib/download.ts'
import { configurationQuery, useCompany } from '../../lib/session.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { LoadError } from '../../ui/load-error.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { showToast } from '../../ui/toast.tsx'
import styles from './stats-page.module.css'
import { statsQuery } from './stats-query.ts'
import { StatsTabs } from './stats-tabs.tsx'

/** What happens in a town: people and businesses that registered (T-001 to T-014). Super admins only. */
export function StatsPage() {
  const company = useCompany()
  const [zipCode, setZipCode] = useState(company.zipCode ?? '')
  const { data, error, isFetching, refetch } = useQuery(statsQuery(zipCode))
  const { data: configuration } = useQuery(configurationQuery)
  const exportCsv = useMutation({
    mutationFn: () => download(`/v1/stats/export?zipCode=${zipCode}`, `etablissements-${zipCode}.csv`),
    onError: (failure) => showToast(messageOf(failure), 'danger'),
  })

  return (
    <>
      <PageHeader title="Statistiques" sentence="Les inscriptions et les établissements d’une ville." />
      <div className={styles.zip}>
        <TextField
          name="zipCode"
          label="Code postal"
          inputMode="numeric"
          maxLength={5}
          value={zipCode}
          onChange={(typed) => setZipCode(typed.replace(/\D/g, ''))}
          error={isZip(zipCode) ? undefined : { key: 'zipCode_format_error', text: 'Le code postal est invalide' }}
        />
        <Button
          variant="secondary"
          icon={<IconDownload />}
          loading={exportCsv.isPending}
          disabled={!data}
          onClick={() => exportCsv.mutate()}
        >
          Tableau (Excel, CSV)
        </Button>
      </div>
      {error ? <LoadError error={error} onRetry={() => void refetch()} /> : null}
      {isFetching && !data ? <Skeleton height={320} /> : null}
      {data ? (
        <>
          <StatCards cards={statCards(data.profiles, data.companies)} />
          <StatsTabs profiles={data.profiles} companies={data.companies} />
        </>
      ) : null}
      {configuration?.supportEmail ? (
        <p className={styles.contact}>
          <a className={buttonClass({ variant: 'quiet' })} href={`mailto:${configuration.supportEmail}`}>
            <IconMail size={20} aria-hidden="true" />
            Contacter l’équipe
          </a>
        </p>
      ) : null}
    </>
  )
}

const labels = {
  registrations: 'Inscriptions',
  commerces: 'Commerces',
  associations: 'Associations',
  entreprises: 'Entreprises',
} as const

/** Four totals (T-007). */
function StatCards({ cards }: { cards: ReturnType<typeof statCards> }) {
  return (
    <dl className={styles.cards}>
      {Object.entries(labels).map(([key, label]) => (
        <div key={key} className={styles.card}>
          <dt>{label}</dt>
          <dd>{formatCount(cards[key as keyof typeof labels])}</dd>
        </div>
      ))}
    </dl>
  )
}
