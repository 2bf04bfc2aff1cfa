import type { FastifyReply } from 'fastify'
import type { Dependencies } from '../../dependencies.ts'

const beatMilliseconds = 15_000
/** Tabs of one resident; beyond it the oldest stream ends, and its page asks again later. */
const mostOfResident = 8
const unreadBytes = 64 * 1024

/** The open event streams of residents: ids of what changed for them, a comment every 15 s, nothing of a business they own. */
export class SiteEvents {
  readonly #live: Dependencies['live']
  readonly #open = new Map<FastifyReply['raw'], number>()
  #beats: NodeJS.Timeout | undefined

  constructor({ live }: Pick<Dependencies, 'live'>) {
    this.#live = live
  }

  async open(userId: number, reply: FastifyReply): Promise<void> {
    const mine = [...this.#open].filter(([, reader]) => reader === userId)
    for (const [oldest] of mine.slice(0, Math.max(0, mine.length + 1 - mostOfResident))) oldest.end()
    reply.hijack()
    const { raw } = reply
    raw.writeHead(200, {
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
    })
    const stop = this.#live.subscribe([`user:${userId}`], (heard) => {
      raw.write(heard === 'gap' ? ready : `event: changed\ndata: ${JSON.stringify(heard)}\n\n`)
    })
    this.#open.set(raw, userId)
    this.#beats ??= setInterval(() => this.#beat(), beatMilliseconds)
    raw.on('close', () => {
      stop()
      this.#open.delete(raw)
    })
    raw.write(ready)
  }

  close(): void {
    clearInterval(this.#beats)
    for (const raw of this.#open.keys()) raw.end()
  }

  #beat(): void {
    for (const raw of this.#open.keys()) {
      // Whoever does not read is let go: what it missed is in the pages.
      if (raw.writableLength > unreadBytes) raw.destroy()
      else raw.write(': still here\n\n')
    }
  }
}

const ready = 'retry: 3000\nevent: ready\ndata: {}\n\n'
