import { firstFailingSection } from '@parvis/domain/instants/instant-form'
import type { InstantKind } from '@parvis/domain/instants/kind'
import { useRef, useState } from 'react'
import { ApiError } from '../../../lib/api-error.ts'
import { useCompany } from '../../../lib/session.ts'
import { useForm } from '../../../lib/use-form.ts'
import { useNewerVersion, whenChanged } from '../../../lib/use-newer-version.ts'
import { useNow } from '../../../lib/use-now.ts'
import type { ServerInstant } from '../instant.ts'
import { readInstant, useReloadInstants } from '../instants.queries.ts'
import { checkInstantValues } from './check-instant-values.ts'
import { instantErrorText } from './instant-error-text.ts'
import { type InstantValues, itemsOf, versionOf } from './instant-values.ts'
import type { NotificationChoice } from './notification-request.ts'
import { mustAsk, pendingDateOf, situationOf } from './notification-state.ts'
import { sendInstant } from './save-instant.ts'
import { isOver } from './schedule-choices.ts'
import { useSections } from './use-sections.ts'

export type InstantFormOptions = {
  kind: InstantKind
  initial: InstantValues
  /** The instant to change; absent for a new one. */
  instant?: ServerInstant
  /** `initial` was begun in another form. */
  isStarted?: boolean
  onSaved: (id: number, values: InstantValues) => void | Promise<void>
}

/** The form of an instant being typed: rules, sections, the question about the notification, the creation in sequence. */
export function useInstantForm({ kind, initial, instant, isStarted, onSaved }: InstantFormOptions) {
  const company = useCompany()
  const now = useNow()
  const sections = useSections()
  const choice = useRef<NotificationChoice>(undefined)
  const notification = situationOf(instant, company.subscription.allowedNotificationPerInstant, now)
  const pendingDate = pendingDateOf(instant)
  const isPictureStored = Boolean(instant?.instantInformation.pictureUrl)

  const check = (values: InstantValues) => checkInstantValues(values, { isPictureStored, notification, pendingDate })

  const saved = { kind, company, instant, pendingDate }
  const { submit, progress, newer } = useSaving(saved, { onSaved, choice, sections })
  const form = useForm<InstantValues>({
    initial,
    check,
    textOf: instantErrorText,
    submit,
    clearsOnEdit: true,
    isStarted,
    name: { companyId: company.companyId, form: `instant ${instant?.instantInformation.id ?? kind}` },
  })

  const { draft } = form.values

  const question = useQuestion(choice, form.onSubmit)
  const onSubmit = (event: { preventDefault: () => void }) => {
    event.preventDefault()
    const failing = firstFailingSection(check(form.values))
    sections.show(failing)
    if (!draft) choice.current = undefined
    const asks = company.followersCount > 0 && !isOver(itemsOf(form.values), now)
    const isNow = (form.values.publication ?? 'now') === 'now'
    if (failing === undefined && !choice.current && isNow && asks && mustAsk(form.values, notification)) question.ask()
    else form.onSubmit()
  }
  return {
    ...form,
    onSubmit,
    kind,
    company,
    instant,
    now,
    sections,
    draft,
    progress,
    notification,
    pendingDate,
    items: itemsOf(form.values),
    newer,
    /** The newer version may go: this form is saved as it was asked to be. */
    saveOver: () => {
      newer.allow()
      form.onSubmit()
    },
    question,
  }
}

/** Whether followers are told: asked before saving, or said by the button that was pressed. */
function useQuestion(choice: { current: NotificationChoice }, save: () => void) {
  const [isOpen, setOpen] = useState(false)
  const answer = (answered: 'quick' | 'none') => {
    setOpen(false)
    choice.current = answered
    save()
  }
  return { isOpen, ask: () => setOpen(true), answer, close: () => setOpen(false) }
}

export type InstantForm = ReturnType<typeof useInstantForm>

type Saving = {
  onSaved: InstantFormOptions['onSaved']
  choice: { current: NotificationChoice }
  sections: ReturnType<typeof useSections>
}
type Complete = (changes: Partial<InstantValues>) => void
type Saved = Pick<Parameters<typeof sendInstant>[2], 'kind' | 'company' | 'instant' | 'pendingDate'>

/** The calls of a save and how far they are; the draft that a creation stopped half-way leaves stays with the form. */
function useSaving(saved: Saved, { onSaved, choice, sections }: Saving) {
  const reload = useReloadInstants()
  const [progress, setProgress] = useState(0)
  const newer = useNewerVersion<ServerInstant>({
    read: () => readInstant(String(saved.instant?.instantInformation.id)),
    versionOf,
    textOf: ({ lastModificationDate }) =>
      `Cet instant a été modifié ailleurs ${whenChanged(lastModificationDate, Date.now())}`,
  })
  const save = async (values: InstantValues, complete: Complete) => {
    setProgress(0)
    const onDraft = (draft: InstantValues['draft']) => complete({ draft })
    const send = (instant = saved.instant) =>
      sendInstant(values, choice.current, { ...saved, instant, onDraft, onProgress: setProgress })
    const id = await (saved.instant ? newer.save(values.version, send) : send())
    onDraft(undefined)
    await onSaved(id, values)
    void reload()
  }
  const submit = async (values: InstantValues, complete: Complete) => {
    try {
      await save(values, complete)
    } catch (error) {
      const shown = besideDates(error)
      if (shown instanceof ApiError) sections.show(firstFailingSection(shown.fields))
      throw shown
    }
  }
  return { submit, progress, newer }
}

/** An old form may not drop dates that it does not show: its sentence is said beside them (H-128). */
function besideDates(error: unknown): unknown {
  if (!(error instanceof ApiError) || error.code !== 'SCHEDULE_TOO_RICH') return error
  return new ApiError({ ...error, message: error.message, fields: { activationTimes: error.message } })
}
