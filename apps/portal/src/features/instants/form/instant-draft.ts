import type { InstantKind } from '@parvis/domain/instants/kind'
import { type TypedScheduleItem, writeTypedItem } from '@parvis/domain/instants/typed-schedule'
import { parisToday } from '@parvis/domain/kernel/paris-today'
import { ApiError } from '../../../lib/api-error.ts'
import { call } from '../../../lib/call.ts'
import type { instantBody } from './instant-body.ts'
import type { InstantDraft } from './instant-values.ts'

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
export async function createByDraft(creation: Creation): Promise<number> {
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
  // The five minutes run again from this try: those of the first one may be over, and dropped with the draft.
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
