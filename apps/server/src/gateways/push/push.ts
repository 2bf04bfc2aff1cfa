export type PushPlatform = 'ios' | 'android' | 'web'

export type PushMessage = {
  /** What the device registered: an FCM token, or the JSON of a Web Push subscription. */
  token: string
  platform: PushPlatform
  title: string
  body: string
  /** Read by the app when the person taps: ids only, never content. */
  data: Record<string, string>
  /** Stable per thing told: a device that gets the same key twice shows one notification. */
  key: string
  /** Where a tap leads on the residents' site; absent, the app decides. */
  navigate?: string | undefined
  /** Seconds that the push service may keep it; a day when absent. */
  ttl?: number | undefined
  urgency?: 'low' | 'normal' | 'high' | undefined
  /** A later push of the same topic replaces it, shown or not yet delivered; the key when absent. */
  topic?: string | undefined
  /** Replaces what is shown without a sound. */
  isSilent?: boolean | undefined
}

/** The page of that site which a tap opens, counted there as a visit from a notification; none where the site is not served. */
export const openedPage = (site: string | undefined, path: string): Pick<PushMessage, 'navigate'> =>
  site === undefined ? {} : { navigate: `${site}${path}#de=notification` }

/** Seconds that a notice is kept for a device that is offline: until two hours after what it speaks of, ten minutes at least. */
export const keptUntilAfter = (secondsLeft: number): number => Math.max(600, Math.ceil(secondsLeft) + 7_200)

/**
 * - sent: the push service took it
 * - expired: the device is gone, forget its token
 * - refused: the service calls the request wrong, our fault: asking again changes nothing
 * - retry: the service did not take it now, asking again later may work
 */
export type PushResult = 'sent' | 'expired' | 'refused' | 'retry'

export type Push = {
  /** One result per message, in the same order. Never rejects: a device's trouble is a result, not an error. */
  send(batch: readonly PushMessage[]): Promise<PushResult[]>
}

/** What browsers are told before they subscribe. */
export type BrowserPush = {
  /** The key that they subscribe with; null when they are not served (residents.md W-072). */
  publicKey: string | null
  /** Whether an endpoint is of a push service that is ever called. */
  isPushService(endpoint: string): boolean
}
