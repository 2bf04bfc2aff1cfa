import { hash } from 'node:crypto'
import type { Access } from '@parvis/domain/kernel/contract'
import { isUuidV4 } from '@parvis/domain/kernel/uuid'
import { refusal } from '@parvis/domain/refusals'
import type { Db } from '../db/database.ts'
import type { ActingCompany, Actor } from './actor.ts'
import { findCompany, findOwnedCompany, findSession, touchSession } from './authorize.queries.ts'

/** The session's person; 401 TOKEN_NOT_FOUND without a token, SESSION_UNKNOWN with a bad one. */
export async function authenticate(
  db: Db,
  access: Access,
  authorization: string | undefined,
): Promise<Actor | undefined> {
  if (access === 'public' || access === 'signature') return undefined
  const token = readToken(authorization)
  if (!token) {
    if (access === 'visitor') return undefined
    throw refusal('request.token_not_found')
  }
  const session = await findSession(db, hashToken(token))
  if (!session) {
    if (access === 'visitor') return undefined
    throw refusal('request.session_unknown')
  }
  const { stale, ...actor } = session
  if (stale) await touchSession(db, actor.sessionId)
  return actor
}

/** 403 FORBIDDEN for whoever is not of the team where only the team may call. */
export function refuseOthers(access: Access, actor: Actor | undefined): void {
  if (access === 'super-admin' && !actor?.isSuperAdmin) throw refusal('request.forbidden')
}

type Places = { params?: unknown; query?: unknown; body?: unknown }

/**
 * The company that the call names, when the caller may act for it; 403 FORBIDDEN otherwise. Looks only at the places
 * given: a company named in the path is checked before the body is read.
 */
export async function authorizeCompany(
  db: Db,
  access: Access,
  actor: Actor | undefined,
  places: Places,
): Promise<ActingCompany | undefined> {
  if (typeof access === 'string' || !('owner' in access)) return undefined
  const [place = '', key = ''] = access.owner.split('.')
  if (!(place in places)) return undefined
  const companyId = companyIdIn(places[place as keyof Places], key)
  if (!actor || !companyId) throw refusal('request.forbidden')

  const company = await findActing(db, access, actor, companyId)
  if (!company) throw refusal('request.forbidden')
  return company
}

type CompanyAccess = Extract<Access, { owner: string }>

/** The company, when it is of the asked type and the caller owns it or may act for any. */
async function findActing(db: Db, { type, orSuperAdmin }: CompanyAccess, actor: Actor, companyId: string) {
  const owned = await findOwnedCompany(db, actor.userId, companyId)
  const company = owned ?? (orSuperAdmin && actor.isSuperAdmin ? await findCompany(db, companyId) : undefined)
  return type === undefined || company?.type === type ? company : undefined
}

function companyIdIn(holder: unknown, key: string): string | undefined {
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
