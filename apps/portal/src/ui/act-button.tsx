import { type MutationMeta, useMutation } from '@tanstack/react-query'
import type { ComponentProps } from 'react'
import { Button } from './button.tsx'
import { showToast } from './toast.tsx'

type ActButtonProps = Omit<ComponentProps<typeof Button>, 'onClick' | 'loading'> & {
  act: () => Promise<unknown>
  /** Said once it is done. */
  done?: string
  /** The cached answers that it makes old. */
  refreshes?: MutationMeta['refreshes']
}

/** A button that does one thing: locked until it is done, a toast says why it failed. */
export function ActButton({ act, done, refreshes = [], ...button }: ActButtonProps) {
  const { mutate, isPending } = useMutation({
    mutationFn: act,
    onSuccess: () => done && showToast(done),
    meta: { toastsFailure: true, refreshes },
  })
  return <Button {...button} loading={isPending} onClick={() => mutate()} />
}
