import { Writable } from 'node:stream'
import Fastify, { type FastifyInstance } from 'fastify'
import { expect, test } from 'vitest'
import { type Config, readConfig } from '../config.ts'
import { createLogOutput, loggerOptions } from './logger.ts'

const hostile = 'a\r\n{"level":60,"msg":"forgé"}\u001b[31m"}\u2028\u0000'
const personal = '+33612345678 0612345678 0033612345678 marie.durand+x@exemple.fr'
const token = 'k3-Vb_9QeX2mZt7wYp0LrNc5uJh8aSfDg1iOoKqTzBy'

function logTo(lines: string[]): FastifyInstance {
  const config: Config = readConfig({ NODE_ENV: 'development', SECRET_KEY: 'a'.repeat(64), LOG_LEVEL: 'debug' })
  const write = (chunk: Buffer, _encoding: string, done: () => void) => {
    lines.push(...chunk.toString('utf8').split('\n').slice(0, -1))
    done()
  }
  return Fastify({ logger: { ...loggerOptions(config), stream: new Writable({ write }) } })
}

test('T33 a hostile text stays within its one line, which parses and says when in UTC', () => {
  const lines: string[] = []
  const { log } = logTo(lines)
  log.warn({ gateway: hostile, reason: hostile }, hostile)
  log.error({ err: new Error(hostile) }, 'unexpected error')
  expect(lines).toHaveLength(2)
  for (const line of lines) expect(JSON.parse(line).time).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/)
  expect([JSON.parse(lines[0] ?? '').reason, JSON.parse(lines[1] ?? '').err.message]).toEqual([hostile, hostile])
  expect(lines.join('')).not.toContain('\u001b')
})

test('T33 phones, e-mails and tokens are masked in details and in errors', () => {
  const lines: string[] = []
  const { log } = logTo(lines)
  log.warn({ gateway: 'sms', reason: `${personal} ${token}`, status: 400 }, 'gateway failure')
  log.error({ err: new Error(`${personal} ${token}`) }, 'unexpected error')
  const written = lines.join('')
  for (const secret of ['612345678', 'exemple.fr', 'marie', token]) expect(written).not.toContain(secret)
  expect(written.match(/\+33•••/g)?.length).toBeGreaterThanOrEqual(6)
  expect(JSON.parse(lines[0] ?? '').status).toBe(400)
})

test('T33 a call is logged by its method and path: neither its query nor its headers', async () => {
  const lines: string[] = []
  const app = logTo(lines)
  app.get('/code', async (request) => {
    request.log.info({ req: request }, 'asked')
    return ''
  })
  await app.inject({ url: '/code?session_id=cs_test_secret', headers: { authorization: `Bearer ${token}` } })
  const asked = lines.map((line) => JSON.parse(line)).find(({ msg }) => msg === 'asked')
  expect(asked.req).toEqual({ method: 'GET', path: '/code' })
  expect(lines.join('')).not.toMatch(/cs_test_secret|Bearer/)
})

/** A disk with this much room, which answers EAGAIN this many times first. */
function disk(room: number, busy = 0) {
  const state = { room, busy, text: '' }
  const output = createLogOutput((bytes) => {
    if (state.busy-- > 0) throw Object.assign(new Error('busy'), { code: 'EAGAIN' })
    if (state.room === 0) throw Object.assign(new Error('full'), { code: 'ENOSPC' })
    const part = bytes.subarray(0, state.room)
    state.room -= part.length
    state.text += part.toString()
    return part.length
  })
  return { state, output }
}

test('F05 a full disk costs lines, and those that follow are whole again', () => {
  const { state, output } = disk(10)
  output.write('{"n":1}\n')
  output.write('{"n":2}\n')
  output.write('{"n":3}\n')
  state.room = 100
  output.write('{"n":4}\n')
  output.write('{"n":5}\n')
  expect(state.text).toBe('{"n":1}\n{"\n{"n":4}\n{"n":5}\n')
})

test('F05 a reader that is a little late loses nothing, one that is gone does not stop the process', () => {
  const late = disk(100, 2)
  late.output.write('{"n":1}\n')
  expect(late.state.text).toBe('{"n":1}\n')
  const gone = disk(100, Number.POSITIVE_INFINITY)
  gone.output.write('{"n":1}\n')
  expect(gone.state.text).toBe('')
})
