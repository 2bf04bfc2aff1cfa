import { once } from 'node:events'
import { Agent, type IncomingMessage, request } from 'node:http'
import { text } from 'node:stream/consumers'

/**
 * Reads the agenda of a zip page after page, starting over after the last one, without a pause until SIGTERM, then prints it. `node
 * agenda-reader.ts BASE ZIP TOKEN`. Of each page it keeps the end alone: the asker of a real agenda has a processor of their own.
 */
export type PagesRead = { pages: number; milliseconds: number }

type Item = { id: number; start: string }

const [base = '', zip = '', token = ''] = process.argv.slice(2)
const longestItem = 4_096
const agent = new Agent({ keepAlive: true })
let isOver = false
process.on('SIGTERM', () => {
  isOver = true
})

const times: number[] = []
for (let after = ''; !isOver; ) {
  const started = performance.now()
  const query = new URLSearchParams({ cityCodes: `[${zip}]`, ...(after && { after }) })
  after = cursorAfter(await endOfAnswer(`/v1/instants/calendar?${query}`))
  times.push(performance.now() - started)
}
const sum = times.reduce((total, time) => total + time, 0)
console.log(JSON.stringify({ pages: times.length, milliseconds: sum / times.length } satisfies PagesRead))
agent.destroy()

/** The last bytes of a page, its last item among them. */
async function endOfAnswer(path: string): Promise<string> {
  const reply = await new Promise<IncomingMessage>((resolve, reject) => {
    request(base + path, { agent, headers: { authorization: `Bearer ${token}` } }, resolve)
      .on('error', reject)
      .end()
  })
  if (reply.statusCode !== 200) throw new Error(`${path}: ${reply.statusCode} ${await text(reply)}`)
  let end: Buffer = Buffer.alloc(0)
  reply.on('data', (piece: Buffer) => {
    end = piece.length < longestItem ? Buffer.concat([end.subarray(-longestItem), piece]) : piece
  })
  await once(reply, 'end')
  return end.toString()
}

/** The cursor of a page, empty after the last one. */
function cursorAfter(page: string): string {
  const begin = page.lastIndexOf('{"id":')
  if (begin < 0) return ''
  const { start, id } = JSON.parse(page.slice(begin, -']}'.length)) as Item
  return `${start},${id}`
}
