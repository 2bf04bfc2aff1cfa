import { typedItemOf, writeTypedItem } from '@parvis/domain/instants/typed-schedule'
import { parisToday } from '@parvis/domain/kernel/paris-today'
import { useMutation } from '@tanstack/react-query'
import type { Temporal } from 'temporal-polyfill'
import { instantLists } from '../../../api/reads-of.ts'
import { call } from '../../../lib/request.ts'
import { useCompanyId } from '../../../lib/session.ts'
import { type ServerInstant, scheduleOf } from '../instant.ts'
import { readInstant } from '../instants.queries.ts'

/** Play or pause: the instant is read, then saved with all its items set to the opposite of its status. */
export function useToggleInstant() {
  const companyId = useCompanyId()
  return useMutation({
    mutationFn: async (id: number) => {
      const instant = await readInstant(String(id))
      return call('POST /v1/instants/:id/update-instant-and-activationTimes', {
        params: { id },
        body: toggledBody(instant, companyId),
        as: 'multipart',
      })
    },
    meta: { refreshes: instantLists },
  })
}

const week = 7 * 24 * 3_600_000

/** « Refaire »: a draft with all of it, its dates on the same weekday of the next possible week. */
export function redoInstant(instant: ServerInstant, now: Temporal.Instant) {
  const starts = scheduleOf(instant).flatMap((item) => (item.kind === 'fixed' ? [item.start.epochMilliseconds] : []))
  const first = Math.min(...starts)
  // An hour more or less at a clock change is no week.
  const shiftWeeks =
    starts.length === 0 ? null : Math.max(1, Math.ceil((now.epochMilliseconds - first + 3_600_000) / week))
  return call('POST /v1/instants/:id/copy', {
    params: { id: instant.instantInformation.id },
    body: { keep: ['texts', 'picture', 'place', 'schedule'], shiftWeeks },
  })
}

export const withdrawInstant = (id: number) => call('DELETE /v1/instants/:id', { params: { id } })

/** The whole instant with every item enabled or paused together; its notification is unchanged. */
function toggledBody(instant: ServerInstant, companyId: string) {
  const { instantInformation: texts, address } = instant
  const day = parisToday(Date.now())
  return {
    id: texts.id,
    companyId,
    title: texts.title,
    categoryId: texts.categoryId,
    shortDescription: texts.shortDescription,
    longDescription: texts.longDescription,
    streetAddress: address.address,
    city: address.city,
    zipCode: address.zipCode,
    latitude: address.coordinates.latitude ?? undefined,
    longitude: address.coordinates.longitude ?? undefined,
    activationTimes: instant.instantActivationTimes.map((time) => ({
      ...writeTypedItem(typedItemOf(time), day),
      isEnabled: !instant.status,
    })),
  }
}
