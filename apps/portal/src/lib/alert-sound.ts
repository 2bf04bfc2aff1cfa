import type { AnswerOf } from '@parvis/domain/api'
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { call } from './call.ts'
import { queryClient } from './query-client.ts'

export type Notifications = AnswerOf<'GET /v1/account/notifications'>

/** Devices, choices and sound of the person; the live topic `notice` makes it old. */
export const notificationsQuery = queryOptions({
  queryKey: ['notifications'],
  queryFn: ({ signal }) => call('GET /v1/account/notifications', { signal }),
  staleTime: 60_000,
})

/** Autoplay is refused until the page is touched: the portal says so in words. */
let isBlocked = false
const listeners = new Set<() => void>()

function markBlocked(blocked: boolean): void {
  isBlocked = blocked
  for (const listener of listeners) listener()
}

/** A short bell, unless the person silenced it on one of their devices (U-094). */
export function ring(): void {
  if (queryClient.getQueryData(notificationsQuery.queryKey)?.sound === false) return
  new Audio('/sounds/message.wav').play().then(
    () => markBlocked(false),
    // Any other failure is of the device: no touch would change it.
    (error: unknown) => markBlocked(error instanceof DOMException && error.name === 'NotAllowedError'),
  )
}

export function useSoundBlocked(): boolean {
  return useSyncExternalStore(subscribe, () => isBlocked)
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The person's choice, kept on the server; turning it on rings, which also shows that the browser allows it. */
export function useSoundChoice() {
  const client = useQueryClient()
  const { data } = useQuery(notificationsQuery)
  const isOn = data?.sound ?? true
  const { mutate } = useMutation({
    mutationFn: (sound: boolean) => call('PUT /v1/account/sound', { body: { sound } }),
    onSettled: () => client.invalidateQueries({ queryKey: notificationsQuery.queryKey }),
  })
  const choose = (sound: boolean) => {
    client.setQueryData(notificationsQuery.queryKey, (known) => known && { ...known, sound })
    if (sound) ring()
    else markBlocked(false)
    mutate(sound)
  }
  return { isOn, choose }
}
