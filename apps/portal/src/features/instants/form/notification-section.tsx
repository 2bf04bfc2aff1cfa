import { notificationInput } from '@parvis/domain/instants/notification'
import { formatShortDayTime } from '@parvis/domain/kernel/french-format'
import { readDateTime } from '@parvis/domain/kernel/paris-time'
import { IconBellCheck, IconBellOff, IconHourglass } from '@tabler/icons-react'
import { PageLink } from '../../../lib/router.tsx'
import { QuietButton } from '../../../ui/button.tsx'
import { CheckboxField } from '../../../ui/checkbox-field.tsx'
import { DateTimeField } from '../../../ui/date-time-field.tsx'
import type { InstantForm } from './use-instant-form.ts'

/** Section 3: tell the followers, as the plan allows. */
export function NotificationSection({ form }: { form: InstantForm }) {
  const { notification, pendingDate, values, change } = form
  const shown = notificationInput(notification)
  const sent = notification.lastSent
  if (shown.input === 'sent') {
    return (
      <p className="row-center" data-notification="sent">
        <IconBellCheck aria-hidden="true" /> Notification déjà envoyée
        {sent ? ` le ${formatShortDayTime(sent.at.epochMilliseconds)}` : ''}.
      </p>
    )
  }
  if (shown.input === 'wait') {
    return (
      <p className="row-center" data-notification="wait">
        <IconHourglass aria-hidden="true" /> Une notification vient de partir. Vous pourrez en programmer une autre dans{' '}
        {shown.minutes} min.
      </p>
    )
  }
  const date = readDateTime(values.notificationDate)
  return (
    <div className="stack-3" data-notification={shown.input}>
      <p className="note">Vos abonnés reçoivent une notification sur leur téléphone.</p>
      {pendingDate !== '' && values.notificationDate === pendingDate && date ? (
        <p className="row-center">
          <IconBellCheck aria-hidden="true" /> Notification prévue le {formatShortDayTime(date.epochMilliseconds)}
        </p>
      ) : null}
      <CheckboxField
        name="notifyQuick"
        label="Prévenir mes abonnés dans 5 minutes"
        value={values.notifyQuick}
        onChange={(notifyQuick) => change({ notifyQuick })}
      />
      <ChosenDate form={form} isAllowed={shown.input === 'date'} />
      {values.notificationDate === '' ? null : (
        <div>
          <QuietButton icon={IconBellOff} onClick={() => change({ notificationDate: '' })}>
            Effacer la date de notification
          </QuietButton>
        </div>
      )}
    </div>
  )
}

/** A date of one's own, for the plans that allow it. */
function ChosenDate({ form, isAllowed }: { form: InstantForm; isAllowed: boolean }) {
  const { field, values, company } = form
  return (
    <div className="stack-1">
      <DateTimeField
        {...field('notificationDate')}
        label="Ou choisir une date et une heure"
        hint="Au moins 5 minutes à l’avance"
        disabled={!isAllowed || values.notifyQuick}
      />
      {isAllowed || company.type === 'mairie' ? null : (
        <p className="note">
          Choisir la date fait partie des offres payantes. <PageLink to="/subscription">Voir les offres</PageLink>
        </p>
      )}
    </div>
  )
}
