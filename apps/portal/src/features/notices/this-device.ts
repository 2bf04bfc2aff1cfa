import { useMutation, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { deviceKey } from '../../api/query.ts'
import { queryClient } from '../../api/query-client.ts'
import { afterFirstPaint } from '../../lib/after-first-paint.ts'
import { type Notifications, notificationsQuery } from '../../lib/alert-sound.ts'
import { navigate } from '../../lib/history.ts'
import { call } from '../../lib/request.ts'
import { configurationQuery } from '../../lib/session.ts'

const hasWorkers = () => 'serviceWorker' in navigator
const hasPush = () => hasWorkers() && 'PushManager' in window && 'Notification' in window

/** iOS supports Web Push only for installed web apps; iPadOS reports a Mac user agent. */
const isIphone = () =>
  /iphone|ipad/i.test(navigator.userAgent) || (/mac/i.test(navigator.userAgent) && navigator.maxTouchPoints > 1)

/** The worker of the portal, once it is active. */
async function readyWorker(): Promise<ServiceWorkerRegistration> {
  await navigator.serviceWorker.register('/sw.js')
  return await navigator.serviceWorker.ready
}

/** Installs the worker once the page is shown, mends this device's subscription, and goes where a tap leads. */
export function useWorker(): void {
  const { data: configuration } = useQuery(configurationQuery)
  const { data: known } = useQuery(notificationsQuery)
  const key = configuration?.webPushKey
  const isReady = key !== undefined && known !== undefined
  useEffect(() => {
    if (!hasWorkers()) return
    const follow = ({ data }: MessageEvent<{ open?: string } | null>) => {
      if (data?.open) navigate({ href: data.open })
    }
    navigator.serviceWorker.addEventListener('message', follow)
    return () => navigator.serviceWorker.removeEventListener('message', follow)
  }, [])
  useEffect(() => {
    if (!hasWorkers() || !isReady) return
    const devices = queryClient.getQueryData(notificationsQuery.queryKey)?.devices ?? []
    // A browser that keeps no worker (a private window) has everything else.
    afterFirstPaint(readyWorker)
      .then(
        async (worker) => key && (await mend(worker, key, devices)) && queryClient.invalidateQueries(thisDeviceQuery),
      )
      .catch(() => undefined)
  }, [key, isReady])
}

/** At each opening: reports a changed address or keys to the server, and renews a lost subscription. @internal */
export async function mend(
  worker: Pick<ServiceWorkerRegistration, 'pushManager'>,
  key: string,
  devices: readonly Pick<Notifications['devices'][number], 'current' | 'endpoint'>[],
) {
  if (!hasPush() || Notification.permission !== 'granted') return false
  const former = devices.find(({ current }) => current)?.endpoint
  let subscription = await worker.pushManager.getSubscription()
  if (!subscription && !former) return false
  if (subscription && !isMadeFor(subscription, key)) {
    await subscription.unsubscribe()
    subscription = null
  }
  subscription ??= await worker.pushManager.subscribe(optionsOf(key))
  await keep(subscription, { renewed: true, ...(former && { formerEndpoint: former }) })
  return true
}

const optionsOf = (applicationServerKey: string) => ({ userVisibleOnly: true, applicationServerKey })

/** Pushes signed with other keys than those of the subscription are refused (RFC 8292). */
function isMadeFor({ options }: PushSubscription, key: string): boolean {
  const made = options?.applicationServerKey
  if (!made) return true
  const text = btoa(String.fromCharCode(...new Uint8Array(made)))
  return text.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '') === key
}

async function keep(subscription: PushSubscription, more: { renewed?: boolean; formerEndpoint?: string } = {}) {
  const { endpoint, keys } = subscription.toJSON()
  const { auth = '', p256dh = '' } = keys ?? {}
  await call('POST /v1/account/devices', {
    body: { subscription: { endpoint: endpoint ?? '', keys: { auth, p256dh } }, ...more },
  })
}

const thisDeviceQuery = {
  queryKey: deviceKey('device-subscription'),
  queryFn: async () => {
    if (!hasPush()) return { endpoint: null, permission: 'default' as const }
    const worker = await navigator.serviceWorker.getRegistration('/')
    const subscription = await worker?.pushManager.getSubscription()
    return { endpoint: subscription?.endpoint ?? null, permission: Notification.permission }
  },
}

/** `absent`: browsers are not served here, or this one knows no pushes. */
export type DeviceState = 'absent' | 'iphone' | 'refused' | 'off' | 'on'

/** State of this browser's push subscription, and how to change it. */
export function useThisDevice() {
  const { data: configuration } = useQuery(configurationQuery)
  const { data: known } = useQuery(notificationsQuery)
  const { data: here } = useQuery(thisDeviceQuery)
  const key = configuration?.webPushKey
  const turnOn = useMutation({
    mutationFn: async () => {
      // The permission prompt needs a user gesture: nothing is awaited before.
      const permission = await Notification.requestPermission()
      if (permission !== 'granted') return
      const worker = await readyWorker()
      await keep(await worker.pushManager.subscribe(optionsOf(key ?? '')))
    },
    onSettled: () => queryClient.invalidateQueries(thisDeviceQuery),
    meta: { refreshes: ['GET /v1/account/notifications'] },
  })
  const remove = useMutation({
    mutationFn: async (endpoint: string) => {
      if (endpoint === here?.endpoint) await forgetThisDevice()
      await call('DELETE /v1/account/devices', { body: { endpoint } })
    },
    onSettled: () => queryClient.invalidateQueries(thisDeviceQuery),
    meta: { refreshes: ['GET /v1/account/notifications'] },
  })
  return { state: stateOf(), endpoint: here?.endpoint ?? null, turnOn, remove }

  function stateOf(): DeviceState | undefined {
    if (key === undefined || !known || !here) return undefined
    if (key === null) return 'absent'
    if (!hasPush()) return isIphone() ? 'iphone' : 'absent'
    if (here.permission === 'denied') return 'refused'
    return known.devices.some(({ endpoint }) => endpoint === here.endpoint) ? 'on' : 'off'
  }
}

/** Unsubscribes the browser itself; the server deletes its push target with the session. */
export async function forgetThisDevice(): Promise<void> {
  if (!hasPush()) return
  const worker = await navigator.serviceWorker.getRegistration('/')
  const subscription = await worker?.pushManager.getSubscription()
  await subscription?.unsubscribe()
}
