import { createHash } from 'node:crypto'
import { deviceName } from '@parvis/domain/access/device-name'
import { type Access, type Endpoint, methodOf, type ResidentAccess } from '@parvis/domain/kernel/contract'
import { keepsEffects, Refusal, refusal } from '@parvis/domain/refusals'
import { unknownDevice } from '@parvis/domain/site/site.refusals.fr'
import { unitOfWork } from '@parvis/postgres'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { addressNetworks } from '../admission/networks.ts'
import { noteSecret } from '../admission/requester.ts'
import type { Transaction } from '../db/database.ts'
import type { Dependencies } from '../dependencies.ts'
import type { Resident } from './actor.ts'
import { type Also, type AnsweredToo, findCaller } from './caller.queries.ts'
import { type KeyScope, selectAnswer, storeAnswer } from './idempotency.queries.ts'
import { sameBody } from './idempotency.ts'
import type { Json } from './json-answers.ts'
import { countAgainstNetworks, relaxed, returnNetworkUse } from './limits.ts'
import { requireProof } from './proof-of-work.ts'
import { forgetDevice, hashDeviceSecret, keepDevice, newDeviceSecret, readDeviceSecret } from './resident-cookie.ts'
import {
  deleteResident,
  insertDevice,
  insertResident,
  isLiveSubdomain,
  keepFirstKey,
  lockFirstKey,
  renewDevice,
  selectDevice,
  touchDevice,
} from './resident-door.queries.ts'
import { isResidentHost, siteHosts } from './site-hosts.ts'

const residentAccesses: readonly Access[] = ['resident', 'new-resident', 'anyone'] satisfies ResidentAccess[]
export const isForResidents = (access: Access): boolean => residentAccesses.includes(access)

/**
 * Authenticates a caller of the residents' door: 404 on any other host, 403 for a changing call from another origin, 401
 * without a cookie where one is needed, or with a retired one. A bearer token is ignored here.
 */
export async function admitResident(
  deps: Dependencies,
  endpoint: Endpoint,
  { request, reply }: Exchange,
  also: Also,
): Promise<KnownResident | undefined> {
  const { config } = deps
  const { access, origins } = endpoint
  if (!isResidentHost(config, request)) throw refusal('request.not_found')
  if (methodOf(endpoint) !== 'GET' && origins !== 'all') await refuseOrigin(deps, request, origins === 'premium')
  const resident = await readResident(deps, { request, reply }, also)
  if (resident === 'unknown') {
    if (access === 'anyone') return undefined
    forgetDevice(config, reply)
    throw refusal('request.session_unknown', {
      message: unknownDevice[access === 'resident' ? 'elsewhere' : 'retired'],
    })
  }
  if (!resident && access === 'resident') throw refusal('request.token_not_found', { message: unknownDevice.elsewhere })
  return resident
}

type Exchange = { request: FastifyRequest; reply: FastifyReply }
/** The resident of a call, with what was asked for in the same statement. */
type KnownResident = { actor: Resident } & AnsweredToo

/**
 * The resident of the request's cookie, with what `also` asks in the same statement. The cookie's life is extended at most every 30
 * days, on answers to that resident only.
 */
export async function readResident(
  { db, config }: Pick<Dependencies, 'db' | 'config'>,
  { request, reply }: Exchange,
  also: Also = {},
): Promise<KnownResident | 'unknown' | undefined> {
  const secret = readDeviceSecret(config, request)
  if (!secret) return undefined
  const found = await findCaller(db, selectDevice, { secretHash: hashDeviceSecret(secret) }, also)
  noteSecret(secret, found !== undefined)
  if (!found) return 'unknown'
  const { caller, ...asked } = found
  const { isStale, isOld, ...actor } = caller
  const { deviceId } = actor
  if (isOld && (await renewDevice(db, deviceId))) keepDevice(config, reply, secret)
  else if (isStale) await touchDevice(db, deviceId)
  return { actor, ...asked }
}

/**
 * Runs a resident's write. One that fails while this device was joined to another person is run again as that person; once the device
 * is erased the caller is unknown.
 */
export async function answerKnownResident(
  deps: Dependencies,
  { request, reply, actor }: Exchange & { actor: Resident },
  run: (joined?: Resident) => Promise<Json>,
): Promise<Json> {
  try {
    return await run()
  } catch (error) {
    const now = await readResident(deps, { request, reply })
    if (now === 'unknown' || now === undefined) {
      forgetDevice(deps.config, reply)
      throw refusal('request.session_unknown', { message: unknownDevice.retired })
    }
    if (now.actor.userId === actor.userId) throw error
    return await run(now.actor)
  }
}

