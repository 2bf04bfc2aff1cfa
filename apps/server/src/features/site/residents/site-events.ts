import { refusal } from '@parvis/domain/refusals'
import type { FastifyReply } from 'fastify'
import { addressNetworks } from '../../../admission/networks.ts'
import { quotasOf } from '../../../admission/requester.ts'
import { Semaphore } from '../../../admission/semaphore.ts'
import type { Dependencies } from '../../../dependencies.ts'
import type { Resident } from '../../../http/actor.ts'
import { EventOutput } from '../../../http/event-output.ts'
import { listKnownDevices } from './residents.queries.ts'

const beatMilliseconds = 15_000
/** Tabs of one resident; beyond it the oldest stream ends, and its page asks again later. */
const maxOfResident = 8
/** Streams of one address; its further pages ask every few seconds instead. */
const maxOfAddress = 40

/**
 * The open event streams of residents: ids of what changed for them, a comment every 15 s, nothing of a business they own.
 * The stream of a device that was retired, or forgotten, ends with the next comment.
 */
export class SiteEvents {
  readonly #deps: Pick<Dependencies, 'db' | 'live'>
  readonly #open = new Map<EventOutput, Resident>()
  readonly #ofAddress = new Semaphore({})
  readonly #every: number
  #beats: NodeJS.Timeout | undefined

  constructor(deps: Pick<Dependencies, 'db' | 'live'>, every = beatMilliseconds) {
    this.#deps = deps
    this.#every = every
  }

  /** Refuses with 429 beyond forty streams of one address. */
  async open(resident: Resident, reply: FastifyReply): Promise<void> {
    const { userId } = resident
    const quotas = quotasOf(addressNetworks(reply.request.ip), { max: maxOfAddress, waiting: 0 })
    const requester = { subject: '', quotas }
    if (!this.#ofAddress.take(requester)) throw refusal('request.too_many_attempts', { retryAfter: 60 })
    const mine = [...this.#open].filter(([, reader]) => reader.userId === userId)
    for (const [oldest] of mine.slice(0, Math.max(0, mine.length + 1 - maxOfResident))) oldest.end()
    const output = new EventOutput(reply)
    const stop = this.#deps.live.subscribe([`user:${userId}`], (heard) => output.notify(heard))
    this.#open.set(output, resident)
    this.#beats ??= setInterval(() => void this.#beat(), this.#every)
    output.onClose(() => {
      stop()
      this.#open.delete(output)
      this.#ofAddress.leave(requester)
    })
    output.notify()
  }

  close(): void {
    clearInterval(this.#beats)
    for (const output of this.#open.keys()) output.end()
  }

  async #beat(): Promise<void> {
    const streams = [...this.#open]
    const ids = streams.map(([, { deviceId }]) => deviceId)
    // Where the database is unreachable the streams stay: the LISTEN hub reports the gap afterwards.
    const known = await listKnownDevices(this.#deps.db, ids).catch(() => new Set(ids))
    for (const [output, { deviceId }] of streams) {
      if (known.has(deviceId)) output.comment()
      else output.end()
    }
  }
}
