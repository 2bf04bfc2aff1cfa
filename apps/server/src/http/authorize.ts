import { hash } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import type { Access } from '@parvis/domain/kernel/contract'
import { isUuidV4 } from '@parvis/domain/kernel/ids'
import { isAtLeast, type Role, roles } from '@parvis/domain/kernel/roles'
import { refusal } from '@parvis/domain/refusals'
import { noteSecret } from '../admission/requester.ts'
import type { Db } from '../db/database.ts'
import type { Dependencies } from '../dependencies.ts'
import type { ActingCompany, Actor } from './actor.ts'
import {
  type AskedWho,
  type CallerSession,
  findActingCompany,
  findCompany,
  isOfficialHall,
  selectSession,
  touchSession,
} from './authorize.queries.ts'
import { readToken } from './bearer-token.ts'
import { type Also, type AnsweredToo, findCaller } from './caller.queries.ts'

/**
 * The authenticated caller, the company that the call names, or whose object it names, when the caller is a member of it today, and
 * what was asked in the same statement.
 */
type Who = { actor: Actor; company: ActingCompany | undefined } & AnsweredToo

/** The parts of a request (params, query, body) in which a call may name a company, as far as they are parsed. */
type Parts = { params?: unknown; query?: unknown; body?: unknown }
type Asking = { actor: Actor | undefined; member: ActingCompany | undefined }
type CompanyAccess = Extract<Access, { company: string }>

/**
 * Authenticates the caller in one statement, with their role in the company that the path names, or whose object it
 * names. 401 TOKEN_NOT_FOUND without a token, SESSION_UNKNOWN for an unknown one; undefined where a visitor may call.
 * `also`: what is read in the same statement.
 */
export async function authenticate(
  { db, config }: Pick<Dependencies, 'db' | 'config'>,
  access: Access,
  headers: IncomingHttpHeaders,
  parts: Parts,
  also: Also,
): Promise<Who | undefined> {
  if (access === 'public' || access === 'signature') return undefined
  const token = readToken(headers)
  if (!token) {
    if (access === 'visitor') return undefined
    throw refusal('request.token_not_found')
  }
  const asked = { tokenHash: hashToken(token), ...askedOf(access, parts) }
  const found = await findCaller(db, selectSession[asked.named], asked, also)
  noteSecret(token, found !== undefined)
  if (!found) {
    if (access === 'visitor') return undefined
    throw refusal('request.session_unknown')
  }
  const { caller, ...answers } = found
  const { stale, ...who } = caller
  if (stale) await touchSession(db, who.sessionId)
  // Strict: a stolen SIM alone makes no super admin (team.md U-D15).
  if (config.secondProof === 'strict' && !who.byPasskey) who.isSuperAdmin = false
  return { ...actorOf(who), ...answers }
}

function actorOf({ memberOf, ofType: type, role, ...actor }: Omit<CallerSession, 'stale'>) {
  return { actor, company: memberOf && type && role ? { id: memberOf, type, role } : undefined }
}

/** 403 FORBIDDEN on super-admin calls for anybody else. */
export function refuseOthers(access: Access, actor: Actor | undefined): void {
  if (access === 'super-admin' && !actor?.isSuperAdmin) throw refusal('request.forbidden')
}

/**
 * The company that the call names, when its type is allowed and the caller is a member of it or may act for any; 403 FORBIDDEN
 * otherwise, ROLE_FORBIDDEN for a member below the least role, also of the company of an instant or a service that the path names.
 * Looks only at the parts given, so that a company in the path is checked before the body is read. `member`: that company, where
 * `authenticate` has read it already.
 */
export async function authorizeCompany(
  db: Db,
  access: Access,
  caller: Asking,
  parts: Parts,
): Promise<ActingCompany | undefined> {
  if (caller.member && isThrough(access)) refuseBelow(caller.member.role, access.atLeast)
  if (!namesCompany(access) || !(partOf(access) in parts)) return undefined
  const companyId = companyNamed(access, parts)?.toLowerCase()
  const company = await findActing(db, access, caller, companyId)
  if (!company || !isOfType(access, company)) throw refusal('request.forbidden')
  refuseBelow(company.role ?? access.atLeast, access.atLeast)
  await refuseOtherHalls(db, access, company)
  return company
}

async function refuseOtherHalls(db: Db, { officialHall }: CompanyAccess, { id }: ActingCompany): Promise<void> {
  if (officialHall && !(await isOfficialHall(db, id))) throw refusal('municipality.not_town_hall')
}

/** 403 FORBIDDEN for who has no role in the company today, ROLE_FORBIDDEN below the least one. */
export function refuseBelow(role: Role | undefined, least: Role): void {
  if (!role) throw refusal('request.forbidden')
  if (!isAtLeast(role, least)) throw refusal('request.role_forbidden')
}

const isOfType = ({ type }: CompanyAccess, company: ActingCompany) => type === undefined || company.type === type

const namesCompany = (access: Access): access is CompanyAccess => typeof access === 'object' && 'company' in access

const isThrough = (access: Access): access is Extract<Access, { atLeast: Role; through: string }> =>
  typeof access === 'object' && 'through' in access && 'atLeast' in access

async function findActing(
  db: Db,
  { company, orSuperAdmin }: CompanyAccess,
  { actor, member: known }: Asking,
  companyId: string | undefined,
) {
  if (!actor || !companyId) return undefined
  if (known?.id === companyId) return known
  // `authenticate` has already looked up the company of the path.
  const member = company.startsWith('body.') ? await findActingCompany(db, actor.userId, companyId) : undefined
  return member ?? (orSuperAdmin && actor.isSuperAdmin ? await findCompany(db, companyId) : undefined)
}

const partOf = ({ company }: CompanyAccess) => company.split('.')[0] as keyof Parts

function askedOf(access: Access, parts: Parts): Pick<AskedWho, 'named' | 'id'> {
  const companyId = companyNamed(access, parts)
  if (companyId) return { named: 'company', id: companyId }
  const id = (parts.params as { id?: string } | undefined)?.id ?? ''
  // Every member has the least role: their membership, which the call checks itself, says as much.
  const asksRole = isThrough(access) && access.atLeast !== roles[0]
  const isNamed = asksRole && (access.through === 'instant' || access.through === 'service') && isId(id)
  return isNamed ? { named: access.through as 'instant' | 'service', id } : { named: 'nothing', id: null }
}

const isId = (written: string) => /^[1-9]\d{0,14}$/.test(written)

function companyNamed(access: Access, parts: Parts): string | undefined {
  if (!namesCompany(access)) return undefined
  const [, key = ''] = access.company.split('.')
  const value = (parts[partOf(access)] as Record<string, unknown> | undefined)?.[key]
  return typeof value === 'string' && isUuidV4(value) ? value : undefined
}

export function hashToken(token: string): Buffer {
  return hash('sha256', token, 'buffer')
}
