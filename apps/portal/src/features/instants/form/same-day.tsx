import type { AnswerOf } from '@parvis/domain/api'
import { type TypedFixedItem, writeTypedItem } from '@parvis/domain/instants/typed-schedule'
import { readDateTime } from '@parvis/domain/kernel/paris-time'
import { clockText } from '@parvis/domain/site/when.fr'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { query } from '../../../api/query.ts'
import { useOnline } from '../../../lib/use-online.ts'
import { useSettled } from '../../../lib/use-settled.ts'
import { QuietButton } from '../../../ui/button.tsx'
import { OutsideLink } from '../../../ui/link-button.tsx'
import styles from './schedule.module.css'
import type { InstantForm } from './use-instant-form.ts'

/** What else takes place in town on a typed date, and what looks like the same event: never in the way, silent without network. */
export function SameDay({ form, item }: { form: InstantForm; item: TypedFixedItem }) {
  const { instant, values } = form
  const isOnline = useOnline()
  const start = useSettled(readDateTime(writeTypedItem(item, '').startDateTime)?.toString() ?? '')
  const title = useSettled(values.title.trim())
  const { data, isError } = useQuery({
    ...query('GET /v1/company/:id/same-day', {
      query: { start, title, except: instant ? String(instant.instantInformation.id) : '' },
    }),
    enabled: isOnline && start !== '',
    placeholderData: keepPreviousData,
    retry: false,
  })
  return data && !isError && start !== '' ? <Others found={data} /> : null
}

type Found = AnswerOf<'GET /v1/company/:id/same-day'>

function Others({ found: data }: { found: Found }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <div className="soft">
      <p role="status">
        {data.likely ? (
          <OutsideLink className={styles.likely} href={data.likely.url}>
            {data.likelyText}
          </OutsideLink>
        ) : null}
        {data.text}
        {data.items.length > 0 ? (
          <QuietButton aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            Voir
          </QuietButton>
        ) : null}
      </p>
      {isOpen ? (
        <ul className={`taps ${styles.plain}`}>
          {data.items.map(({ title: name, business, start: at, url }) => (
            <li key={url}>
              <OutsideLink href={url}>{name}</OutsideLink> · {business}, {timeOf(at)}
            </li>
          ))}
        </ul>
      ) : null}
    </div>
  )
}

const timeOf = (written: string): string => {
  const at = readDateTime(written)
  return at ? clockText(at) : ''
}
