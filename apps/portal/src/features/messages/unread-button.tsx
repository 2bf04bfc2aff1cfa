import { IconMailOpened } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { messageOf } from '../../lib/api-error.ts'
import { call } from '../../lib/call.ts'
import { Button } from '../../ui/button.tsx'
import { showToast } from '../../ui/toast.tsx'

/** Keeps a conversation for later; leaves it first, because what is shown is read at the next poll. */
export function UnreadButton({ discussionId, onDone }: { discussionId: string; onDone: () => void }) {
  const queryClient = useQueryClient()
  const { mutate, isPending } = useMutation({
    mutationFn: () => call('POST /v1/discussions/:id/unread', { params: { id: discussionId } }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['discussions'] }),
    onError: (error) => showToast(messageOf(error), 'danger'),
  })
  const keep = async () => {
    onDone()
    await queryClient.cancelQueries({ queryKey: ['messages', discussionId] })
    mutate()
  }
  return (
    <Button
      variant="quiet"
      size="small"
      icon={<IconMailOpened size={20} aria-hidden="true" />}
      loading={isPending}
      onClick={() => void keep()}
    >
      Marquer non lu
    </Button>
  )
}
