import type { AnswerOf } from '@parvis/domain/api'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { query } from '../api/query.ts'
import { queryClient } from '../api/query-client.ts'
import { createStore } from './create-store.ts'
import { call } from './request.ts'

export type Notifications = AnswerOf<'GET /v1/account/notifications'>

/** Devices, choices and sound of the person; the live topic `notice` makes it old. */
export const notificationsQuery = { ...query('GET /v1/account/notifications'), staleTime: 60_000 }

/** `unsure` until the page was touched or rang: before a gesture browsers play nothing (autoplay), and the portal says so. */
type SoundState = 'unsure' | 'heard' | 'blocked'

const heard = createStore<SoundState>('unsure')

/** A short bell, unless the person silenced it on one of their devices. */
export function ring(): void {
  if (queryClient.getQueryData(notificationsQuery.queryKey)?.sound !== false) tryBell()
}

/** Plays the bell whatever the settings, for a test. */
export function tryBell(): void {
  new Audio('/sounds/message.wav').play().then(
    () => heard.set('heard'),
    (error: unknown) => {
      // Any other failure is of the device: no touch would change it.
      if (error instanceof DOMException && error.name === 'NotAllowedError') heard.set('blocked')
    },
  )
}

export function useSoundState(): SoundState {
  return useSyncExternalStore(subscribe, soundState)
}

function soundState(): SoundState {
  const isTouched = heard.get() === 'unsure' && navigator.userActivation?.hasBeenActive
  return isTouched ? 'heard' : heard.get()
}

function subscribe(listener: () => void): () => void {
  // After the press: a banner removed at `pointerup` would swallow the click of its own button.
  const touched = () => setTimeout(() => soundState() === 'heard' && listener())
  const stop = heard.subscribe(listener)
  window.addEventListener('click', touched)
  window.addEventListener('keyup', touched)
  return () => {
    stop()
    window.removeEventListener('click', touched)
    window.removeEventListener('keyup', touched)
  }
}

/** The person's choice, kept on the server; turning it on rings, which also shows that the browser allows it. */
export function useSoundChoice() {
  const { data } = useQuery(notificationsQuery)
  const { mutate, isPending, variables } = useMutation({
    mutationFn: (sound: boolean) => call('PUT /v1/account/sound', { body: { sound } }),
    meta: { toastsFailure: true, refreshes: ['GET /v1/account/notifications'] },
  })
  const isOn = isPending ? variables : (data?.sound ?? true)
  const choose = (sound: boolean) => {
    if (sound) tryBell()
    else heard.set('heard')
    mutate(sound)
  }
  return { isOn, choose }
}
