import { createHash } from 'node:crypto'
import type { PushMessage } from './push.ts'

/** A day: an offer of yesterday wakes nobody. */
export const daySeconds = 86_400

/**
 * What a browser is told, as Declarative Web Push writes it (residents.md W-078): Safari shows it by itself, our worker
 * elsewhere. 3,000 bytes at most once encrypted: a long text is cut.
 */
export function declarativePayload(message: PushMessage) {
  const { title, body, data, navigate = '' } = message
  return {
    web_push: 8030,
    notification: {
      title: title.slice(0, 200),
      body: body.slice(0, 600),
      lang: 'fr',
      navigate,
      tag: topicOf(message),
      icon: URL.canParse(navigate) ? `${new URL(navigate).origin}/icons/192.png` : undefined,
      silent: message.isSilent ?? false,
    },
    data,
  }
}

/** Replaces what has the same one; 32 characters of base64url at most (RFC 8030): a key, or a longer topic, is hashed. */
export function topicOf({ topic, key }: Pick<PushMessage, 'topic' | 'key'>): string {
  const name = topic?.replace(uuidHyphens, '') ?? ''
  if (/^[\w-]{1,32}$/.test(name)) return name
  return createHash('sha256')
    .update(topic ?? key)
    .digest('base64url')
    .slice(0, 32)
}

/** A UUID has 32 digits once its hyphens are left out. */
const uuidHyphens = /-(?=[\da-f]{4}-|[\da-f]{12}$)/g

/** Apple's servers ask for the type that names the shape; the others want bytes. `asApple`: a simulator of theirs. */
export function contentTypeOf(host: string, asApple = false): string {
  return asApple || /(^|\.)push\.apple\.com$/.test(host) ? 'application/notification+json' : 'application/octet-stream'
}
