import { hash } from 'node:crypto'
import type { Access } from '@parvis/domain/kernel/contract'
import { isUuidV4 } from '@parvis/domain/kernel/ids'
import { refusal } from '@parvis/domain/refusals'
import type { Db } from '../db/database.ts'
import type { ActingCompany, Actor } from './actor.ts'
import { type Also, findCompany, findOwnedCompany, findWho, touchSession, type Who } from './authorize.queries.ts'

/** What a call names of a company, in the places that are read so far. */
type Places = { params?: unknown; query?: unknown; body?: unknown }
type CompanyAccess = Extract<Access, { owner: string }>

/**
 * Who calls, with the company that the address names when they own it: one statement. 401 TOKEN_NOT_FOUND without a token,
 * SESSION_UNKNOWN with a bad one; nobody where a visitor may call, or anybody. `also`: asked in that statement too.
 */
export async function authenticate(
  db: Db,
  access: Access,
  authorization: string | undefined,
  places: Places,
  also: Also,
): Promise<Who | undefined> {
  if (access === 'public' || access === 'signature') return undefined
  const token = readToken(authorization)
  if (!token) {
    if (access === 'visitor') return undefined
    throw refusal('request.token_not_found')
  }
  const who = await findWho(db, { tokenHash: hashToken(token), companyId: companyNamed(access, places) ?? null }, also)
  if (!who) {
    if (access === 'visitor') return undefined
    throw refusal('request.session_unknown')
  }
  if (who.stale) await touchSession(db, who.actor.sessionId)
  return who
}

/** 403 FORBIDDEN for whoever is not of the team where only the team may call. */
export function refuseOthers(access: Access, actor: Actor | undefined): void {
  if (access === 'super-admin' && !actor?.isSuperAdmin) throw refusal('request.forbidden')
}

/**
 * The company that the call names, when it is of the asked type and the caller owns it or may act for any; 403 FORBIDDEN
 * otherwise. Looks only at the places given: a company named in the address is checked before the body is read.
 * `owned`: theirs of that id, where `authenticate` has found it already.
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
  // Of an address, `authenticate` has looked already.
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

/** `Bearer <token>` or the bare token (AMB-07). */
function readToken(authorization: string | undefined): string | undefined {
  const token = authorization?.replace(/^Bearer(\s+|$)/i, '').trim()
  return token || undefined
}

export function hashToken(token: string): Buffer {
  return hash('sha256', token, 'buffer')
}
