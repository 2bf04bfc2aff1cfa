import type { AnswerOf } from '@parvis/domain/api'
import { formatDay } from '@parvis/domain/kernel/french-format'
import { registrationFieldTexts } from '@parvis/domain/registration/registration.refusals.fr'
import { roleSentences, roleTexts } from '@parvis/domain/team/roles.fr'
import { checkMemberNames } from '@parvis/domain/team/team'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { query } from '../../api/query.ts'
import { refresh } from '../../api/query-client.ts'
import { QueryProvider } from '../../api/query-provider.tsx'
import { call } from '../../lib/request.ts'
import { sessionQuery } from '../../lib/session.ts'
import { useForm } from '../../lib/use-form.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { FailureAlert } from '../../ui/failure-alert.tsx'
import { LoadError } from '../../ui/load-error.tsx'
import { Picture } from '../../ui/picture.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { TextField } from '../../ui/text-field.tsx'

type Invitation = AnswerOf<'GET /v1/invitations'>[number]

/** The invitations of the number that signed in; `isQuiet` shows nothing where there is none. */
export const InvitationCards = (props: { isQuiet?: boolean }) => (
  <QueryProvider>
    <Received {...props} />
  </QueryProvider>
)

function Received({ isQuiet = false }: { isQuiet?: boolean }) {
  const { data, error, refetch } = useQuery(query('GET /v1/invitations'))
  const { data: session } = useQuery(sessionQuery)
  if (error) return <LoadError error={error} onRetry={() => void refetch()} />
  if (!data || !session) return isQuiet ? null : <Skeleton height={100} />
  const { first_name: first, last_name: last } = session.user
  if (data.length === 0) return isQuiet ? null : <p role="status">{roleSentences.noInvitation}</p>
  return (
    <ul className="stack-3">
      {data.map((one) => (
        <InvitationCard key={one.id} invitation={one} names={{ first_name: first ?? '', last_name: last ?? '' }} />
      ))}
    </ul>
  )
}

type InvitationCardProps = { invitation: Invitation; names: { first_name: string; last_name: string } }

/** Who invites, what the role opens, until when; the names of who has none. */
function InvitationCard({ invitation: { id, name, picture, role, until, invitedBy }, names }: InvitationCardProps) {
  const [isRefusing, setRefusing] = useState(false)
  const isNameless = !names.first_name || !names.last_name
  const form = useForm({
    initial: names,
    check: (typed) => (isNameless ? checkMemberNames(typed) : {}) as Record<string, string>,
    textOf: registrationFieldTexts,
    submit: async (body) => {
      const { companyId } = await call('POST /v1/invitations/:id/accept', { params: { id }, body })
      // The document is loaded anew: its establishment is fixed when it opens.
      window.location.assign(`/company?etablissement=${companyId}`)
    },
  })
  return (
    <li className="stack-2 box pad-3">
      <div className="inline gap-2">
        <Picture src={picture} size={56} />
        <div>
          <h2 className="bold large">{name}</h2>
          <p>{invitedBy ? `${invitedBy} vous invite dans l’équipe.` : 'Vous êtes invité dans l’équipe.'}</p>
        </div>
      </div>
      <p>
        <strong>{roleTexts[role].name}</strong>&nbsp;: {roleTexts[role].opens}
        {until ? `, jusqu’au ${formatDay(until)}` : ''}.
      </p>
      <p>{roleSentences.joining}</p>
      <form className="stack-2" onSubmit={form.onSubmit} noValidate>
        {isNameless ? (
          <>
            <TextField label="Votre prénom" autoComplete="given-name" {...form.field('first_name')} />
            <TextField label="Votre nom" autoComplete="family-name" {...form.field('last_name')} />
          </>
        ) : null}
        <FailureAlert error={form.failure} />
        <Button type="submit" wide loading={form.isPending}>
          Rejoindre
        </Button>
        <Button variant="quiet" wide onClick={() => setRefusing(true)}>
          Refuser
        </Button>
      </form>
      {isRefusing ? (
        <ConfirmDialog
          title={`Refuser l’invitation de «\u00a0${name}\u00a0»\u00a0?`}
          confirmLabel="Refuser l’invitation"
          danger
          onClose={() => setRefusing(false)}
          onConfirm={async () => {
            await call('DELETE /v1/invitations/:id', { params: { id } })
            await refresh('GET /v1/invitations')
          }}
        >
          <p>Pour entrer dans l’équipe, il faudra une autre invitation.</p>
        </ConfirmDialog>
      ) : null}
    </li>
  )
}
