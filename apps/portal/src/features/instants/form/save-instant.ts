import type { InstantKind } from '@parvis/domain/instants/kind'
import {
  isFullSchedule,
  type TypedScheduleItem,
  writeTypedItem,
  writeTypedPlan,
} from '@parvis/domain/instants/typed-schedule'
import { parisToday } from '@parvis/domain/kernel/paris-today'
import { ApiError } from '../../../lib/api-error.ts'
import { call } from '../../../lib/request.ts'
import type { Company } from '../../../lib/session.ts'
import type { ServerInstant } from '../instant.ts'
import { readInstant, withdrawInstant } from '../instants.queries.ts'
import { instantBody, type NotificationChoice, notificationRequest } from './check-instant-values.ts'
import { type InstantDraft, type InstantValues, isFullyStored, itemsOf } from './instant-values.ts'

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

/** Saves the texts with the old call, its times unchanged, then the whole schedule with the version that this call returned. */
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

type Creation = {
  kind: InstantKind
  body: ReturnType<typeof instantBody>
  picture: Blob
  items: readonly TypedScheduleItem[]
  draft: InstantDraft | undefined
  onDraft: (draft: InstantDraft | undefined) => void
  onProgress: (share: number) => void
}

/**
 * POST /v1/instants, then one POST activation-times per item, in order (I-095). After a failure in the middle, the next
 * try sends only what is missing; if the texts were changed meanwhile, the draft is written anew in one call.
 */
async function createByDraft(creation: Creation): Promise<number> {
  try {
    const draft = creation.draft ?? (await startDraft(creation))
    return await finishDraft(draft, creation)
  } catch (error) {
    if (isDraftGone(error)) creation.onDraft(undefined)
    throw error
  }
}

async function startDraft({ kind, body, picture, onDraft, onProgress }: Creation): Promise<InstantDraft> {
  const id = await call('POST /v1/instants', {
    body: { ...body, instantType: kind },
    files: { picture },
    as: 'multipart',
    onProgress,
  })
  const draft = { id, sent: JSON.stringify(body), picture, isNotified: isNotified(body), items: [] }
  onDraft(draft)
  return draft
}

function finishDraft(draft: InstantDraft, creation: Creation): Promise<number> {
  const { body, picture, items } = creation
  const written = items.map((item) => writeTypedItem(item, parisToday(Date.now())))
  // Five minutes count from this try: those of the first one may have passed, or were deleted with the draft.
  const isSame = draft.sent === JSON.stringify(body) && draft.picture === picture && !('quickNotification' in body)
  const isBegun = draft.items.every(({ sent }, index) => sent === JSON.stringify(written[index]))
  return isSame && isBegun ? sendMissing(draft, written, creation) : rewrite(draft, written, creation)
}

type Written = ReturnType<typeof writeTypedItem>

async function sendMissing(draft: InstantDraft, written: readonly Written[], { onDraft }: Creation): Promise<number> {
  const taken = [...draft.items]
  for (const time of written.slice(taken.length)) {
    const { id } = await call('POST /v1/instants/:id/activation-times', {
      params: { id: String(draft.id) },
      body: { ...time, isEnabled: time.isEnabled === false ? 0 : 1, instantId: draft.id },
    })
    taken.push({ id, sent: JSON.stringify(time) })
    onDraft({ ...draft, items: [...taken] })
  }
  return draft.id
}

async function rewrite(draft: InstantDraft, written: readonly Written[], creation: Creation): Promise<number> {
  const { body, picture, onProgress } = creation
  await call('POST /v1/instants/:id/update-instant-and-activationTimes', {
    params: { id: String(draft.id) },
    body: {
      ...body,
      ...(draft.isNotified && !isNotified(body) && { notificationDate: 'CLEAR' }),
      id: draft.id,
      activationTimes: written.map((time, index) => ({ ...time, ...idOf(draft.items[index]) })),
    },
    files: { picture: draft.picture === picture ? null : picture },
    as: 'multipart',
    onProgress,
  })
  return draft.id
}

const isNotified = (body: Creation['body']) =>
  'quickNotification' in body || (body.notificationDate !== undefined && body.notificationDate !== 'CLEAR')

const idOf = (taken: { id: number } | undefined) => (taken ? { id: taken.id } : {})

/** The server removes a draft whose group turns out to be full; one deleted elsewhere is no longer found. */
function isDraftGone(error: unknown): boolean {
  return error instanceof ApiError && (error.code === 'MAX_INSTANTS' || error.code === 'INSTANT_NOT_FOUND')
}
