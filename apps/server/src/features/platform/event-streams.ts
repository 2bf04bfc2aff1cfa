import { setTimeout as pause } from 'node:timers/promises'
import { refusal } from '@parvis/domain/refusals'
import type { FastifyReply } from 'fastify'
import type { Audience, Heard } from '../../db/live-hub.ts'
import type { Dependencies } from '../../dependencies.ts'
import type { Actor } from '../../http/actor.ts'
import { EventOutput } from '../../http/event-output.ts'
import { listAudiences, listOpenSessions } from './platform.queries.ts'

type Listener = Pick<Actor, 'userId' | 'sessionId'>
type Stream = Listener & { output: EventOutput; audiences: readonly Audience[]; stop: () => void }

const beatMilliseconds = 15_000
/** Streams handled per slice of a beat: writing to them blocks the event loop for two milliseconds. */
const batch = 50
/** Open pages of one session; the next one is refused until one of them ends. */
const maxOfSession = 20

/**
 * The open event streams of a process: `ready` at once, then `changed` with ids only, a comment every 15 s. `ready` comes
 * again after a gap: the client then reads everything again. A session that ends takes its streams with it. However many
 * they are, one beat looks after all of them, a few at a time over the whole of it: a page left open costs memory, not work.
 */
export class EventStreams {
  readonly #deps: Pick<Dependencies, 'db' | 'live'>
  readonly #open = new Set<Stream>()
  readonly #ofSession = new Map<number, number>()
  readonly #every: number
  #beats: NodeJS.Timeout | undefined
  #isClosed = false

  constructor(deps: Pick<Dependencies, 'db' | 'live'>, every = beatMilliseconds) {
    this.#deps = deps
    this.#every = every
  }

  /** Refuses with 429 beyond twenty streams of one session. */
  async open({ userId, sessionId }: Listener, reply: FastifyReply): Promise<void> {
    const own = this.#ofSession.get(sessionId) ?? 0
    if (own >= maxOfSession) throw refusal('request.too_many_attempts', { retryAfter: 60 })
    this.#ofSession.set(sessionId, own + 1)
    const stream: Stream = { userId, sessionId, output: new EventOutput(reply), audiences: [], stop: () => undefined }
    this.#open.add(stream)
    this.#beats ??= setTimeout(() => void this.#beat(), this.#every)
    stream.output.onClose(() => {
      stream.stop()
      this.#open.delete(stream)
      const left = (this.#ofSession.get(sessionId) ?? 1) - 1
      if (left > 0) this.#ofSession.set(sessionId, left)
      else this.#ofSession.delete(sessionId)
    })
    await this.#refresh([stream]).then(
      () => stream.output.notify(),
      () => stream.output.end(),
    )
  }

  /** On a graceful stop, streams end so that clients connect elsewhere at once. */
  close(): void {
    this.#isClosed = true
    clearTimeout(this.#beats)
    for (const { output } of this.#open) output.end()
  }

  /** Streams opened during the beat are visited last: a Set's iterator includes items added while it runs. */
  async #beat(): Promise<void> {
    const slices = Math.ceil(this.#open.size / batch)
    const streams = this.#open.values()
    for (let few = take(streams); few.length > 0 && !this.#isClosed; few = take(streams)) {
      const began = performance.now()
      await this.#lookAfter(few)
      if (slices > 1) await pause(Math.max(0, this.#every / slices - (performance.now() - began)))
    }
    if (!this.#isClosed) this.#beats = setTimeout(() => void this.#beat(), slices > 1 ? 0 : this.#every)
  }

  async #lookAfter(streams: readonly Stream[]): Promise<void> {
    try {
      const sessions = await listOpenSessions(
        this.#deps.db,
        streams.map(({ sessionId }) => sessionId),
      )
      for (const { output, sessionId } of streams) if (!sessions.has(sessionId)) output.end()
      await this.#refresh(streams)
    } catch {
      // The database is unreachable: the streams stay open, the LISTEN hub reports the gap afterwards.
    }
    for (const { output } of streams) output.comment()
  }

  /** Hears what concerns each person; following a company, or owning one more, changes what that is. */
  async #refresh(streams: readonly Stream[]): Promise<void> {
    const { db, live } = this.#deps
    const concerned = await listAudiences(
      db,
      streams.map(({ userId }) => userId),
    )
    for (const stream of streams) {
      const audiences: Audience[] = [`session:${stream.sessionId}`, ...(concerned.get(stream.userId) ?? [])]
      if (!this.#open.has(stream) || audiences.join() === stream.audiences.join()) continue
      stream.stop()
      stream.audiences = audiences
      stream.stop = live.subscribe(audiences, (heard) => this.#hear(stream, heard))
    }
  }

  #hear(stream: Stream, heard: Heard): void {
    if (heard !== 'gap' && heard.topic === 'session') stream.output.end()
    else stream.output.notify(heard)
    if (heard !== 'gap' && heard.topic === 'company') void this.#refresh([stream]).catch(() => undefined)
  }
}

function take(streams: Iterator<Stream>): Stream[] {
  const few: Stream[] = []
  for (let next = streams.next(); !next.done; next = streams.next()) if (few.push(next.value) === batch) break
  return few
}
