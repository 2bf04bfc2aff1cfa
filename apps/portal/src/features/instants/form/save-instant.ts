import type { InstantKind } from '@parvis/domain/instants/kind'
import { writeTypedItem } from '@parvis/domain/instants/typed-schedule'
import { parisToday } from '@parvis/domain/kernel/paris-today'
import { call } from '../../../lib/call.ts'
import type { Company } from '../../../lib/session.ts'
import type { ServerInstant } from '../instant.ts'
import { instantBody } from './instant-body.ts'
import { createInstant } from './instant-draft.ts'
import { type InstantDraft, type InstantValues, itemsOf } from './instant-values.ts'
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
export function saveInstant(values: InstantValues, choice: NotificationChoice, context: SaveContext): Promise<number> {
  const notification = notificationRequest(values, choice, context.pendingDate)
  const body = instantBody(values, context.company.companyId, notification)
  const { instant } = context
  return instant ? update(instant, values, body, context) : create(values, body, context)
}

type Body = ReturnType<typeof instantBody>

function create(values: InstantValues, body: Body, context: SaveContext): Promise<number> {
  const { picture, draft } = values
  if (!picture) return Promise.reject(new TypeError('An instant has a picture'))
  return createInstant({ ...context, draft, body, picture, items: itemsOf(values) })
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
