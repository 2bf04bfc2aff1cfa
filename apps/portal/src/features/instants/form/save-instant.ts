import type { InstantKind } from '@parvis/domain/instants/kind'
import {
  isFullSchedule,
  type TypedScheduleItem,
  writeTypedItem,
  writeTypedPlan,
} from '@parvis/domain/instants/typed-schedule'
import { parisToday } from '@parvis/domain/kernel/paris-today'
import { call } from '../../../lib/call.ts'
import type { Company } from '../../../lib/session.ts'
import type { ServerInstant } from '../instant.ts'
import { readInstant, withdrawInstant } from '../instants.queries.ts'
import { instantBody } from './instant-body.ts'
import { createByDraft } from './instant-draft.ts'
import { type InstantDraft, type InstantValues, isFullyStored, itemsOf } from './instant-values.ts'
import { type NotificationChoice, notificationRequest } from './notification-request.ts'

type SaveContext = {
  kind: InstantKind
  company: Company
  instant: ServerInstant | undefined
  pendingDate: string
  onDraft: (draft: InstantDraft | undefined) => void
  onProgress: (share: number) => void
}

/** Sends the form, which the rules have accepted; gives the id of the instant. */
export function sendInstant(values: InstantValues, choice: NotificationChoice, context: SaveContext): Promise<number> {
  const notification = notificationRequest(values, choice, context.pendingDate)
  const body = instantBody(values, context.company.companyId, notification)
  const { instant } = context
  const plan = planOf(values, instant)
  if (plan) return saveWithPlan(values, body, plan, context)
  return instant ? update(instant, values, body, context) : create(values, body, context)
}

type Body = ReturnType<typeof instantBody>

function create(values: InstantValues, body: Body, context: SaveContext): Promise<number> {
  const { picture, draft } = values
  if (!picture) return Promise.reject(new TypeError('An instant has a picture'))
  return createByDraft({ ...context, draft, body, picture, items: itemsOf(values) })
}

/**
 * One call with the whole schedule, known ids kept; the picture only when it is new (I-072, I-098). An item that was removed
 * elsewhere meanwhile is created again.
 */
async function update(instant: ServerInstant, values: InstantValues, body: Body, context: SaveContext) {
  const { id } = instant.instantInformation
  const day = parisToday(Date.now())
  const known = new Set(instant.instantActivationTimes.map((time) => time.id))
  const times = itemsOf(values).map((item) => {
    const { id: itemId = 0, ...time } = writeTypedItem(item, day)
    return known.has(itemId) ? { ...time, id: itemId } : time
  })
  await call('POST /v1/instants/:id/update-instant-and-activationTimes', {
    params: { id: String(id) },
    body: { ...body, id, activationTimes: times },
    files: { picture: values.picture },
    as: 'multipart',
    onProgress: context.onProgress,
  })
  return id
}

type Plan = {
  kind: 'dates' | 'weekly' | 'hours'
  publication: string
  pausesWhenClosed: boolean
  notifyAtPublication: boolean
}

/** What the schedule call is sent; undefined when the old calls say it all, as most instants do. */
function planOf(values: InstantValues, instant: ServerInstant | undefined): Plan | 'none' | undefined {
  const items = itemsOf(values)
  if (isPlain(values, items) && !(instant && isFullyStored(instant))) return undefined
  if (items.length === 0 && values.tab !== 'hours') return 'none'
  const written = values.tab === 'hours' ? { kind: 'hours' as const } : writeTypedPlan(items)
  return { ...written, pausesWhenClosed: values.pausesWhenClosed !== false, ...publicationOf(values) }
}

function isPlain(
  { tab, publication = 'now', pausesWhenClosed = true }: InstantValues,
  items: readonly TypedScheduleItem[],
) {
  return tab !== 'hours' && !isFullSchedule(items) && publication === 'now' && pausesWhenClosed
}

function publicationOf({ publication = 'now', publishAt = '', notifyAtPublication = false }: InstantValues) {
  if (publication !== 'later') return { publication, notifyAtPublication: false }
  return { publication: publishAt, notifyAtPublication }
}

/** The texts by the call of old clients, its times as they stand, then the whole schedule with the version that this made. */
async function saveWithPlan(
  values: InstantValues,
  body: Body,
  plan: Plan | 'none',
  context: SaveContext,
): Promise<number> {
  const id = context.instant?.instantInformation.id ?? (await draftOf(values, body, context))
  const stored = await readInstant(String(id))
  if (context.instant) await saveTexts(stored, values, body, plan)
  if (plan !== 'none') await putPlan(id, plan)
  return id
}

/** A draft whose texts were changed since it was sent is made anew. */
async function draftOf({ picture, draft }: InstantValues, body: Body, context: SaveContext): Promise<number> {
  const sent = JSON.stringify(body)
  if (!picture) throw new TypeError('An instant has a picture')
  if (draft?.sent === sent && draft.picture === picture) return draft.id
  if (draft) await withdrawInstant(draft.id)
  const id = await call('POST /v1/instants', {
    body: { ...body, instantType: context.kind },
    files: { picture },
    as: 'multipart',
    onProgress: context.onProgress,
  })
  context.onDraft({ id, sent, picture, isNotified: false, items: [] })
  return id
}

async function saveTexts(stored: ServerInstant, values: InstantValues, body: Body, plan: Plan | 'none'): Promise<void> {
  const { id } = stored.instantInformation
  // The call of texts asks for a schedule: one that has none is given its own first, still unpublished.
  const isEmpty = stored.instantActivationTimes.length === 0
  const withTimes =
    isEmpty && plan !== 'none'
      ? await putPlan(id, { ...plan, publication: 'draft', notifyAtPublication: false })
      : stored
  await call('POST /v1/instants/:id/update-instant-and-activationTimes', {
    params: { id: String(id) },
    body: { ...body, id, activationTimes: withTimes.instantActivationTimes },
    files: { picture: values.picture },
    as: 'multipart',
  })
}

async function putPlan(id: number, plan: Plan): Promise<ServerInstant> {
  const { version } = await readInstant(String(id))
  return await call('PUT /v1/instants/:id/schedule', { params: { id: String(id) }, body: { version, ...plan } })
}
