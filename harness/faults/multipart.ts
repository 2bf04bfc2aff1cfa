import { randomBytes } from 'node:crypto'
import { type AddressInfo, connect, createServer } from 'node:net'
import { insertThreads } from '../sql/seed.ts'
import { type Check, type Control, type Fault, holds, percentile, planted, within } from './fault.ts'

const boundary = 'frontiere'
const type = `multipart/form-data; boundary=${boundary}`
const hangs = 35_000

type Case = { type: string; body: Buffer; length?: number; isAborted?: boolean }
type Ending = { status: number; milliseconds: number; isAborted: boolean }

/** F19: bodies that no browser would send. Each is answered as the client's fault, soon, or was cut by the client itself. */
export const brokenMultipart: Fault = {
  id: 'F19',
  title: 'malformed multipart',
  run: async ({ testbed }) => {
    await using server = await testbed.start({ PROCESS_ROLE: 'api' })
    const { threads } = await insertThreads(testbed.db, 1)
    const [thread] = threads
    const path = `/v1/discussions/${thread?.discussionId}/message`
    const port = Number(new URL(server.base).port)
    const bodies = corpus()
    const endings: Ending[] = []
    for (const body of bodies) endings.push(await send(port, path, thread?.token ?? '', body))
    const control = await send(port, path, thread?.token ?? '', { type, body: part('message', 'Bonjour', true) })
    const alive = server.isAlive()
    await server.signal('SIGKILL')
    const answered = endings.filter(({ status }) => status > 0)
    const counts = Map.groupBy(answered, ({ status }) => status)
    const said = [...counts].map(([status, { length }]) => `${length} x ${status}`).join(', ')
    return {
      done: `${bodies.length} bodies: ${said}`,
      checks: [
        ...judgeEndings(endings),
        within(
          'answered in, p99',
          percentile(
            answered.map(({ milliseconds }) => milliseconds),
            0.99,
          ),
          1_000,
        ),
        holds('a sound body is accepted', control.status === 200),
        holds('the API lived through it', alive),
      ],
      controls: await breakParsers(bodies.slice(0, 3)),
    }
  },
}

function judgeEndings(endings: readonly Ending[]): Check[] {
  const errors = endings.filter(({ status }) => status >= 500).length
  const silent = endings.filter(({ status, isAborted }) => status === 0 && !isAborted).length
  return [holds(`answers of 500 or more: ${errors}`, errors === 0), holds(`without an answer: ${silent}`, silent === 0)]
}

