import { accessRefusalTexts } from '@parvis/domain/access/access.refusals.fr'
import { parisToday } from '@parvis/domain/kernel/paris-today'
import { isMobilePhone } from '@parvis/domain/kernel/phone'
import { isAtLeast, type Role, roles } from '@parvis/domain/kernel/roles'
import { roleTexts } from '@parvis/domain/team/roles.fr'
import { checkPlaceInTeam, mayManage } from '@parvis/domain/team/team'
import { teamFieldTexts } from '@parvis/domain/team/team.refusals.fr'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../lib/request.ts'
import { useCompanyId } from '../../lib/session.ts'
import { type FieldError, useForm } from '../../lib/use-form.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { DayField } from '../../ui/date-field.tsx'
import { DialogForm } from '../../ui/dialog-form.tsx'
import { FieldErrorText } from '../../ui/field.tsx'
import { Modal } from '../../ui/modal.tsx'
import { PhoneField } from '../../ui/phone-field.tsx'
import { RadioCards } from '../../ui/radio-cards.tsx'
import { showToast } from '../../ui/toast.tsx'
import styles from './team.module.css'
import { storeTeam, type TeamMember } from './team.queries.ts'

const textOf = (key: string) =>
  key === 'phone_error'
    ? accessRefusalTexts['access.invalid_phone']
    : teamFieldTexts[key as keyof typeof teamFieldTexts]

const check = (values: Standing) => checkPlaceInTeam(values, parisToday(Date.now()))

/** One sheet: whom, which role, until when. The number may come back: it replaces its invitation. */
export function InviteDialog({ own, onClose }: { own: Role; onClose: () => void }) {
  const id = useCompanyId()
  const form = useForm<Standing & { phone: string }>({
    name: { companyId: id, form: 'invitation' },
    initial: { phone: '', role: 'counter', until: '' },
    check: (values) => ({ ...(!isMobilePhone(values.phone) && { phone: 'phone_error' }), ...check(values) }),
    textOf,
    submit: async (body) => {
      storeTeam(id, await call('POST /v1/company/:id/invitations', { params: { id }, body }))
      showToast('Invitation envoyée par SMS')
      onClose()
    },
  })
  return (
    <Modal onClose={onClose} title="Inviter dans l’équipe" isBusy={form.isPending}>
      <DialogForm form={form} submitLabel="Inviter" onClose={onClose}>
        <PhoneField label="Son numéro de mobile" {...form.field('phone')} />
        <RoleFields own={own} most="manager" value={form.values} errors={form.errors} onChange={form.change} />
      </DialogForm>
    </Modal>
  )
}

type MemberDialogProps = { own: Role; member: TeamMember; onClose: () => void }

/** Role and last day of a member, and the way to remove them. */
export function MemberDialog({ own, member, onClose }: MemberDialogProps) {
  const id = useCompanyId()
  const [isAsking, setAsking] = useState(false)
  const form = useForm<Standing>({
    initial: { role: member.role, until: member.until ?? '' },
    check,
    textOf,
    submit: async (body) => {
      storeTeam(id, await call('PUT /v1/company/:id/team/:memberId', { params: { id, memberId: member.id }, body }))
      showToast('C’est enregistré')
      onClose()
    },
  })
  if (isAsking) return <RemoveDialog member={member} onClose={onClose} />
  return (
    <Modal onClose={onClose} title={member.name} isBusy={form.isPending}>
      <DialogForm
        form={form}
        cannotSend={!form.isDirty}
        onClose={onClose}
        remedy={
          <Button variant="quiet" onClick={() => setAsking(true)}>
            Retirer de l’équipe
          </Button>
        }
      >
        <RoleFields own={own} most="owner" value={form.values} errors={form.errors} onChange={form.change} />
      </DialogForm>
    </Modal>
  )
}

/** Removes a member, or leaves: then the portal opens on what is left. */
export function RemoveDialog({ member, onClose }: { member: TeamMember; onClose: () => void }) {
  const id = useCompanyId()
  const remove = useMutation({
    mutationFn: () => call('DELETE /v1/company/:id/team/:memberId', { params: { id, memberId: member.id } }),
    onSuccess: () => {
      if (member.isMe) return window.location.assign('/')
      showToast(`${member.name} ne fait plus partie de l’équipe`)
      onClose()
    },
    meta: { refreshes: ['GET /v1/company/:id/team'] },
  })
  return (
    <ConfirmDialog
      danger
      title={member.isMe ? 'Quitter cette équipe\u00a0?' : `Retirer «\u00a0${member.name}\u00a0» de l’équipe\u00a0?`}
      confirmLabel={member.isMe ? 'Quitter' : 'Retirer'}
      pending={remove.isPending}
      error={remove.error}
      onConfirm={() => remove.mutate()}
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
  /** The role of who gives one: nobody gives a role that they may not manage. */
  own: Role
  /** Nobody is invited as owner. */
  most: Role
  value: Standing
  errors: { role?: FieldError; until?: FieldError }
  onChange: (changes: Partial<Standing>) => void
}

/** A role in radio cards, and its last day: an owner has none. */
function RoleFields({ own, most, value, errors, onChange }: RoleFieldsProps) {
  const given = roles.filter((role) => mayManage(own, role) && isAtLeast(most, role))
  return (
    <>
      <fieldset className={`stack-1 ${styles.roles}`} id="field-role">
        <legend>Rôle</legend>
        <RadioCards
          name="role"
          options={given.map((role) => ({ value: role, label: roleTexts[role].name, hint: roleTexts[role].opens }))}
          value={value.role}
          onChange={(role) => onChange({ role, ...(role === 'owner' && { until: '' }) })}
        />
        <FieldErrorText id="control-role-error" error={errors.role} />
      </fieldset>
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
