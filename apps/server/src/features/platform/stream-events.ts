import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Dependencies } from '../../dependencies.ts'
import type { Actor } from '../../http/actor.ts'
import type { Audience } from '../../http/live-hub.ts'
import { listOwnedCompanyIds } from './platform.queries.ts'

const commentMilliseconds = 15_000
const reconnectMilliseconds = 3_000

/** Opens the caller's event stream: `ready` at once, then `changed` with ids only, a comment every 15 s. */
export async function streamEvents(
  { db, live }: Dependencies,
  actor: Actor,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const companies = await listOwnedCompanyIds(db, actor.userId)
  const audiences: Audience[] = [`user:${actor.userId}`, ...companies.map((id): Audience => `company:${id}`)]

  reply.hijack()
  const stream = reply.raw
  for (const [name, value] of Object.entries(reply.getHeaders())) if (value !== undefined) stream.setHeader(name, value)
  stream.writeHead(200, {
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
  })
  stream.write(`retry: ${reconnectMilliseconds}\nevent: ready\ndata: {}\n\n`)

  const unsubscribe = live.subscribe(audiences, (event) =>
    stream.write(`event: changed\ndata: ${JSON.stringify(event)}\n\n`),
  )
  const heartbeat = setInterval(() => stream.write(': still here\n\n'), commentMilliseconds)
  openStreams.add(stream)
  request.raw.on('close', () => {
    clearInterval(heartbeat)
    unsubscribe()
    openStreams.delete(stream)
  })
}

const openStreams = new Set<FastifyReply['raw']>()

/** On a graceful stop, streams end so that clients connect elsewhere at once. */
export function closeStreams(): void {
  for (const stream of openStreams) stream.end()
}
