import { formatDay } from '@parvis/domain/kernel/french-format'
import { roleTexts } from '@parvis/domain/team/roles.fr'
import { mayManage } from '@parvis/domain/team/team'
import { IconUserPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../lib/request.ts'
import { useCompany, useEstablishment } from '../../lib/session.ts'
import { Allowed } from '../../ui/allowed.tsx'
import { Button, SmallButton } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { QuietConfirm } from '../../ui/confirm-dialog.tsx'
import row from '../../ui/list-row.module.css'
import { Loading } from '../../ui/loading.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import styles from './team.module.css'
import { type SentInvitation, type TeamMember, teamQuery, useChangeTeam } from './team.queries.ts'
import { InviteDialog, MemberDialog, RemoveDialog } from './team-dialogs.tsx'

/** Who works for this establishment, and who is invited. */
export function TeamPage() {
  const { name } = useCompany()
  const { role } = useEstablishment()
  const { data, error, refetch } = useQuery(teamQuery)
  const [isInviting, setInviting] = useState(false)
  const owners = data?.members.filter(({ role: held }) => held === 'owner').length ?? 0
  return (
    <>
      <PageHeader
        title="L’équipe"
        sentence={name}
        back="/sessions"
        action={
          <Allowed call="POST /v1/company/:id/invitations">
            <Button icon={IconUserPlus} onClick={() => setInviting(true)}>
              Inviter
            </Button>
          </Allowed>
        }
      />
      {data ? null : <Loading error={error} retry={refetch} height={100} />}
      <div className="stack-3">
        {data ? (
          <Card title="Membres">
            <ul>
              {data.members.map((member) => (
                <MemberRow key={member.id} member={member} mayLeave={role !== 'owner' || owners > 1} />
              ))}
            </ul>
          </Card>
        ) : null}
        {data && data.invitations.length > 0 ? (
          <Card title="Invitations" sentence="Valables sept jours.">
            <ul>
              {data.invitations.map((invitation) => (
                <InvitationRow key={invitation.id} invitation={invitation} />
              ))}
            </ul>
          </Card>
        ) : null}
      </div>
      {isInviting ? <InviteDialog onClose={() => setInviting(false)} /> : null}
    </>
  )
}

const untilText = (until: string | null) => (until ? `, jusqu’au ${formatDay(until)}` : '')
const initialsOf = (name: string) =>
  name
    .split(/[\s-]+/)
    .flatMap((word) => word.charAt(0))
    .slice(0, 2)
    .join('')

/** What the row says under the name: role, last day, end of the number. */
function standingText({ role, until, phoneEnd }: TeamMember): string {
  return `${roleTexts[role].name}${untilText(until)}${phoneEnd ? ` · numéro finissant par ${phoneEnd}` : ''}`
}

function MemberRow({ member, mayLeave }: { member: TeamMember; mayLeave: boolean }) {
  const { role: own } = useEstablishment()
  const [isOpen, setOpen] = useState(false)
  const Sheet = member.isMe ? RemoveDialog : MemberDialog
  const mayAct = member.isMe ? mayLeave : mayManage(own, member.role)
  return (
    <li className={`inline ${row.row}`}>
      <span className={`middle fixed round bold ${styles.initials}`} aria-hidden="true">
        {initialsOf(member.name)}
      </span>
      <span className={row.words}>
        <strong>
          {member.name}
          {member.isMe ? ' (vous)' : ''}
        </strong>
        <span>{standingText(member)}</span>
      </span>
      {mayAct ? (
        <SmallButton
          aria-label={member.isMe ? 'Quitter l’équipe' : `Modifier ${member.name}`}
          onClick={() => setOpen(true)}
        >
          {member.isMe ? 'Quitter' : 'Modifier'}
        </SmallButton>
      ) : null}
      {isOpen ? <Sheet member={member} onClose={() => setOpen(false)} /> : null}
    </li>
  )
}

function InvitationRow({ invitation: { id, role, until, phoneEnd } }: { invitation: SentInvitation }) {
  const { role: own } = useEstablishment()
  const { mutateAsync } = useChangeTeam()
  const withdraw = () =>
    mutateAsync(() => call('DELETE /v1/company/:id/invitations/:invitationId', { params: { invitationId: id } }))
  return (
    <li className={`inline ${row.row}`}>
      <span className={row.words}>
        <strong>Numéro en {phoneEnd}</strong>
        <span>
          {roleTexts[role].name}
          {untilText(until)}
        </span>
      </span>
      {mayManage(own, role) ? (
        <QuietConfirm
          aria-label={`Annuler l’invitation du numéro finissant par ${phoneEnd ?? ''}`}
          ask={{
            title: `Annuler l’invitation du numéro finissant par ${phoneEnd ?? ''}\u00a0?`,
            confirmLabel: 'Annuler l’invitation',
            cancelLabel: 'La garder',
            danger: true,
            onConfirm: withdraw,
          }}
        >
          Annuler
        </QuietConfirm>
      ) : null}
    </li>
  )
}
