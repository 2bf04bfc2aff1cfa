import { refusal } from '@parvis/domain/refusals'
import type { FastifyReply } from 'fastify'
import type { Audience, Heard } from '../../db/live-hub.ts'
import type { Dependencies } from '../../dependencies.ts'
import type { Actor } from '../../http/actor.ts'
import { listAudiences, listOpenSessions } from './platform.queries.ts'

type Raw = FastifyReply['raw']
type Listener = Pick<Actor, 'userId' | 'sessionId'>
type Stream = Listener & { raw: Raw; audiences: readonly Audience[]; stop: () => void }

const ready = 'retry: 3000\nevent: ready\ndata: {}\n\n'
const comment = ': still here\n\n'
const beatMilliseconds = 15_000
/** Streams whose sessions one query checks. */
const batch = 500
/** Open pages of one session; the next one is refused until one of them ends. */
const maxOfSession = 20
/** Unread bytes (back-pressure) above which a client is disconnected: it reconnects and reads everything again. */
const mostUnread = 65_536

/**
 * The open event streams of a process: `ready` at once, then `changed` with ids only, a comment every 15 s. `ready` comes
 * again after a gap: the client then reads everything again. A session that ends takes its streams with it. However many
 * they are, one beat looks after all of them: a page left open costs memory, not work.
 */
export class EventStreams {
  readonly #deps: Pick<Dependencies, 'db' | 'live'>
  readonly #open = new Set<Stream>()
  readonly #ofSession = new Map<number, number>()
  readonly #every: number
  #beats: NodeJS.Timeout | undefined

  constructor(deps: Pick<Dependencies, 'db' | 'live'>, every = beatMilliseconds) {
    this.#deps = deps
    this.#every = every
  }

  /** Refuses with 429 beyond twenty streams of one session. */
  async open({ userId, sessionId }: Listener, reply: FastifyReply): Promise<void> {
    const own = this.#ofSession.get(sessionId) ?? 0
    if (own >= maxOfSession) throw refusal('request.too_many_attempts', { retryAfter: 60 })
    this.#ofSession.set(sessionId, own + 1)
    const stream: Stream = { userId, sessionId, raw: openRaw(reply), audiences: [], stop: () => undefined }
    this.#open.add(stream)
    this.#beats ??= setInterval(() => void this.#beat(), this.#every)
    stream.raw.on('close', () => {
      stream.stop()
      this.#open.delete(stream)
      const left = (this.#ofSession.get(sessionId) ?? 1) - 1
      if (left > 0) this.#ofSession.set(sessionId, left)
      else this.#ofSession.delete(sessionId)
    })
    await this.#refresh([stream]).then(
      () => send(stream, ready),
      () => stream.raw.end(),
    )
  }

  /** On a graceful stop, streams end so that clients connect elsewhere at once. */
  close(): void {
    clearInterval(this.#beats)
    for (const { raw } of this.#open) raw.end()
  }

  async #beat(): Promise<void> {
    const streams = [...this.#open]
    for (let from = 0; from < streams.length; from += batch) await this.#lookAfter(streams.slice(from, from + batch))
  }

  async #lookAfter(streams: readonly Stream[]): Promise<void> {
    try {
      const sessions = await listOpenSessions(
        this.#deps.db,
        streams.map(({ sessionId }) => sessionId),
      )
      for (const { raw, sessionId } of streams) if (!sessions.has(sessionId)) raw.end()
      await this.#refresh(streams)
    } catch {
      // The database is unreachable: the streams stay open, the LISTEN hub reports the gap afterwards.
    }
    for (const stream of streams) send(stream, comment)
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
      if (!this.#open.has(stream) || sameList(audiences, stream.audiences)) continue
      stream.stop()
      stream.audiences = audiences
      stream.stop = live.subscribe(audiences, (heard) => this.#hear(stream, heard))
    }
  }

  #hear(stream: Stream, heard: Heard): void {
    if (heard === 'gap') send(stream, ready)
    else if (heard.topic === 'session') stream.raw.end()
    else send(stream, `event: changed\ndata: ${JSON.stringify(heard)}\n\n`)
    if (heard !== 'gap' && heard.topic === 'company') void this.#refresh([stream]).catch(() => undefined)
  }
}

function openRaw(reply: FastifyReply): Raw {
  reply.hijack()
  const { raw } = reply
  for (const [name, value] of Object.entries(reply.getHeaders())) if (value !== undefined) raw.setHeader(name, value)
  raw.writeHead(200, {
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
  })
  raw.flushHeaders()
  return raw
}

function send({ raw }: Stream, text: string): void {
  if (raw.writableEnded || raw.destroyed) return
  if (raw.writableLength > mostUnread) raw.destroy()
  else raw.write(text)
}

function sameList(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((item, index) => item === other[index])
}
