import { accessRefusals } from '@parvis/domain/access/access.refusals.fr'
import { parisToday } from '@parvis/domain/kernel/paris-today'
import { isMobilePhone } from '@parvis/domain/kernel/phone'
import { isAtLeast, type Role, roles } from '@parvis/domain/kernel/roles'
import { roleTexts } from '@parvis/domain/team/roles.fr'
import { checkMembership, mayManage } from '@parvis/domain/team/team'
import { teamFieldTexts } from '@parvis/domain/team/team.refusals.fr'
import { useState } from 'react'
import { refresh } from '../../api/query-client.ts'
import { presentMoment } from '../../lib/present.ts'
import { call } from '../../lib/request.ts'
import { useEstablishment } from '../../lib/session.ts'
import { type FieldError, useForm } from '../../lib/use-form.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { DayField } from '../../ui/date-field.tsx'
import { FormDialog } from '../../ui/dialog-form.tsx'
import { PhoneField } from '../../ui/phone-field.tsx'
import { RadioCards } from '../../ui/radio-cards.tsx'
import { showToast } from '../../ui/toast.tsx'
import { type TeamMember, useChangeTeam } from './team.queries.ts'

const textOf = { ...teamFieldTexts, phone_error: accessRefusals['access.invalid_phone'].text }

const check = (values: Standing) => checkMembership(values, parisToday(presentMoment()))

/** One sheet: whom, which role, until when. The number may come back: it replaces its invitation. */
export function InviteDialog({ onClose }: { onClose: () => void }) {
  const { mutateAsync } = useChangeTeam()
  const form = useForm<Standing & { phone: string }>({
    name: 'invitation',
    initial: { phone: '', role: 'counter', until: '' },
    check: (values) => ({ ...(!isMobilePhone(values.phone) && { phone: 'phone_error' }), ...check(values) }),
    textOf,
    submit: async (body) => {
      await mutateAsync(() => call('POST /v1/company/:id/invitations', { body }))
      showToast('Invitation envoyée par SMS')
      onClose()
    },
  })
  return (
    <FormDialog title="Inviter dans l’équipe" size="normal" form={form} submitLabel="Inviter" onClose={onClose}>
      <PhoneField label="Son numéro de mobile" {...form.field('phone')} />
      <RoleFields most="manager" value={form.values} errors={form.errors} onChange={form.change} />
    </FormDialog>
  )
}

type MemberDialogProps = { member: TeamMember; onClose: () => void }

/** Role and last day of a member, and the way to remove them. */
export function MemberDialog({ member, onClose }: MemberDialogProps) {
  const [isAsking, setAsking] = useState(false)
  const { mutateAsync } = useChangeTeam()
  const form = useForm<Standing>({
    initial: { role: member.role, until: member.until ?? '' },
    check,
    textOf,
    submit: async (body) => {
      await mutateAsync(() => call('PUT /v1/company/:id/team/:memberId', { params: { memberId: member.id }, body }))
      showToast('C’est enregistré')
      onClose()
    },
  })
  if (isAsking) return <RemoveDialog member={member} onClose={onClose} />
  return (
    <FormDialog
      title={member.name}
      size="normal"
      form={form}
      cannotSend={!form.isDirty}
      onClose={onClose}
      remedy={
        <Button variant="quiet" onClick={() => setAsking(true)}>
          Retirer de l’équipe
        </Button>
      }
    >
      <RoleFields most="owner" value={form.values} errors={form.errors} onChange={form.change} />
    </FormDialog>
  )
}

/** Removes a member, or leaves: then the portal opens on what is left. */
export function RemoveDialog({ member, onClose }: MemberDialogProps) {
  const remove = async () => {
    await call('DELETE /v1/company/:id/team/:memberId', { params: { memberId: member.id } })
    if (member.isMe) return window.location.assign('/')
    await refresh('GET /v1/company/:id/team')
    showToast(`${member.name} ne fait plus partie de l’équipe`)
  }
  return (
    <ConfirmDialog
      danger
      title={member.isMe ? 'Quitter cette équipe\u00a0?' : `Retirer «\u00a0${member.name}\u00a0» de l’équipe\u00a0?`}
      confirmLabel={member.isMe ? 'Quitter' : 'Retirer'}
      onConfirm={remove}
      onClose={onClose}
    >
      {member.isMe
        ? 'Vous ne verrez plus cet établissement. Il faudra une nouvelle invitation pour revenir.'
        : 'L’accès s’arrête tout de suite. Ses réponses restent dans les conversations.'}
    </ConfirmDialog>
  )
}

/** `until`: YYYY-MM-DD or empty. */
type Standing = { role: Role; until: string }

type RoleFieldsProps = {
  /** Nobody is invited as owner. */
  most: Role
  value: Standing
  errors: { role?: FieldError; until?: FieldError }
  onChange: (changes: Partial<Standing>) => void
}

/** A role in radio cards, none that who gives it may not manage, and its last day: an owner has none. */
function RoleFields({ most, value, errors, onChange }: RoleFieldsProps) {
  const { role: own } = useEstablishment()
  const given = roles.filter((role) => mayManage(own, role) && isAtLeast(most, role))
  return (
    <>
      <RadioCards
        name="role"
        label="Rôle"
        error={errors.role}
        options={given.map((role) => ({ value: role, label: roleTexts[role].name, hint: roleTexts[role].opens }))}
        value={value.role}
        onChange={(role) => onChange({ role, ...(role === 'owner' && { until: '' }) })}
      />
      {value.role === 'owner' ? null : (
        <DayField
          name="until"
          label="Jusqu’à une date"
          hint="Facultatif&nbsp;: un saisonnier, un stage."
          error={errors.until}
          value={value.until}
          onChange={(until) => onChange({ until })}
        />
      )}
    </>
  )
}
