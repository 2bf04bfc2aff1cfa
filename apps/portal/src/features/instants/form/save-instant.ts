import type { InstantKind } from '@parvis/domain/instants/kind'
import { writeTypedPlan } from '@parvis/domain/instants/typed-schedule'
import { call } from '../../../lib/request.ts'
import type { Company } from '../../../lib/session.ts'
import { instantBody, type NotificationChoice, notificationRequest } from './check-instant-values.ts'
import { type InstantValues, itemsOf } from './instant-values.ts'

type SaveContext = {
  kind: InstantKind
  company: Company
  /** Of a stored instant. */
  id: number | undefined
  /** The version that this save replaces. */
  version: string
  pendingDate: string
  onProgress: (share: number) => void
}

/** Sends the form, which the rules have accepted, in one call; gives the id of the instant. */
export async function sendInstant(
  values: InstantValues,
  choice: NotificationChoice,
  context: SaveContext,
): Promise<number> {
  const { kind, company, id, version, pendingDate, onProgress } = context
  const notification = notificationRequest(values, choice, pendingDate)
  const body = { ...instantBody(values, company.companyId, notification), ...scheduleBody(values) }
  const sent = { files: { picture: values.picture }, as: 'multipart', onProgress } as const
  if (id === undefined) return await call('POST /v1/instants', { body: { ...body, instantType: kind }, ...sent })
  const params = { id: String(id) }
  await call('PUT /v1/instants/:id', { params, body: { ...body, version: Number(version) }, ...sent })
  return id
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
