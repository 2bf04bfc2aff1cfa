import { unlimited } from '@parvis/domain/subscription/plan-limits'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useCompany } from '../../lib/session.ts'
import { Alert } from '../../ui/alert.tsx'
import { buttonClass } from '../../ui/button.tsx'
import { CheckboxField } from '../../ui/checkbox-field.tsx'
import { BroadcastEntry } from './broadcast-entry.tsx'
import { ConversationEntry } from './conversation-entry.tsx'
import styles from './conversation-list.module.css'
import { SoundButton } from './sound-button.tsx'
import { broadcastsQuery, type Discussion } from './use-broadcasts.ts'

type ConversationListProps = {
  /** Newest update first; the server says which ones the plan opens (AMB-99). */
  discussions: readonly Discussion[]
  selected: string | undefined
  onOpen: (id: string) => void
}

export function ConversationList({ discussions, selected, onOpen }: ConversationListProps) {
  const company = useCompany()
  const [unreadOnly, setUnreadOnly] = useState(false)
  const { data: broadcasts } = useQuery(broadcastsQuery(company.companyId))
  const allowed = company.subscription.allowedConversation
  const shown = unreadOnly ? discussions.filter(({ newMessage }) => newMessage > 0) : discussions

  return (
    <>
      <div className={styles.tools}>
        <CheckboxField name="unread" label="Non lus" value={unreadOnly} onChange={setUnreadOnly} />
        <SoundButton />
      </div>
      <ul className={styles.list} aria-label="Conversations">
        <li>
          <BroadcastEntry broadcasts={broadcasts} selected={selected} onOpen={onOpen} />
        </li>
        {shown.map((discussion) => (
          <li key={discussion.uuid}>
            <ConversationEntry
              discussion={discussion}
              isSelected={discussion.uuid === selected}
              disabled={discussion.disabled}
              onOpen={() => onOpen(discussion.uuid)}
            />
          </li>
        ))}
      </ul>
      {unreadOnly && shown.length === 0 ? <p className={styles.none}>Tout est lu.</p> : null}
      {discussions.some(({ disabled }) => disabled) ? (
        <div className={styles.limit}>
          <Alert tone="warning" title={`Votre offre ouvre ${allowed} conversations`}>
            <p>Les plus récentes restent ouvertes, et celles d’une commande à traiter. Les autres vous attendent.</p>
            {allowed === unlimited ? null : (
              <Link to="/subscription" className={buttonClass({ variant: 'secondary', size: 'small' })}>
                Voir les offres
              </Link>
            )}
          </Alert>
        </div>
      ) : null}
    </>
  )
}
