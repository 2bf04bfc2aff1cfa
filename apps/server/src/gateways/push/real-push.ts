import type { HttpContext } from '../http-client.ts'
import { createFcmPush } from './fcm-push.ts'
import type { Push, PushMessage, PushResult } from './push.ts'
import type { PushSettings } from './push-settings.ts'
import { createWebPush } from './web-push.ts'

const AT_ONCE = 60

/** Browsers by Web Push, telephones by FCM; a platform without a provider gets 'retry' and a line in the log. */
export function createRealPush(settings: Extract<PushSettings, { provider: 'real' }>, context: HttpContext): Push {
  const web = settings.webPush ? createWebPush(settings.webPush, context) : undefined
  const telephone = settings.fcm ? createFcmPush(settings.fcm, context) : undefined
  return {
    async send(batch) {
      const senderOf = ({ platform }: PushMessage) => (platform === 'web' ? web : telephone)
      const orphans = batch.filter((message) => !senderOf(message)).length
      if (orphans > 0) context.log.warn({ gateway: 'push', devices: orphans }, 'no push provider for these devices')
      return await mapAtOnce(batch, AT_ONCE, async (message) => (await senderOf(message)?.(message)) ?? 'retry')
    },
  }
}

async function mapAtOnce(
  batch: readonly PushMessage[],
  atOnce: number,
  send: (message: PushMessage) => Promise<PushResult>,
): Promise<PushResult[]> {
  const results: PushResult[] = []
  const waiting = batch.entries()
  const work = async () => {
    // One shared iterator: each worker takes the next message that nobody has.
    for (const [at, message] of waiting) results[at] = await send(message)
  }
  await Promise.all(Array.from({ length: Math.min(atOnce, batch.length) }, work))
  return results
}