async function refuseOrigin({ db, config }: Dependencies, request: FastifyRequest, orPremium: boolean): Promise<void> {
  const { origin } = request.headers
  if (origin === config.residentUrl) return
  if (orPremium && origin && URL.canParse(origin)) {
    const site = siteHosts(config)(new URL(origin).host)
    if (site.kind === 'premium' && (await isLiveSubdomain(db, site.subdomain))) return
  }
  throw refusal('request.forbidden')
}

const newResidents = { name: 'new-residents', max: 1_000, seconds: 3_600 }
/**
 * New residents of one address in an hour before a proof of work is asked: mobile networks put many people behind one address.
 */
const newWithoutProof = 120
/** Here a code by SMS is the proof instead. */
const provedByPhone = 'POST /v1/site/phone'

export type FirstAct = { route: string; key: string | undefined; bodyHash: Buffer }

/**
 * Runs the act that creates a resident: the person, the device, the effect and the stored answer are one transaction, so that a
 * refused act leaves nobody. A retry under the same key within ten minutes joins the resident made before, with a device and a
 * cookie of its own; another body under that key is 409 IDEMPOTENCY_MISMATCH.
 */
export async function answerNewResident(
  { db, config }: Dependencies,
  { request, reply, body }: { request: FastifyRequest; reply: FastifyReply; body: unknown },
  { route, key, bodyHash }: FirstAct,
  run: (resident: Resident) => Promise<Json>,
): Promise<Json> {
  const networks = addressNetworks(request.ip)
  const used = await countAgainstNetworks(db, config, newResidents, networks)
  const isCrowded = used > relaxed(config, newWithoutProof) && !route.startsWith(provedByPhone)
  try {
    const secret = newDeviceSecret()
    const answer = await unitOfWork(db, async (open) => {
      const tx = await open()
      const { userId, isNew } = await personOfKey(tx, key)
      return await undoneOnRefusal(tx, isNew ? userId : undefined, async () => {
        if (isNew && isCrowded) await requireProof(tx, config, proofOf(body))
        const name = deviceName(request.headers['user-agent'])
        const deviceId = await insertDevice(tx, { userId, secretHash: hashDeviceSecret(secret), name })
        const scope = key ? { userId, route, key } : undefined
        return await answerOfKey(tx, scope, bodyHash, () => run({ userId, deviceId }))
      })
    })
    keepDevice(config, reply, secret)
    return answer
  } catch (error) {
    if (isProofAsked(error)) await returnNetworkUse(db, newResidents, networks)
    throw error
  }
}

async function answerOfKey(
  tx: Transaction,
  scope: KeyScope | undefined,
  bodyHash: Buffer,
  run: () => Promise<Json>,
): Promise<Json> {
  if (!scope) return await run()
  const [known] = await selectAnswer(tx, scope)
  // Answers of first acts are small, hence stored whole.
  const answer = (known && sameBody(known, bodyHash)) ?? (await run())
  if (!known) await storeAnswer(tx, scope, bodyHash, answer.toString())
  return answer
}

const proofOf = (body: unknown) => (body as { proof?: string | undefined } | undefined)?.proof

/** A caller who is asked for a proof comes back with it: the act is counted once. */
const isProofAsked = (error: unknown) => error instanceof Refusal && error.key === 'site.proof_needed'

/** A wrong code stays counted although no resident is made: the resident of a refused first act is deleted, its counters are kept. */
async function undoneOnRefusal<T>(tx: Transaction, madeUserId: number | undefined, act: () => Promise<T>): Promise<T> {
  return await act().catch(async (error: unknown) => {
    if (keepsEffects(error) && madeUserId !== undefined) await deleteResident(tx, madeUserId)
    throw error
  })
}

/** A new resident, or the one that the same key made within ten minutes. */
async function personOfKey(tx: Transaction, key: string | undefined): Promise<{ userId: number; isNew: boolean }> {
  if (!key) return { userId: await insertResident(tx), isNew: true }
  const keyHash = createHash('sha256').update(`first act ${key}`).digest()
  const joined = await lockFirstKey(tx, keyHash)
  if (joined !== undefined) return { userId: joined, isNew: false }
  const userId = await insertResident(tx)
  await keepFirstKey(tx, keyHash, userId)
  return { userId, isNew: true }
}
