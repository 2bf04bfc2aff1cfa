import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { untilTestEnds } from '@parvis/harness/server/lifetimes'
import { testApp } from '@parvis/harness/server/test-app'
import { conversationCalls } from '@parvis/harness/town/conversations'
import { newPerson, type Person } from '@parvis/harness/town/people'
import { beforeAll, expect, test, vi } from 'vitest'

const server = testApp()
const { newConversation } = conversationCalls(server)
let port = 0

beforeAll(async () => {
  await server.app.listen({ port: 0, host: '127.0.0.1' })
  port = (server.app.server.address() as AddressInfo).port
})

const part = (name: string, file = false) =>
  `--b\r\ncontent-disposition: form-data; name="${name}"${file ? '; filename="a.png"' : ''}\r\n\r\n`

/** Begins a multipart body and sends no more of it. */
function begin(
  path: string,
  { token, declared = 1_000, body = '' }: { token?: string; declared?: number; body?: string },
) {
  const heads = [`POST ${path} HTTP/1.1`, 'host: 127.0.0.1', 'content-type: multipart/form-data; boundary=b']
  if (token) heads.push(`authorization: Bearer ${token}`)
  const client = connect(port, '127.0.0.1', () =>
    client.write(`${heads.join('\r\n')}\r\ncontent-length: ${declared}\r\n\r\n${body}`),
  )
  untilTestEnds(new DisposableStack()).adopt(
    client.on('error', () => undefined),
    (one) => one.destroy(),
  )
  const seen = { answer: '', closed: false }
  client.on('data', (bytes) => {
    seen.answer += String(bytes)
  })
  client.on('close', () => {
    seen.closed = true
  })
  return seen
}

test('F2 280 idle multipart bodies of a stranger take no one’s place, and 16 of them are waited for', {
  timeout: 30_000,
}, async () => {
  const idle = Array.from({ length: 280 }, (_, n) =>
    begin(n % 2 ? '/v1/error-report' : '/v1/authentication/start-session', { body: part('message', n % 4 === 0) }),
  )
  const person = await newPerson(server)
  for (let n = 0; n < 10; n++) {
    const { status } = await fetch(`http://127.0.0.1:${port}/v1/authentication/session`, {
      headers: { authorization: `Bearer ${person.token}` },
    })
    expect(status).toBe(200)
  }
  // After three seconds these bodies count as slow, and an address may have sixteen slow ones.
  await vi.waitFor(() => expect(idle.filter(({ closed }) => closed).length).toBeGreaterThanOrEqual(264), {
    timeout: 15_000,
  })
  expect(idle.filter(({ answer }) => answer.startsWith('HTTP/1.1 408')).length).toBeGreaterThan(200)
})

test('F6 files under names that the contract does not give are discarded as they stream, whoever sends them', async () => {
  // Sent by another process, so that the memory measured is that of the server.
  const sender = `const form = new FormData(); form.append('message', 'cassé')
    for (let n = 0; n < 7; n++) form.append('unknown', new Blob([new Uint8Array(8_000_000)]), 'a.png')
    const signal = AbortSignal.timeout(20_000)
    const { status } = await fetch('http://127.0.0.1:${port}/v1/error-report', { method: 'POST', body: form, signal })
    console.log(status)`
  const before = process.memoryUsage()
  let max = 0
  const watch = setInterval(() => {
    max = Math.max(max, process.memoryUsage().arrayBuffers - before.arrayBuffers)
  }, 5)
  const child = spawn(process.execPath, ['--input-type=module', '-e', sender], { stdio: ['ignore', 'pipe', 'inherit'] })
  untilTestEnds(new DisposableStack()).adopt(child, (one) => one.kill('SIGKILL'))
  // Its answer, not its exit: what is measured ends there.
  const [said] = await once(child.stdout, 'data')
  clearInterval(watch)
  expect(String(said)).toBe('200\n')
  expect(max).toBeLessThan(100_000_000)
})

async function uploading(person: Person, uuid: string, declared: number) {
  return begin(`/v1/discussions/${uuid}/message`, { token: person.token, declared, body: part('image', true) })
}

test('F6 a session has two uploads under way, and one of 60 MB: the others wait unread, others’ go on', async () => {
  const { company, resident, uuid } = await newConversation('Bonjour')
  for (let n = 0; n < 6; n++) await uploading(company, uuid, 60_000_000)
  const form = new FormData()
  form.append('message', 'Bonjour')
  form.append('image', new Blob([await smallPicture()]), 'a.png')
  const { status } = await fetch(`http://127.0.0.1:${port}/v1/discussions/${uuid}/message`, {
    method: 'POST',
    headers: { authorization: `Bearer ${resident.token}` },
    body: form,
  })
  expect(status).toBe(200)
})

test('F6 an upload that sends less than 8 kB a second is let go within ten seconds', { timeout: 30_000 }, async () => {
  const { company, uuid } = await newConversation('Bonjour')
  const seen = await uploading(company, uuid, 5_000_000)
  await vi.waitFor(() => expect(seen.closed).toBe(true), { timeout: 15_000 })
  expect(seen.answer).toMatch(/^HTTP\/1\.1 408/)
})

async function smallPicture(): Promise<Uint8Array<ArrayBuffer>> {
  const { default: sharp } = await import('sharp')
  return new Uint8Array(
    await sharp({ create: { width: 20, height: 20, channels: 3, background: '#c33' } })
      .png()
      .toBuffer(),
  )
}
