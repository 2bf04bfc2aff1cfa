import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Heard } from '../../db/live-hub.ts'
import type { Dependencies } from '../../dependencies.ts'
import type { Actor } from '../../http/actor.ts'
import { isSessionOpen, listAudiences } from './platform.queries.ts'

const commentMilliseconds = 15_000
const ready = 'retry: 3000\nevent: ready\ndata: {}\n\n'

/**
 * Opens the caller's event stream: `ready` at once, then `changed` with ids only, a comment every 15 s. `ready` comes
 * again after a gap: the client then reads everything again. A session that ends takes its streams with it.
 */
export async function streamEvents(
  deps: Dependencies,
  actor: Actor,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const stream = openStream(reply)
  const listening = listen(deps, actor, stream)
  const heartbeat = setInterval(() => void beat(deps, actor, stream, listening), commentMilliseconds)
  openStreams.add(stream)
  request.raw.on('close', () => {
    clearInterval(heartbeat)
    listening.stop()
    openStreams.delete(stream)
  })
  await listening.refresh().then(
    () => send(stream, ready),
    () => stream.end(),
  )
}

function openStream(reply: FastifyReply): Stream {
  reply.hijack()
  const stream = reply.raw
  for (const [name, value] of Object.entries(reply.getHeaders())) if (value !== undefined) stream.setHeader(name, value)
  stream.writeHead(200, {
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
  })
  stream.flushHeaders()
  return stream
}

type Listening = { refresh: () => Promise<void>; stop: () => void }

/** Hears what concerns the person; following a company, or owning one more, changes what that is. */
function listen({ db, live }: Dependencies, { userId, sessionId }: Actor, stream: Stream): Listening {
  let unsubscribe = () => {}
  let stopped = false
  const hear = (heard: Heard) => {
    if (heard === 'gap') send(stream, ready)
    else if (heard.topic === 'session') stream.end()
    else send(stream, `event: changed\ndata: ${JSON.stringify(heard)}\n\n`)
    if (heard !== 'gap' && heard.topic === 'company') void refresh().catch(() => undefined)
  }
  const refresh = async () => {
    const audiences = await listAudiences(db, userId)
    unsubscribe()
    if (!stopped) unsubscribe = live.subscribe([...audiences, `session:${sessionId}`], hear)
  }
  const stop = () => {
    stopped = true
    unsubscribe()
  }
  return { refresh, stop }
}

async function beat({ db }: Dependencies, { sessionId }: Actor, stream: Stream, listening: Listening): Promise<void> {
  try {
    if (!(await isSessionOpen(db, sessionId))) {
      stream.end()
      return
    }
    await listening.refresh()
  } catch {
    // The database is away: the stream stays, the hub will tell of the gap.
  }
  send(stream, ': still here\n\n')
}

type Stream = FastifyReply['raw']
const mostUnread = 65_536

/** A client that no longer reads is let go: it will come back and read everything again. */
function send(stream: Stream, text: string): void {
  if (stream.writableEnded || stream.destroyed) return
  if (stream.writableLength > mostUnread) stream.destroy()
  else stream.write(text)
}

const openStreams = new Set<Stream>()

/** On a graceful stop, streams end so that clients connect elsewhere at once. */
export function closeStreams(): void {
  for (const stream of openStreams) stream.end()
}
