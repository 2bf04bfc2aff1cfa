import { act, isKnown, trustedScript } from './call.ts'

const key = document.body.dataset.push

type WindowPush = { pushManager?: PushManager }

export const canPush = (): boolean =>
  Boolean(key) && ('pushManager' in window || ('serviceWorker' in navigator && 'PushManager' in window))

export const isIphone = (): boolean =>
  /iphone|ipad/i.test(navigator.userAgent) || (/mac/i.test(navigator.userAgent) && navigator.maxTouchPoints > 1)

/**
 * Asks the browser's permission: called in the tap itself, before anything is awaited. Resolves to `granted`,
 * `denied` or `default` once the device is subscribed and the server knows it.
 */
export function askPush(): Promise<NotificationPermission> {
  const own = (window as WindowPush).pushManager
  if (own && typeof own.subscribe === 'function') {
    return own.subscribe(options()).then(
      (subscription) => keep(subscription).then((): NotificationPermission => 'granted'),
      (): NotificationPermission => Notification.permission,
    )
  }
  return Notification.requestPermission().then(async (permission) => {
    if (permission === 'granted') await subscribe()
    return permission
  })
}

async function subscribe(): Promise<void> {
  const worker = await readyWorker()
  const subscription = await worker.pushManager.subscribe(options())
  await keep(subscription)
}

async function keep(subscription: PushSubscription, formerEndpoint?: string): Promise<void> {
  await act('POST', '/push', { subscription: subscription.toJSON(), formerEndpoint })
}

const options = () => ({ userVisibleOnly: true, applicationServerKey: key ?? '' })

async function readyWorker(): Promise<ServiceWorkerRegistration> {
  await navigator.serviceWorker.register(trustedScript('/sw.js'))
  return await navigator.serviceWorker.ready
}

/** A lost or changed subscription is made again without asking while the permission stands. */
export async function keepPush(): Promise<'known' | 'lost' | 'none'> {
  if (!isKnown() || !canPush()) return 'none'
  if (Notification.permission !== 'granted') return 'lost'
  const worker = await readyWorker()
  const subscription = (await worker.pushManager.getSubscription()) ?? (await worker.pushManager.subscribe(options()))
  const answer = await fetch(`/v1/site/me?endpoint=${encodeURIComponent(subscription.endpoint)}`)
  const { data } = await answer.json()
  if (!data?.pushKnown) await keep(subscription)
  return 'known'
}
