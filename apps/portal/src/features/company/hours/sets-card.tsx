import { type SetKey, setKeys, setLabels } from '@parvis/domain/hours/hours.texts.fr'
import { checkTypedWeek, type DayRange, rangesOfWeek, weekOfRanges } from '@parvis/domain/hours/typed-week'
import { useState } from 'react'
import { call } from '../../../lib/request.ts'
import { focusField } from '../../../lib/use-form.ts'
import { Button, QuietButton, SmallButton } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { QuietConfirm } from '../../../ui/confirm-dialog.tsx'
import { FailureAlert } from '../../../ui/failure-alert.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { showToast } from '../../../ui/toast.tsx'
import { useKeptFocus } from '../../../ui/use-return-focus.ts'
import styles from './hours.module.css'
import { hoursErrorText } from './hours-errors.ts'
import { type ShownHours, useChangeHours } from './use-hours.ts'
import { WeekEditor } from './week-editor.tsx'

const isKey = (key: string): key is SetKey => setKeys.some((one) => one === key)

/** Pick-up, telephone, kitchen, deliveries, reception and one named by the owner, five at most. */
export function SetsCard({ hours: { sets } }: { hours: ShownHours }) {
  const [edited, setEdited] = useState<SetKey>()
  const { mutateAsync } = useChangeHours(true)
  const part = useKeptFocus<HTMLDivElement>()
  const absent = setKeys.filter((key) => !sets.some((set) => set.key === key))
  return (
    <Card title="Autres horaires" sentence="Ils s’arrêtent aussi pendant vos congés.">
      <div className={styles.fields}>
        <ul className="stack-2">
          {sets.map(({ key, label }) => (
            <li key={key} className={`inline wrap between gap-2 anywhere ${styles.row}`}>
              <span>{label}</span>
              <span className="inline wrap gap-2">
                <QuietButton onClick={() => isKey(key) && setEdited(key)}>
                  Modifier<span className="visually-hidden">{`\u00A0: ${label}`}</span>
                </QuietButton>
                <QuietConfirm
                  ask={{
                    title: `Supprimer les horaires «\u00a0${label}\u00a0»\u00a0?`,
                    confirmLabel: 'Supprimer',
                    danger: true,
                    onConfirm: () =>
                      isKey(key) &&
                      mutateAsync(() => call('DELETE /v1/company/:id/hours/sets/:key', { params: { key } })),
                  }}
                >
                  Supprimer<span className="visually-hidden">{`\u00A0: ${label}`}</span>
                </QuietConfirm>
              </span>
            </li>
          ))}
        </ul>
        <div ref={part} tabIndex={-1}>
          {edited ? (
            <SetForm
              key={edited}
              name={edited}
              stored={sets.find(({ key }) => key === edited)}
              onClose={() => setEdited(undefined)}
            />
          ) : (
            <div className="inline wrap gap-2">
              {sets.length < 5
                ? absent.map((key) => (
                    <SmallButton key={key} onClick={() => setEdited(key)}>
                      {setLabels[key] ?? 'Autre…'}
                    </SmallButton>
                  ))
                : null}
            </div>
          )}
        </div>
      </div>
    </Card>
  )
}

type SetFormProps = { name: SetKey; stored: ShownHours['sets'][number] | undefined; onClose: () => void }

function SetForm({ name, stored, onClose }: SetFormProps) {
  const [label, setLabel] = useState(stored?.label ?? setLabels[name] ?? '')
  const [ranges, setRanges] = useState<readonly DayRange[]>(() => rangesOfWeek(stored?.week ?? []))
  const { mutate, isPending, error } = useChangeHours(true)
  const [isChecked, setChecked] = useState(false)
  const save = () => {
    setChecked(true)
    if (checkTypedWeek(ranges).size > 0) return focusField('set-week')
    const body = { label, week: weekOfRanges(ranges) }
    mutate(() => call('PUT /v1/company/:id/hours/sets/:key', { params: { key: name }, body }), {
      onSuccess: () => {
        showToast('Ces horaires sont enregistrés')
        onClose()
      },
    })
  }
  return (
    <div className={styles.fields}>
      <TextField name="set-label" label="Nom" limit={40} value={label} onChange={setLabel} />
      <div id="field-set-week">
        <WeekEditor
          week={{ ranges, appointmentDays: [] }}
          onChange={(week) => setRanges(week.ranges)}
          isChecked={isChecked}
        />
      </div>
      <FailureAlert error={error && hoursErrorText(error)} />
      <div className="inline wrap gap-2">
        <Button loading={isPending} onClick={save}>
          Enregistrer ces horaires
        </Button>
        <Button variant="quiet" onClick={onClose}>
          Annuler
        </Button>
      </div>
    </div>
  )
}
