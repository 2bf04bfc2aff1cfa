import { randomBytes } from 'node:crypto'
import type { BrowserContext, Worker } from '@playwright/test'

/** A push service that Chromium cannot reach here: its subscription exists once it was asked for, as in a browser. */
export async function subscribeElsewhere(context: BrowserContext): Promise<string> {
  const endpoint = `https://updates.push.services.mozilla.com/wpush/v2/${randomBytes(18).toString('base64url')}`
  await context.addInitScript((address) => {
    const json = { endpoint: address, keys: { auth: 'DGv6ra1nlYgDCS1FRnbzlw', p256dh: `B${'A'.repeat(86)}` } }
    const made = { ...json, toJSON: () => json, unsubscribe: async () => true } as unknown as PushSubscription
    let known: PushSubscription | null = localStorage.getItem('allowed') ? made : null
    PushManager.prototype.subscribe = async () => {
      known = made
      return made
    }
    PushManager.prototype.getSubscription = async () => known
    // The headless browser has no notifications to allow: it says « denied » whatever it was granted.
    const permission = () => (localStorage.getItem('allowed') ?? 'default') as NotificationPermission
    Object.defineProperty(Notification, 'permission', { get: permission })
    Notification.requestPermission = async () => {
      localStorage.setItem('allowed', 'granted')
      return permission()
    }
  }, endpoint)
  return endpoint
}

type Tapped = { title: string; opened: string }

/** Hands the push to the real worker, then touches what it shows; answers what was shown and the address that opened. */
export async function tapOn(worker: Worker, payload: object | string): Promise<Tapped> {
  return await worker.evaluate(
    async (text) => {
      type Scope = EventTarget & {
        registration: ServiceWorkerRegistration
        clients: { openWindow(url: string): Promise<unknown> }
      }
      const scope = globalThis as unknown as Scope
      const settle = async (event: Event) => {
        const work: Promise<unknown>[] = []
        Object.defineProperty(event, 'waitUntil', { value: (one: Promise<unknown>) => work.push(one) })
        scope.dispatchEvent(event)
        await Promise.all(work)
      }
      const shown: Notification[] = []
      const show = scope.registration.showNotification.bind(scope.registration)
      scope.registration.showNotification = async (title, options) => {
        await show(title, options).catch(() => undefined)
        shown.push({ title, ...options, close() {} } as unknown as Notification)
      }
      const pushed = new Event('push')
      Object.defineProperty(pushed, 'data', { value: { json: () => JSON.parse(text) } })
      await settle(pushed)
      let opened = ''
      // A window opens for a finger only, which no script has.
      scope.clients.openWindow = async (url) => {
        opened = url
      }
      const tapped = new Event('notificationclick')
      Object.defineProperty(tapped, 'notification', { value: shown[0] })
      await settle(tapped)
      return { title: shown[0]?.title ?? '', opened }
    },
    typeof payload === 'string' ? payload : JSON.stringify(payload),
  )
}