/** What the first parsers did (trust.md D6): an error of the parser became a 500, or nothing at all. */
async function breakParsers(bodies: readonly Case[]): Promise<Control[]> {
  const endingsOf = async (answer: string) => {
    const server = createServer((socket) => {
      socket.on('error', () => undefined).once('data', () => socket.end(answer))
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo
    const endings: Ending[] = []
    for (const body of bodies) endings.push(await send(port, '/', '', body))
    server.close()
    return judgeEndings(endings)
  }
  return [
    planted('a parser’s error answered 500', await endingsOf('HTTP/1.1 500 Internal Server Error\r\n\r\n')),
    planted('a parser’s error answered by nothing', await endingsOf('')),
  ]
}

function corpus(): Case[] {
  const sound = Buffer.concat([part('message', 'Bonjour', false), filePart(randomBytes(20_000))])
  const many = Buffer.concat(Array.from({ length: 1_000 }, (_, n) => part(`f${n}`, 'x', n === 999)))
  const shaped: Case[] = [
    { type: 'multipart/form-data', body: sound },
    { type: 'multipart/form-data; boundary=', body: sound },
    { type: 'multipart/form-data; boundary=autre', body: sound },
    { type: `multipart/form-data; boundary=${'b'.repeat(300)}`, body: sound },
    { type: `multipart/mixed; boundary=${boundary}`, body: sound },
    { type, body: Buffer.alloc(0) },
    { type, body: Buffer.from('\r\n\r\n') },
    { type, body: Buffer.from(`--${boundary}--\r\n`) },
    { type, body: Buffer.from(`--${boundary}\r\n`) },
    { type, body: Buffer.from(`--${boundary}\r\n\r\nsans en-tête\r\n--${boundary}--\r\n`) },
    { type, body: Buffer.from(`--${boundary}\r\ncontent-disposition: form-data\r\n\r\nx\r\n--${boundary}--\r\n`) },
    { type, body: many },
    { type, body: part('n'.repeat(100_000), 'x', true) },
    { type, body: part('message', 'x'.repeat(300_000), true) },
    { type, body: part('__proto__', 'x', true) },
    { type, body: part('message\u0000', 'x\u0000', true) },
    { type, body: Buffer.concat([sound, sound]) },
    { type, body: nested() },
    { type, body: filePart(Buffer.alloc(0)) },
    { type, body: Buffer.concat([filePart(randomBytes(11_000_000))]) },
  ]
  const truncated = tenths((share) => ({ type, body: sound.subarray(0, Math.floor(sound.length * share)) }))
  const cut = tenths((share) => ({ ...truncatedAt(sound, share), length: sound.length, isAborted: true }))
  const noise = tenths((share) => ({ type, body: scramble(sound, share) }))
  const random = tenths((share) => ({ type, body: randomBytes(Math.ceil(share * 5_000)) }))
  return [...shaped, ...truncated, ...cut, ...noise, ...random]
}

function tenths(make: (share: number) => Case): Case[] {
  return Array.from({ length: 10 }, (_, n) => make(n / 10))
}

function truncatedAt(body: Buffer, share: number): Case {
  return { type, body: body.subarray(0, Math.floor(body.length * share)) }
}

function part(name: string, value: string, isLast: boolean): Buffer {
  const head = `--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n`
  return Buffer.from(`${head}${value}\r\n${isLast ? `--${boundary}--\r\n` : ''}`)
}

function filePart(bytes: Buffer): Buffer {
  const head = `--${boundary}\r\ncontent-disposition: form-data; name="image"; filename="../a.png"\r\ncontent-type: image/png\r\n\r\n`
  return Buffer.concat([Buffer.from(head), bytes, Buffer.from(`\r\n--${boundary}--\r\n`)])
}

function nested(): Buffer {
  const inner = `--dedans\r\ncontent-disposition: attachment; filename="a"\r\n\r\nx\r\n--dedans--`
  const head = `--${boundary}\r\ncontent-disposition: form-data; name="message"\r\ncontent-type: multipart/mixed; boundary=dedans\r\n\r\n`
  return Buffer.from(`${head}${inner}\r\n--${boundary}--\r\n`)
}

/** One byte in twenty replaced, from that share of the body on. */
function scramble(body: Buffer, from: number): Buffer {
  const copy = Buffer.from(body)
  for (let at = Math.floor(copy.length * from); at < copy.length; at += 20) copy[at] = Math.floor(Math.random() * 256)
  return copy
}

/** Sends the bytes as they are; status 0 when the connection closed without an answer. */
function send(
  port: number,
  path: string,
  token: string,
  { type: sent, body, length, isAborted }: Case,
): Promise<Ending> {
  const started = performance.now()
  const head = [
    `POST ${path} HTTP/1.1`,
    'host: 127.0.0.1',
    `authorization: Bearer ${token}`,
    `content-type: ${sent}`,
    `content-length: ${length ?? body.length}`,
    'connection: close',
  ]
  return new Promise((resolve) => {
    let answer = ''
    const socket = connect(port, '127.0.0.1', () => {
      socket.write(`${head.join('\r\n')}\r\n\r\n`)
      socket.write(body)
      if (isAborted) setTimeout(() => socket.destroy(), 30)
    })
    const limit = setTimeout(() => socket.destroy(), hangs)
    socket.on('data', (bytes: Buffer) => {
      answer += bytes.toString('latin1')
    })
    socket.on('error', () => undefined)
    socket.on('close', () => {
      clearTimeout(limit)
      const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1] ?? 0)
      resolve({ status, milliseconds: performance.now() - started, isAborted: isAborted === true })
    })
  })
}
