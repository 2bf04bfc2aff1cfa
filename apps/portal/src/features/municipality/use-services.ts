import type { AnswerOf } from '@parvis/domain/api'
import { rankCouples } from '@parvis/domain/kernel/ranks'
import type { TypedService } from '@parvis/domain/municipality/service-form'
import { useMutation } from '@tanstack/react-query'
import { query } from '../../api/query.ts'
import { queryClient } from '../../api/query-client.ts'
import { ApiError } from '../../lib/api-error.ts'
import { call } from '../../lib/request.ts'
import { useCompanyId } from '../../lib/session.ts'

export type Service = AnswerOf<'GET /v1/municipality/:id/service'>[number]
export type ServiceIcon = AnswerOf<'GET /v1/municipality/icons'>[number]

export const servicesQuery = (mairieId: string) =>
  query('GET /v1/municipality/:id/service', { params: { id: mairieId } })

export const serviceIconsQuery = {
  ...query('GET /v1/municipality/icons'),
  staleTime: Number.POSITIVE_INFINITY,
}

/** A list answered by the server replaces the one shown, without asking for it again. */
function useShowServices() {
  const mairieId = useCompanyId()
  return (services: Service[]) => queryClient.setQueryData(servicesQuery(mairieId).queryKey, services)
}

/** Adds a service, or changes the one named. Payloads carry cityId. */
export function useSaveService() {
  const mairieId = useCompanyId()
  const show = useShowServices()
  return async (id: number | undefined, { label, type, content, iconId }: TypedService) => {
    const body = { label, type, content, iconId, cityId: mairieId }
    const services = id
      ? await call('POST /v1/municipality/service/:id/update', { params: { id: String(id) }, body })
      : await call('POST /v1/municipality/:id/service', { params: { id: mairieId }, body })
    show(services)
  }
}

export function useDeleteService() {
  const show = useShowServices()
  return useMutation({
    mutationFn: (id: number) => call('POST /v1/municipality/service/:id/delete', { params: { id: String(id) } }),
    onSuccess: show,
  })
}

/** Saves the order as ranks from 1; the answer is the updated list. */
export function useSaveOrder() {
  const mairieId = useCompanyId()
  const show = useShowServices()
  return useMutation({
    mutationFn: (ids: number[]) =>
      call('POST /v1/municipality/:id/service/rearrange', {
        params: { id: mairieId },
        body: { idRankCouples: rankCouples(ids), mairieId },
        as: 'form',
      }),
    onSuccess: show,
  })
}

/** Municipal errors are kept as the status, as text; `0` when the server was never reached. */
export function statusText(error: unknown): string {
  return error instanceof ApiError ? String(error.status) : '500'
}
