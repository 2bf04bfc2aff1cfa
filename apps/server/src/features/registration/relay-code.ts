import type { Dependencies } from '../../dependencies.ts'
import { countAgainstLimit } from '../../http/limits.ts'

const sameCode = { name: 'registry-relay-code', most: 1, seconds: 3_600 }
const overall = { name: 'registry-relay', most: 60, seconds: 3_600 }

/**
 * Posts a looked-up code to the team's chat and does not wait for it, so that the answer never depends on the chat
 * (AMB-20). Only what has the shape of a code is posted, the same one once an hour, sixty in all (AMB-148).
 */
export function relayCode(deps: Dependencies, typed: string): void {
  const code = typed.replace(/\s/g, '').toUpperCase()
  if (!deps.gateways.chatWebhook.active || !/^[A-Z0-9]{9,14}$/.test(code)) return
  void post(deps, code).catch(() => undefined)
}

async function post({ db, config, gateways }: Dependencies, code: string): Promise<void> {
  // The same code stays at one whatever the limits: a repeated search tells the team nothing new.
  await countAgainstLimit(db, { rateLimits: 'strict' }, sameCode, code)
  await countAgainstLimit(db, config, overall, 'all')
  await gateways.chatWebhook.post(`Recherche du numéro ${code}`)
}
