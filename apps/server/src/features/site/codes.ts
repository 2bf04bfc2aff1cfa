import { writeParisIso } from '@parvis/domain/kernel/paris-time'
import { maxCodes } from '@parvis/domain/marketing/qr-links'
import { refusal } from '@parvis/domain/refusals'
import { transaction } from '@parvis/postgres'
import type { Dependencies } from '../../dependencies.ts'
import { isBeyond, isBeyondNetworks } from '../../http/limits.ts'
import { randomCode } from '../../random-code.ts'
import { lockCompany } from '../company/index.ts'
import { addAct } from '../residents/index.ts'
import { networksOfDay, visitorOf } from '../stats/index.ts'
import { businessPath, instantPath, residentHome } from './addresses.ts'
import { findBusiness } from './businesses.queries.ts'
import { changeCode, findCode, insertCode, isOwnInstant, listCodes } from './codes.queries.ts'
import { caching, redirect } from './hosts/page-answer.ts'
import { listTimesOfInstant } from './instants.queries.ts'
import type { PageRead } from './pages/reading.ts'
import { notFound } from './pages/show-message.ts'

/** The counted codes of a company as they travel: every call answers the whole list (residents.md 15.12). */
export async function presentCodes({ db, config }: Dependencies, companyId: string) {
  return (await listCodes(db, companyId)).map(({ instantId, createdAt, ...code }) => ({
    ...code,
    url: `${residentHome(config)}/q/${code.code}`,
    target: { kind: instantId === null ? ('page' as const) : ('instant' as const), instantId },
    createdAt: writeParisIso(createdAt),
  }))
}

/** One code more: 20 at most, judged under the company's lock. */
export async function addCode(
  deps: Dependencies,
  companyId: string,
  { label, instantId }: { label: string; instantId?: number | null | undefined },
) {
  await transaction(deps.db, async (tx) => {
    await lockCompany(tx, companyId)
    if ((await listCodes(tx, companyId)).length >= maxCodes) throw refusal('site.code_limit')
    if (typeof instantId === 'number' && !(await isOwnInstant(tx, companyId, instantId)))
      throw refusal('request.not_found')
    await insertCode(tx, { code: randomCode(), companyId, instantId: instantId ?? null, label })
  })
  return await presentCodes(deps, companyId)
}

export async function updateCode(
  deps: Dependencies,
  companyId: string,
  code: string,
  change: { label?: string | undefined; active?: boolean | undefined },
) {
  const changed = await transaction(deps.db, (tx) => changeCode(tx, companyId, code.toLowerCase(), change))
  if (!changed) throw refusal('request.not_found')
  return await presentCodes(deps, companyId)
}

const scans = { name: 'scans', max: 120, seconds: 60 }
const onceADay = { name: 'scan-once', max: 1, seconds: 86_400 }

/** One scan of a code a day and viewer, 120 a minute of an address: whoever reads it again is led on all the same. */
async function isScan({ db, config }: Dependencies, code: string, ip: string): Promise<boolean> {
  const networks = await networksOfDay(db, ip)
  if (await isBeyondNetworks(db, config, scans, networks)) return false
  return !(await isBeyond(db, config, onceADay, `${code.toLowerCase()} ${visitorOf(networks)}`))
}

/** `/q/{code}`: counts a scan and leads on, with the source where no cache keys on it. */
export async function scanCode(deps: Dependencies, code: string, ip: string): Promise<PageRead> {
  const found = await findCode(deps.db, code)
  const business = found && (await findBusiness(deps.db, found.companyId))
  if (!found || !business) return notFound()
  const [instant] = found.instantId === null ? [] : await listTimesOfInstant(deps.db, { instantId: found.instantId })
  if (found.active && (await isScan(deps, code, ip)))
    await addAct(deps.db, {
      companyId: business.id,
      instantId: found.instantId ?? 0,
      act: 'scan',
      source: code.toLowerCase(),
    })
  const path = instant ? instantPath(business, instant) : businessPath(business)
  return redirect(302, `${residentHome(deps.config)}${path}#de=${code.toLowerCase()}`, caching.never)
}
