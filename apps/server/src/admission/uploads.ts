import type { IncomingMessage } from 'node:http'
import type { UploadedFile } from '@parvis/domain/kernel/contract'
import { type Refusal, refusal } from '@parvis/domain/refusals'
import type { Dependencies } from '../dependencies.ts'
import type { Caller } from '../http/actor.ts'
import { countAgainstLimit } from '../http/limits.ts'
import type { TimedBody } from '../http/slow-clients.ts'
import { addressNetworks } from './networks.ts'
import { quotasOf } from './requester.ts'
import { type Requester, Semaphore } from './semaphore.ts'

const megabyte = 1024 * 1024
/** Uploads under way at once: in all, per session, per address. */
const maxUnderWay = { all: 16, session: 2, address: 8 }
/** Bytes of files in memory, from their first byte to the end of the call's work: in all, and of one session. */
const maxBytes = { all: 256 * megabyte, session: 64 * megabyte }
const maxWaitMilliseconds = 10_000
/** Minimum upload rate, checked every five seconds: below 8 kB a second the client is slow. */
const rateMilliseconds = 5_000
const minBytesPerLook = 40 * 1024

/** `session`: the subject of the call's turns, a session or a network. */
export type Uploader = { session: string; ip: string; raw: IncomingMessage; body: TimedBody | null }

/**
 * Upload budget: who may send files, and how many bytes before a body is complete. An upload waits for its turn when its first
 * awaited file begins, unread until then: ten seconds at most, then 503 with Retry-After.
 */
export class Uploads {
  readonly #underWay = new Semaphore({ max: maxUnderWay.all, milliseconds: maxWaitMilliseconds, reason: noRoom })
  readonly #inMemory = new Set<Upload>()

  /** `declared`: Content-Length, 0 when absent; the bytes then count as they arrive. */
  async begin(uploader: Uploader, declared: number): Promise<Upload> {
    const requester = requesterOfUpload(uploader)
    const upload = new Upload(uploader, declared, {
      received: () => this.#underWay.leave(requester),
      end: () => this.#inMemory.delete(upload) && this.#underWay.startWaiting(),
      mayGrow: () => this.#hasBytes(upload),
    })
    uploader.body?.expectLonger()
    const reserve = () => this.#hasBytes(upload) && this.#inMemory.add(upload).has(upload)
    // A small body may be complete, with its stream closed, while it waits: only a cut one leaves the queue.
    const onWait = (cancel: () => void) => uploader.raw.once('close', () => !uploader.raw.complete && cancel())
    if (!this.#underWay.take(requester, reserve)) await this.#underWay.wait(requester, { reserve, onWait })
    upload.watchRate(() => uploader.body?.cut())
    return upload
  }

  #hasBytes(upload: Upload): boolean {
    const total = (of: readonly Upload[]) => of.reduce((sum, { bytes }) => sum + bytes, 0)
    const all = [...new Set([...this.#inMemory, upload])]
    const own = all.filter(({ uploader }) => uploader.session === upload.uploader.session)
    return total(all) <= maxBytes.all && total(own) <= maxBytes.session
  }
}

function requesterOfUpload({ session, ip }: Uploader): Requester {
  const ofAddress = quotasOf(addressNetworks(ip), { max: maxUnderWay.address, waiting: Infinity }, 'address ')
  return { subject: session, quotas: [{ subject: session, max: maxUnderWay.session, waiting: Infinity }, ...ofAddress] }
}

type Budget = { received(): void; end(): void; mayGrow(): boolean }

/** One multipart body with files: it has its turn until it is complete, and its bytes until the work of its call ends. */
export class Upload {
  readonly uploader: Uploader
  readonly #budget: Budget
  readonly #declared: number
  #received = 0
  #looks: NodeJS.Timeout | undefined
  #isComplete = false

  constructor(uploader: Uploader, declared: number, budget: Budget) {
    this.uploader = uploader
    this.#declared = declared
    this.#budget = budget
  }

  /** Bytes that the body may hold in memory: the declared ones, or those received. */
  get bytes(): number {
    return Math.max(this.#declared, this.#received)
  }

  /** Counts received bytes; refuses with 503 when a body without Content-Length exceeds the budget. */
  count(bytes: number): void {
    this.#received += bytes
    if (this.#received > this.#declared && !this.#budget.mayGrow()) throw noRoom()
  }

  watchRate(cut: () => void): void {
    let before = this.#received
    this.#looks = setInterval(() => {
      if (this.#received - before < minBytesPerLook) cut()
      before = this.#received
    }, rateMilliseconds)
  }

  /** Ends the turn: the body is complete. */
  complete(): void {
    if (this.#isComplete) return
    this.#isComplete = true
    clearInterval(this.#looks)
    this.#budget.received()
  }

  /** Frees the bytes: the work of the call is over. */
  end(): void {
    this.complete()
    this.#budget.end()
  }
}

function noRoom(): Refusal {
  return refusal('request.upstream_unavailable', { retryAfter: 2 })
}

/** Calls with pictures, each of eight at most: a day's work of a whole shop fits in an hour (ASVS 2.4.1). */
const uploadCalls = { name: 'uploads', max: 300, seconds: 3_600 }

/** Upload rate limit, and the virus scan of each file before it is decoded (ASVS 5.4.3). */
export async function admitFiles(
  { db, config, gateways }: Dependencies,
  actor: Caller,
  { files, isDocument }: { files: readonly UploadedFile[]; isDocument: boolean },
): Promise<void> {
  if (files.length === 0) return
  if (actor)
    await countAgainstLimit(
      db,
      config,
      uploadCalls,
      'sessionId' in actor ? `session:${actor.sessionId}` : `user:${actor.userId}`,
    )
  for (const { bytes } of files) {
    if (gateways.scanner && !(await gateways.scanner.isClean(bytes)))
      throw refusal(isDocument ? 'acts.unreadable_pdf' : 'request.infected_file')
  }
}
