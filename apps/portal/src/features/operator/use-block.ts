import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../lib/call.ts'

/** A phone, the id of a conversation, or the id of a business, which is suspended rather than blocked. */
export type Blocked = { kind: 'phone' | 'discussion' | 'company'; of: string }
/** `suspend`: the businesses of the phone as well. */
type Blocking = Blocked & { on: boolean; reason: string; suspend?: boolean }

/** Blocks or frees, with the reason that the audit trail keeps. */
export function useBlock() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async ({ kind, of, on, reason, suspend = false }: Blocking) => {
      if (kind === 'phone') await call('POST /v1/operator/phones/block', { body: { phone: of, on, reason, suspend } })
      else if (kind === 'company')
        await call('POST /v1/operator/companies/:companyId/suspend', {
          params: { companyId: of },
          body: { on, reason },
        })
      else await call('POST /v1/operator/discussions/:id/block', { params: { id: of }, body: { on, reason } })
    },
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['operator'] }),
  })
}
