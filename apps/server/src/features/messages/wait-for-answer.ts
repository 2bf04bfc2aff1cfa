import { refusal, refusals } from '@parvis/domain/refusals'
import type { Discussion } from './discussions.queries.ts'
import type { Exchange } from './exchange.queries.ts'

const maxBeforeAnswer = 3

/** What waits for the answer of the business: three messages written before it, or a picture alone. */
const awaiting = ({ isAnswered, written }: Exchange) =>
  isAnswered ? null : written >= maxBeforeAnswer ? 'site.wait_for_answer' : 'site.picture_not_yet'

/** The sentence of what waits for the answer of that shop, by its name (appendix A); null once it came. */
export function awaitingText(exchange: Exchange, shop: string): string | null {
  const key = awaiting(exchange)
  return key && refusals[key].text.replace('le commerce', shop).replace('Le commerce', shop)
}

/**
 * Before the business answers, a resident of the site writes three messages and no picture; judged under the lock of the
 * conversation.
 */
export function refuseWaiting(exchange: Exchange, { companyName }: Discussion, hasPicture = false): void {
  const key = awaiting(exchange)
  if (key === 'site.wait_for_answer' || (key && hasPicture))
    throw refusal(key, { message: awaitingText(exchange, companyName) ?? '' })
}
