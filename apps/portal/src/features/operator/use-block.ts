import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../lib/call.ts'

/** A phone, or the id of a conversation. */
export type Blocked = { kind: 'phone' | 'discussion'; of: string }
type Blocking = Blocked & { on: boolean; reason: string }

/** Blocks or frees, with the reason that the audit trail keeps. */
export function useBlock() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async ({ kind, of, on, reason }: Blocking) => {
      if (kind === 'phone') await call('POST /v1/operator/phones/block', { body: { phone: of, on, reason } })
      else await call('POST /v1/operator/discussions/:id/block', { params: { id: of }, body: { on, reason } })
    },
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['operator'] }),
  })
}
