import type { FastifyReply } from 'fastify'
import type { Dependencies } from '../../dependencies.ts'

const beatMilliseconds = 15_000

/** The open event streams of residents: ids of what changed for them, a comment every 15 s, nothing of a business they own. */
export class SiteEvents {
  readonly #live: Dependencies['live']
  readonly #open = new Set<FastifyReply['raw']>()
  #beats: NodeJS.Timeout | undefined

  constructor({ live }: Pick<Dependencies, 'live'>) {
    this.#live = live
  }

  async open(userId: number, reply: FastifyReply): Promise<void> {
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
    this.#open.add(raw)
    this.#beats ??= setInterval(() => this.#beat(), beatMilliseconds)
    raw.on('close', () => {
      stop()
      this.#open.delete(raw)
    })
    raw.write(ready)
  }

  close(): void {
    clearInterval(this.#beats)
    for (const raw of this.#open) raw.end()
  }

  #beat(): void {
    for (const raw of this.#open) raw.write(': still here\n\n')
  }
}

const ready = 'retry: 3000\nevent: ready\ndata: {}\n\n'
