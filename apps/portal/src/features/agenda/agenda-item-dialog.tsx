import { readActivationTime } from '@parvis/domain/instants/activation-time'
import { scheduleItemText } from '@parvis/domain/instants/schedule.fr'
import { IconBuildingStore, IconClock, IconMapPin } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../lib/call.ts'
import { LoadError } from '../../ui/load-error.tsx'
import { Modal } from '../../ui/modal.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import type { AgendaItem } from './agenda.queries.ts'
import styles from './agenda-card.module.css'

type AgendaItemDialogProps = { item: AgendaItem; onClose: () => void }

/** Somebody else's instant, whole, as residents read it: who, where, when, and the long text. */
export function AgendaItemDialog({ item, onClose }: AgendaItemDialogProps) {
  const { businessId } = item
  const { data, error, refetch } = useQuery({
    queryKey: ['public-company', businessId],
    queryFn: ({ signal }) => call('GET /v1/app/companies/:id', { params: { id: businessId }, signal }),
  })
  const instant = data?.instants.find(({ id }) => id === item.id)
  return (
    <Modal opened onClose={onClose} title={item.title} size="narrow">
      <div className={styles.whole}>
        <p className={styles.line}>
          <IconBuildingStore size={20} aria-hidden="true" /> {item.businessName}
        </p>
        <p className={styles.line}>
          <IconMapPin size={20} aria-hidden="true" /> {item.address}
        </p>
        {error && !data ? <LoadError error={error} onRetry={() => void refetch()} /> : null}
        {!error && !data ? <Skeleton height={120} /> : null}
        {instant?.activationTimes.flatMap(textOf).map((text) => (
          <p key={text} className={styles.line}>
            <IconClock size={20} aria-hidden="true" /> {text}
          </p>
        ))}
        <p className={styles.long}>{instant?.longDescription ?? item.description}</p>
      </div>
    </Modal>
  )
}

function textOf(time: Parameters<typeof readActivationTime>[0]): string[] {
  const read = readActivationTime(time)
  return 'item' in read ? [scheduleItemText(read.item)] : []
}
