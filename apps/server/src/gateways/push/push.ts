export type PushPlatform = 'ios' | 'android' | 'web'

export type PushMessage = {
  /** What the device registered: an FCM token, or the JSON of a Web Push subscription. */
  token: string
  platform: PushPlatform
  title: string
  body: string
  /** Read by the app when the person taps: ids only, never content. */
  data: Record<string, string>
  /** Stable per thing told: a device that gets the same key twice shows one notification (AMB-149). */
  key: string
}

/**
 * - sent: the push service took it
 * - expired: the device is gone, forget its token
 * - retry: the service did not take it now, asking again later may work
 */
export type PushResult = 'sent' | 'expired' | 'retry'

export type Push = {
  /** One result per message, in the same order. Never rejects: a device's trouble is a result, not an error. */
  send(batch: readonly PushMessage[]): Promise<PushResult[]>
}
