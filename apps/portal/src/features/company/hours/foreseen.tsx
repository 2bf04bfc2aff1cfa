import type { AnswerOf, AnyEndpoint } from '@parvis/domain/api'
import type { EndpointAt, Sent } from '@parvis/domain/kernel/contract'
import { counted } from '@parvis/domain/kernel/french-format'
import { type ReactNode, useState } from 'react'
import { call } from '../../../lib/request.ts'
import { type LinkProps, PageLink } from '../../../lib/router.tsx'
import { typographic } from '../../../lib/typographic.ts'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import styles from './hours.module.css'

type EntryToSave = Sent<EndpointAt<AnyEndpoint, 'POST /v1/company/:id/hours/consequences'>>['body']
type Consequences = AnswerOf<'POST /v1/company/:id/hours/consequences'>

/**
 * Lists the affected orders and instants of a closure or a cut and asks; `foresee` answers whether to save, at once when none is
 * affected. It rejects with the refusal of the entry.
 */
export function useForesight(
  title: string,
  confirmLabel = 'Enregistrer quand même',
): { foresee: (entry: EntryToSave) => Promise<boolean>; dialog: ReactNode } {
  const [asked, setAsked] = useState<{ found: Consequences; answer: (isWanted: boolean) => void }>()
  const foresee = async (body: EntryToSave) => {
    const found = await call('POST /v1/company/:id/hours/consequences', { body })
    return linesOf(found).length === 0 || (await new Promise<boolean>((answer) => setAsked({ found, answer })))
  }
  const answer = (isWanted: boolean) => {
    setAsked(undefined)
    asked?.answer(isWanted)
  }
  const dialog = asked ? (
    <ConfirmDialog
      onClose={() => answer(false)}
      onConfirm={() => answer(true)}
      title={title}
      confirmLabel={confirmLabel}
    >
      <ul className={styles.touched}>
        {linesOf(asked.found).map(({ text, ...page }) => (
          <li key={text}>
            <PageLink {...page} target="_blank">
              {typographic(text)}
              <span className="visually-hidden"> (nouvel onglet)</span>
            </PageLink>
          </li>
        ))}
      </ul>
      <p>Ce qui est prévu n’est pas annulé{'\u00A0'}: prévenez les personnes concernées.</p>
    </ConfirmDialog>
  ) : null
  return { foresee, dialog }
}

/** What the entry touches, a line and its page for each kind. */
function linesOf({ orders, requests, instants, bookings, scheduledMessages, scheduledBroadcasts }: Consequences) {
  const some = (ids: readonly number[], one: string, many: string, page: LinkProps) =>
    ids.length === 0 ? [] : [{ text: counted(ids.length, one, many), ...page }]
  const orderPage = { to: '/commandes' } as const
  return [
    ...some(orders, 'commande déjà acceptée', 'commandes déjà acceptées', orderPage),
    ...some(requests, 'demande de commande', 'demandes de commande', orderPage),
    ...some(instants, 'service qui revient chaque semaine', 'services qui reviennent chaque semaine', {
      to: '/instants',
    }),
    ...some(bookings, 'place réservée ou attendue', 'places réservées ou attendues', { to: '/instants' }),
    ...some(scheduledMessages, 'message programmé', 'messages programmés', { to: '/messages/reglages' }),
    ...some(scheduledBroadcasts, 'message groupé programmé', 'messages groupés programmés', {
      to: '/messages',
      search: { conversation: 'groupe' },
    }),
  ]
}
