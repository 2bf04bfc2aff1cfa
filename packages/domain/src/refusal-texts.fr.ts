import { accessRefusalTexts } from './access/access.refusals.fr.ts'
import { requestRefusalTexts } from './kernel/request.refusals.fr.ts'
import type { RefusalKey } from './refusals.ts'

/** The French sentence of every refusal: a missing one does not compile. */
export const refusalTexts: Record<RefusalKey, string> = {
  ...requestRefusalTexts,
  ...accessRefusalTexts,
}
