import type { AnswerOf, AnyEndpoint } from '@parvis/domain/api'
import type { EndpointAt, Sent } from '@parvis/domain/kernel/contract'
import { Link, type LinkProps } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { call } from '../../../lib/request.ts'
import { useCompanyId } from '../../../lib/session.ts'
import { typographic } from '../../../lib/typographic.ts'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import styles from './hours.module.css'

type EntryToSave = Sent<EndpointAt<AnyEndpoint, 'POST /v1/company/:id/hours/consequences'>>['body']
type Consequences = AnswerOf<'POST /v1/company/:id/hours/consequences'>

/**
 * Lists the affected orders and instants of a closure or a cut and asks; saves at once when none is affected.
 * A refusal of the entry is given to the caller.
 */
export function useForesight(title: string): {
  foresee: (entry: EntryToSave, save: () => void) => Promise<unknown>
  dialog: ReactNode
} {
  const id = useCompanyId()
  const [asked, setAsked] = useState<{ found: Consequences; save: () => void }>()
  const foresee = async (body: EntryToSave, save: () => void) => {
    try {
      const found = await call('POST /v1/company/:id/hours/consequences', { params: { id }, body })
      if (linesOf(found).length > 0) setAsked({ found, save })
      else save()
      return undefined
    } catch (error) {
      return error
    }
  }
  const close = () => setAsked(undefined)
  const dialog = asked ? (
    <ConfirmDialog
      onClose={close}
      onConfirm={() => {
        close()
        asked.save()
      }}
      title={title}
      confirmLabel="Enregistrer quand même"
    >
      <ul className={styles.touched}>
        {linesOf(asked.found).map(({ text, ...page }) => (
          <li key={text}>
            <Link {...page} target="_blank">
              {typographic(text)}
              <span className="visually-hidden"> (nouvel onglet)</span>
            </Link>
          </li>
        ))}
      </ul>
      <p>Rien n’est changé sans vous{'\u00A0'}: prévenez les personnes concernées.</p>
    </ConfirmDialog>
  ) : null
  return { foresee, dialog }
}

/** What the entry touches, a line and its page for each kind. */
function linesOf({ orders, requests, instants, scheduledMessages, scheduledBroadcasts }: Consequences) {
  const some = (ids: readonly number[], one: string, many: string, page: LinkProps) =>
    ids.length === 0 ? [] : [{ text: `${ids.length} ${ids.length === 1 ? one : many}`, ...page }]
  const orderPage = { to: '/commandes' } as const
  return [
    ...some(orders, 'commande déjà acceptée', 'commandes déjà acceptées', orderPage),
    ...some(requests, 'demande de commande', 'demandes de commande', orderPage),
    ...some(instants, 'service qui revient chaque semaine', 'services qui reviennent chaque semaine', {
      to: '/instants',
    }),
    ...some(scheduledMessages, 'message programmé', 'messages programmés', { to: '/messages/reglages' }),
    ...some(scheduledBroadcasts, 'message groupé programmé', 'messages groupés programmés', {
      to: '/messages',
      search: { conversation: 'groupe' },
    }),
  ]
}
