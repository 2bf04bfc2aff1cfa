import { readableItems } from '@parvis/domain/instants/activation-time'
import { instantCategoryOf } from '@parvis/domain/instants/kind'
import { scheduleItemText } from '@parvis/domain/instants/schedule.fr'
import { checkTypedItem, type TypedScheduleItem, writeTypedItem } from '@parvis/domain/instants/typed-schedule'
import { parisDay } from '@parvis/domain/kernel/paris-time'
import { IconClock, IconMapPin } from '@tabler/icons-react'
import { useCompany } from '../../../lib/session.ts'
import { useNow } from '../../../lib/use-now.ts'
import { CategoryBadge } from '../../../ui/category-badge.tsx'
import { useObjectUrl } from '../../../ui/picture/use-object-url.ts'
import { Picture } from '../../../ui/picture.tsx'
import shown from '../../../ui/shown-page.module.css'
import type { ServerInstant } from '../instant.ts'
import styles from './instant-preview.module.css'
import { type InstantValues, itemsOf } from './instant-values.ts'

type InstantPreviewProps = {
  values: InstantValues
  /** The stored one, for its picture. */
  instant: ServerInstant | undefined
}

/** Preview of the instant as residents see it, from the typed values. */
export function InstantPreview({ values, instant }: InstantPreviewProps) {
  const company = useCompany()
  const day = parisDay(useNow()).toString()
  const items = itemsOf(values)
  const picture = useObjectUrl(values.picture) ?? instant?.instantInformation.pictureUrl
  const times = items.flatMap((item) => textOf(item, day))
  const place = [values.streetAddress, `${values.zipCode} ${values.city}`.trim()].filter(Boolean).join(', ')
  return (
    <div className={shown.page}>
      <div className={styles.picture}>{picture ? <img className="fill" src={picture} alt="" /> : null}</div>
      <p className={`inline ${styles.business}`}>
        <Picture src={company.profileImage} size={28} round /> {company.name}
      </p>
      <p className={styles.title}>{values.title || <span className="soft">Titre de votre instant</span>}</p>
      {values.category ? <CategoryBadge slug={instantCategoryOf(values.category)?.slug ?? ''} /> : null}
      <p className={styles.short}>{values.shortDescription}</p>
      {times.length === 0 ? <Line text="Quand&nbsp;?" isEmpty /> : times.map((text) => <Line key={text} text={text} />)}
      {place ? (
        <p className={`flex anywhere ${shown.line}`}>
          <IconMapPin size={20} aria-hidden="true" /> {place}
        </p>
      ) : null}
      <p className={`top-2 anywhere ${styles.long}`}>{values.longDescription}</p>
    </div>
  )
}

function Line({ text, isEmpty = false }: { text: string; isEmpty?: boolean }) {
  return (
    <p className={`flex anywhere ${shown.line} ${isEmpty ? 'soft' : ''}`}>
      <IconClock size={20} aria-hidden="true" /> {text}
    </p>
  )
}

/** A valid item, not paused, in words. */
function textOf(item: TypedScheduleItem, day: string): string[] {
  if (item.paused || checkTypedItem(item)) return []
  return readableItems([writeTypedItem(item, day)]).map(scheduleItemText)
}
