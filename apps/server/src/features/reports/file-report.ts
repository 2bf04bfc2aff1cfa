import type { Body } from '@parvis/domain/kernel/contract'
import { isUuidV4 } from '@parvis/domain/kernel/ids'
import { reportReceipt } from '@parvis/domain/notices/letter.fr'
import { refuseFields } from '@parvis/domain/refusals'
import { checkReport } from '@parvis/domain/reports/report'
import type { siteReportsContract } from '@parvis/domain/reports/reports.contract'
import { transaction } from '@parvis/postgres'
import { addressNetworks } from '../../admission/networks.ts'
import type { Config } from '../../config.ts'
import type { Db, Transaction } from '../../db/database.ts'
import type { Dependencies } from '../../dependencies.ts'
import { countAgainstNetworks, isBeyond } from '../../http/limits.ts'
import { siteHosts } from '../../http/site-hosts.ts'
import { randomCode } from '../../random-code.ts'
import { enqueueMail, hashAddress } from '../notices/index.ts'
import { findAddress, noTown, residentHome, townOfSlug } from '../towns/index.ts'
import {
  findSeenBusiness,
  findSeenCode,
  findSeenInstant,
  findSeenService,
  findSeenTalk,
  insertReport,
  type Target,
} from './reports.queries.ts'

type TypedReport = Body<typeof siteReportsContract.reportOnSite>

const reportsOfAddress = { name: 'reports', max: 10, seconds: 3_600 }
const codeLength = 12

/**
 * Keeps a report with the thing as it is now, and answers the code of its follow-up page. Anonymous reports count: name and
 * e-mail are optional. 429 beyond ten an hour from an address, 400 for unlawful content without words or good faith.
 */
export async function fileReport(
  deps: Dependencies,
  typed: TypedReport,
  from: { ip: string; userId: number | undefined },
): Promise<{ code: string }> {
  const { db, config } = deps
  await countAgainstNetworks(db, config, reportsOfAddress, addressNetworks(from.ip))
  refuseFields(checkReport(typed))
  const target = (await findTarget(deps, typed.address, from.userId)) ?? nothing
  return await keepReport(deps, typed, target)
}

const nothing: Target = { kind: 'other', companyId: null, targetId: null, seen: {} }

/** Writes the report and, when it left an e-mail and mail can leave, the order of its receipt in one transaction. */
export async function keepReport({ db, config, gateways }: Dependencies, typed: TypedReport, target: Target) {
  const code = randomCode(codeLength)
  const { reason, text, address, name, email } = typed
  await transaction(db, async (tx) => {
    await insertReport(tx, {
      code,
      reason,
      text,
      address,
      ...target,
      name: name || null,
      email: email || null,
    })
    if (!email || !gateways.mail.isServed || !(await mayReceive(tx, config, email))) return
    const letter = reportReceipt(code, config.publicUrl)
    await enqueueMail(tx, { key: `report-${code}`, to: { address: email }, letter }, 'receipts')
  })
  return { code }
}

const receiptsOfAddress = { name: 'receipts-address', max: 1, seconds: 86_400 }
const receipts = { name: 'receipts', max: 20, seconds: 3_600 }

/**
 * Whoever files a report types any address: one letter a day for it, whoever asks, and twenty an hour in all. The page of the report
 * shows its code anyway.
 */
async function mayReceive(tx: Transaction, config: Config, email: string): Promise<boolean> {
  const recipient = hashAddress(config, email).toString('base64url')
  if (await isBeyond(tx, config, receiptsOfAddress, recipient)) return false
  return !(await isBeyond(tx, config, receipts, 'all'))
}

/** The thing shown at an address of the residents' sites; undefined for any other address. */
async function findTarget(
  { db, config }: Dependencies,
  address: string,
  userId: number | undefined,
): Promise<Target | undefined> {
  const base = residentHome(config)
  if (!URL.canParse(address, base)) return undefined
  const { host, pathname, hash } = new URL(address, base)
  const words = pathname.toLowerCase().split('/').filter(Boolean)
  const site = siteHosts(config)(host)
  if (site.kind === 'premium') {
    const id = words[0] && numberAtEnd(words[0])
    return id ? await findSeenInstant(db, id) : await findSeenBusiness(db, { subdomain: site.subdomain })
  }
  if (host !== new URL(base).host) return undefined
  return words[0] === 'mes-messages'
    ? await findTalk(db, { id: words[1] ?? '', hash, userId })
    : await findOfTown(db, words)
}

const numberAtEnd = (word: string): number | undefined => Number(/-(\d{1,15})$/.exec(word)?.[1]) || undefined

async function findTalk(db: Db, { id, hash, userId }: { id: string; hash: string; userId: number | undefined }) {
  if (userId === undefined || !isUuidV4(id)) return undefined
  const message = /^#message-(\d{1,15})$/.exec(hash)?.[1]
  const messageId = message === undefined ? undefined : Number(message)
  return await findSeenTalk(db, id, { userId, side: 'resident', messageId })
}

async function findOfTown(db: Db, [first = '', second, third = '']: readonly string[]): Promise<Target | undefined> {
  if (second === undefined) return undefined
  if (first === 'q') return await findSeenCode(db, second)
  const id = numberAtEnd(third)
  if (id) return await (second === 'services' ? findSeenService : findSeenInstant)(db, id)
  const town = townOfSlug(first)?.code ?? noTown
  const found = await findAddress(db, town, second)
  return found && (await findSeenBusiness(db, { companyId: found.companyId }))
}
