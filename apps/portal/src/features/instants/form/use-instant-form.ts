import type { InstantKind } from '@parvis/domain/instants/kind'
import { writeTypedPlan } from '@parvis/domain/instants/typed-schedule'
import { useRef, useState } from 'react'
import { queryClient } from '../../../api/query-client.ts'
import { ApiError } from '../../../lib/api-error.ts'
import { presentMoment } from '../../../lib/present.ts'
import { call } from '../../../lib/request.ts'
import { useCompany } from '../../../lib/session.ts'
import { useEditing, whenChanged } from '../../../lib/use-editing.ts'
import { useNow } from '../../../lib/use-now.ts'
import { kindOf, type ServerInstant } from '../instant.ts'
import { instantQuery, readInstant, reloadInstants } from '../instants.queries.ts'
import {
  checkInstantValues,
  instantBody,
  type NotificationChoice,
  notificationRequest,
} from './check-instant-values.ts'
import { instantErrorText } from './instant-error-text.ts'
import { type InstantValues, instantValuesOf, instantVersionOf, itemsOf } from './instant-values.ts'
import { mustAsk, pendingDateOf, situationOf } from './notification-state.ts'
import { isOver } from './schedule-choices.ts'

export type InstantFormOptions = {
  kind: InstantKind
  initial: InstantValues
  /** The instant to change; absent for a new one. */
  instant?: ServerInstant
  /** `initial` holds values typed in another form. */
  isStarted?: boolean
  onSaved: (id: number, values: InstantValues) => void | Promise<void>
}

/** The form of an instant being typed: rules, sections, the question about the notification. */
export function useInstantForm({ kind, initial, instant, isStarted, onSaved }: InstantFormOptions) {
  const company = useCompany()
  const now = useNow()
  const choice = useRef<NotificationChoice>(undefined)
  const notification = situationOf(instant, company.subscription.allowedNotificationPerInstant, now)
  const pendingDate = pendingDateOf(instant)
  const isPictureStored = Boolean(instant?.instantInformation.pictureUrl)
  const check = (values: InstantValues) => checkInstantValues(values, { isPictureStored, notification, pendingDate })
  const form = useEditing<InstantValues, ServerInstant, number>({
    initial,
    check,
    textOf: instantErrorText,
    isStarted,
    name: `instant ${instant?.instantInformation.id ?? kind}`,
    stored: useStoredInstant(instant),
    isNew: !instant,
    send: async (values, { version, onProgress }) => {
      const notified = notificationRequest(values, choice.current, pendingDate)
      const body = { ...instantBody(values, company.companyId, notified), ...scheduleBody(values) }
      const sent = { files: { picture: values.picture }, as: 'multipart', onProgress } as const
      if (!instant) return await call('POST /v1/instants', { body: { ...body, instantType: kind }, ...sent })
      const { id } = instant.instantInformation
      await call('PUT /v1/instants/:id', { params: { id }, body: { ...body, version: Number(version) }, ...sent })
      return id
    },
    onSaved: async (id, values) => {
      await onSaved(id, values)
      void reloadInstants()
    },
    shownAs: besideSchedule,
  })
  const question = useQuestion(choice, form.onSubmit)
  const asks = () => company.followersCount > 0 && notifiesNow(form.values, now) && mustAsk(form.values, notification)
  const onSubmit = (event: { preventDefault: () => void }) => {
    event.preventDefault()
    const isValid = Object.keys(check(form.values)).length === 0
    choice.current = undefined
    if (isValid && asks()) question.ask()
    else form.onSubmit()
  }
  return {
    ...form,
    onSubmit,
    kind,
    company,
    instant,
    now,
    notification,
    pendingDate,
    items: itemsOf(form.values),
    question,
  }
}

/** Whether saving these values would notify followers at once of something not over. */
function notifiesNow(values: InstantValues, now: ReturnType<typeof useNow>): boolean {
  return (values.publication ?? 'now') === 'now' && !isOver(itemsOf(values), now)
}

/** Whether to notify followers: asked before saving, or given by the pressed button. */
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

/** The instant on the server, which compares the version that it is sent; and what the form starts again from. */
function useStoredInstant(instant: ServerInstant | undefined) {
  return {
    read: () => readInstant(String(instant?.instantInformation.id)),
    versionOf: instantVersionOf,
    isComparedByServer: true,
    textOf: ({ lastModificationDate }: ServerInstant) =>
      `Cet instant a été modifié ailleurs ${whenChanged(lastModificationDate, presentMoment())}`,
    valuesOf: (stored: ServerInstant) => instantValuesOf(stored, kindOf(stored), pendingDateOf(stored)),
    onTaken: (stored: ServerInstant) =>
      queryClient.setQueryData(instantQuery(String(stored.instantInformation.id)).queryKey, stored),
  }
}

/** What is wrong in a date or a weekly item stands beside the schedule. */
function besideSchedule(error: unknown): unknown {
  if (!(error instanceof ApiError)) return error
  const fields = Object.fromEntries(
    Object.entries(error.fields).map(([field, key]) => [
      /^(kind|dates|weekly|publication)/.test(field) ? 'activationTimes' : field,
      key,
    ]),
  )
  return new ApiError({ ...error, message: error.message, fields })
}

/** The schedule of the open tab and its publication; nothing while a draft has none. */
function scheduleBody(values: InstantValues) {
  const { tab, publication = 'now', publishAt = '', pausesWhenClosed = true, notifyAtPublication = false } = values
  const items = itemsOf(values)
  if (items.length === 0 && tab !== 'hours') return {}
  const written = tab === 'hours' ? { kind: 'hours' as const } : writeTypedPlan(items)
  const isLater = publication === 'later'
  return {
    ...written,
    pausesWhenClosed,
    publication: isLater ? publishAt : publication,
    notifyAtPublication: isLater && notifyAtPublication,
  }
}
