import type { Outbox, OutboxEntry } from '../outbox.ts'
import type { Push, PushMessage } from './push.ts'

const ROWS_AT_ONCE = 1000

/** Sends nothing: each notification becomes an outbox row, a thousand rows at a time. */
export function createEmbeddedPush(outbox: Outbox): Push {
  return {
    async send(batch) {
      for (let from = 0; from < batch.length; from += ROWS_AT_ONCE) {
        await putAll(outbox, batch.slice(from, from + ROWS_AT_ONCE).map(toEntry))
      }
      return batch.map(() => 'sent')
    },
  }
}

async function putAll(outbox: Outbox, entries: OutboxEntry[]): Promise<void> {
  if (outbox.putAll) await outbox.putAll(entries)
  else for (const entry of entries) await outbox.put(entry)
}

function toEntry({ token, platform, title, body, data, key }: PushMessage): OutboxEntry {
  return { kind: 'push', to: token, text: `${title}\n${body}`, payload: { platform, title, body, data, key } }
}
