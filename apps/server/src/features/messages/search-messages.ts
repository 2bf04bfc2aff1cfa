import { writeParisIso } from '@parvis/domain/kernel/paris-time'
import { displayName } from '@parvis/domain/kernel/person'
import { refuseFields } from '@parvis/domain/refusals'
import type { Dependencies } from '../../dependencies.ts'
import { listOfCompany } from './conversations.queries.ts'
import { presentCompanyList } from './list-discussions.ts'
import { countClosedHits, type Found, findWords, readWords } from './search.queries.ts'

const page = 20

/**
 * The messages and notes of a company that hold all the words, newest first, 20 a page. Those of conversations that the plan
 * does not open are only counted.
 */
export async function searchMessages(
  deps: Dependencies,
  companyId: string,
  { q, before }: { q: string; before?: string | undefined },
) {
  const { db } = deps
  const words = await readWords(db, q)
  const search = { companyId, words, closed: await listClosed(deps, companyId), before: readCursor(before) }
  const isAsked = words.length > 0
  const found = isAsked ? await findWords(db, search) : []
  const last = found[page - 1]
  return {
    results: found.slice(0, page).map(present),
    beyondPlan: isAsked && search.closed.length > 0 ? await countClosedHits(db, search) : 0,
    indexedSince: null,
    next: found.length > page && last ? `${last.at}_${last.key}` : null,
  }
}

async function listClosed({ db, config }: Dependencies, companyId: string): Promise<string[]> {
  // No limit: a conversation that is missing here would be searched although the plan closes it.
  const rows = await listOfCompany(db, companyId, { max: Number.MAX_SAFE_INTEGER })
  return presentCompanyList(config, rows, {}).flatMap(({ uuid, disabled }) => (disabled ? [uuid] : []))
}

function readCursor(before: string | undefined) {
  if (!before) return undefined
  const [, at = '', key = ''] = /^(\d{1,17})_(-?\d{1,15})$/.exec(before) ?? []
  if (!at) refuseFields({ before: 'invalid' })
  return { at, key: Number(key) }
}

function present({ discussionId, messageId, saidAt, text, fromCompany, firstName, lastName }: Found) {
  return {
    discussionId,
    label: displayName(firstName, lastName),
    messageId,
    kind: messageId === null ? ('note' as const) : ('message' as const),
    sendAt: writeParisIso(saidAt),
    from: fromCompany ? ('company' as const) : ('resident' as const),
    text,
  }
}
