import { hash } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import type { Access } from '@parvis/domain/kernel/contract'
import { isUuidV4 } from '@parvis/domain/kernel/ids'
import { refusal } from '@parvis/domain/refusals'
import { noteSecret } from '../admission/requester.ts'
import type { Db } from '../db/database.ts'
import type { ActingCompany, Actor } from './actor.ts'
import { type Also, findCompany, findOwnedCompany, findWho, touchSession } from './authorize.queries.ts'
import { readToken } from './bearer-token.ts'
import type { Who } from './caller.queries.ts'

/** The places of a request (params, query, body) in which a call may name a company, as far as they are parsed. */
type Places = { params?: unknown; query?: unknown; body?: unknown }
type CompanyAccess = Extract<Access, { owner: string }>

/**
 * Authenticates the caller in one statement, with the company that the path names when they own it. 401 TOKEN_NOT_FOUND without a
 * token, SESSION_UNKNOWN for an unknown one; undefined where a visitor may call. `also`: what is read in the same statement.
 */
export async function authenticate(
  db: Db,
  access: Access,
  headers: IncomingHttpHeaders,
  places: Places,
  also: Also,
): Promise<Who | undefined> {
  if (access === 'public' || access === 'signature') return undefined
  const token = readToken(headers)
  if (!token) {
    if (access === 'visitor') return undefined
    throw refusal('request.token_not_found')
  }
  const who = await findWho(db, { tokenHash: hashToken(token), companyId: companyNamed(access, places) ?? null }, also)
  noteSecret(token, who !== undefined)
  if (!who) {
    if (access === 'visitor') return undefined
    throw refusal('request.session_unknown')
  }
  if (who.stale) await touchSession(db, who.actor.sessionId)
  return who
}

/** 403 FORBIDDEN on super-admin calls for anybody else. */
export function refuseOthers(access: Access, actor: Actor | undefined): void {
  if (access === 'super-admin' && !actor?.isSuperAdmin) throw refusal('request.forbidden')
}

/**
 * The company that the call names, when its type is allowed and the caller owns it or may act for any; 403 FORBIDDEN otherwise.
 * Looks only at the places given, so that a company in the path is checked before the body is read. `owned`: that company, where
 * `authenticate` has read it already.
 */
export async function authorizeCompany(
  db: Db,
  access: Access,
  { actor, owned }: { actor: Actor | undefined; owned: ActingCompany | undefined },
  places: Places,
): Promise<ActingCompany | undefined> {
  if (!namesCompany(access) || !(placeOf(access) in places)) return undefined
  const companyId = companyNamed(access, places)?.toLowerCase()
  if (!actor || !companyId) throw refusal('request.forbidden')
  const company = owned?.id === companyId ? owned : await findActing(db, access, actor, companyId)
  if (!company || !isOfType(access, company)) throw refusal('request.forbidden')
  return company
}

const isOfType = ({ type }: CompanyAccess, company: ActingCompany) => type === undefined || company.type === type

const namesCompany = (access: Access): access is CompanyAccess => typeof access === 'object' && 'owner' in access

async function findActing(db: Db, { owner, orSuperAdmin }: CompanyAccess, actor: Actor, companyId: string) {
  // `authenticate` has already looked up the company of the path.
  const owned = owner.startsWith('body.') ? await findOwnedCompany(db, actor.userId, companyId) : undefined
  return owned ?? (orSuperAdmin && actor.isSuperAdmin ? await findCompany(db, companyId) : undefined)
}

const placeOf = ({ owner }: CompanyAccess): string => owner.split('.')[0] ?? ''

function companyNamed(access: Access, places: Places): string | undefined {
  if (!namesCompany(access)) return undefined
  const [, key = ''] = access.owner.split('.')
  const holder = places[placeOf(access) as keyof Places]
  if (typeof holder !== 'object' || holder === null) return undefined
  const value: unknown = Object.entries(holder).find(([name]) => name === key)?.[1]
  return typeof value === 'string' && isUuidV4(value) ? value : undefined
}

export function hashToken(token: string): Buffer {
  return hash('sha256', token, 'buffer')
}
