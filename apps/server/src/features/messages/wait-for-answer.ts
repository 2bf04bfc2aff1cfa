import { refusal, refusals } from '@parvis/domain/refusals'
import type { Discussion } from './discussions.queries.ts'
import type { Exchange } from './exchange.queries.ts'

const maxBeforeAnswer = 3

/**
 * Before the business answers, a resident of the site writes three messages and no picture; judged under the lock of the
 * conversation.
 */
export function refuseWaiting(
  { isAnswered, written }: Exchange,
  { companyName }: Discussion,
  hasPicture = false,
): void {
  if (isAnswered) return
  if (written >= maxBeforeAnswer) throw refusalOf(companyName, 'site.wait_for_answer')
  if (hasPicture) throw refusalOf(companyName, 'site.picture_not_yet')
}

/** With the name of the shop in its sentence (appendix A). */
const refusalOf = (name: string, key: 'site.wait_for_answer' | 'site.picture_not_yet') =>
  refusal(key, { message: refusals[key].text.replace('le commerce', name).replace('Le commerce', name) })
