import { once } from 'node:events'
import { type AddressInfo, createServer, type Server } from 'node:net'
import { join } from 'node:path'
import { untilFileEnds } from '@parvis/harness/server/lifetimes'
import { testApp } from '@parvis/harness/server/test-app'
import { temporaryFolder } from '@parvis/harness/temporary-folder'
import { editForm, picture, settingsOf, updateCompany } from '@parvis/harness/town/companies'
import { newOwner } from '@parvis/harness/town/people'
import { beforeEach, expect, test } from 'vitest'
import { createClamdScanner, readScannerSettings } from './clamd-scanner.ts'

/** The dialect of clamd: what it is sent, and what it is told to answer. */
let verdict: string | undefined
const scanned: Buffer[] = []
const clamd = createServer((socket) => {
  let received = Buffer.alloc(0)
  socket.on('error', () => undefined)
  socket.on('data', (chunk) => {
    received = Buffer.concat([received, chunk])
    const file = fileIn(received)
    if (!file) return
    scanned.push(file)
    if (verdict !== undefined) socket.end(`${verdict}\0`)
  })
})

function fileIn(received: Buffer): Buffer | undefined {
  const command = 'zINSTREAM\0'
  if (received.subarray(0, command.length).toString() !== command) return undefined
  const chunks: Buffer[] = []
  for (let at = command.length; at + 4 <= received.length; ) {
    const length = received.readUInt32BE(at)
    if (length === 0) return Buffer.concat(chunks)
    chunks.push(received.subarray(at + 4, at + 4 + length))
    at += 4 + length
  }
  return undefined
}

async function listen(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}

const port = await listen(untilFileEnds(clamd))
const server = testApp({ CLAMD: `127.0.0.1:${port}` })
beforeEach(() => {
  verdict = 'stream: OK'
  scanned.length = 0
})

test('ASVS 5.4.3 every file is scanned as it was sent before it is decoded; a clean one is kept', async () => {
  const shop = await newOwner(server)
  const photo = await picture(500, 500)
  expect((await updateCompany(server, shop, editForm({ profileImage: photo }))).status).toBe(200)
  expect(scanned).toEqual([Buffer.from(await photo.arrayBuffer())])
})

test('ASVS 5.4.3 an infected file is refused with 415 in French, one among clean ones too, and nothing is kept', async () => {
  const shop = await newOwner(server)
  const before = await settingsOf(server, shop)
  verdict = 'stream: Eicar-Test-Signature FOUND'
  const { status, error } = await updateCompany(
    server,
    shop,
    editForm({ name: 'Autre', profileImage: await picture(500, 500) }),
  )
  expect([status, error?.code]).toEqual([415, 'unreadable_image'])
  expect(error?.message).toBe('Ce fichier est refusé : notre antivirus l’a jugé dangereux')
  expect(await settingsOf(server, shop)).toEqual(before)
  expect((await updateCompany(server, shop, editForm({ name: 'Sans photo' }))).status).toBe(200)
})

test('ASVS 5.4.3 without a verdict nothing is taken: 503, in time, whatever the scanner does', async () => {
  const shop = await newOwner(server)
  verdict = 'INSTREAM size limit exceeded. ERROR'
  const { status, error } = await updateCompany(server, shop, editForm({ profileImage: await picture(500, 500) }))
  expect([status, error?.code]).toEqual([503, 'UPSTREAM_UNAVAILABLE'])

  verdict = undefined
  const started = performance.now()
  const silent = createClamdScanner({ host: '127.0.0.1', port }, 200).isClean(Buffer.from('x'))
  await expect(silent).rejects.toMatchObject({ kind: 'unavailable' })
  expect(performance.now() - started).toBeLessThan(4_000)
  const nobody = createClamdScanner({ path: '/no-clamd-here.sock' })
  await expect(nobody.isClean(Buffer.from('x'))).rejects.toMatchObject({ kind: 'unavailable' })
})

test.skipIf(process.platform === 'win32')('ASVS 5.4.3 over a unix socket as over TCP', async () => {
  using folder = temporaryFolder('clamd')
  const path = join(folder.path, 'clamd.sock')
  await using local = createServer((socket) => void socket.once('data', () => socket.end('stream: X FOUND\0')))
  local.listen(path)
  await once(local, 'listening')
  expect(await createClamdScanner({ path }).isClean(Buffer.from('x'))).toBe(false)
})

test('CLAMD is an address or a path, and off by default', () => {
  expect(readScannerSettings({})).toEqual({ provider: 'none' })
  expect(readScannerSettings({ CLAMD: '/run/clamd.sock' })).toEqual({
    provider: 'clamd',
    at: { path: '/run/clamd.sock' },
  })
  expect(() => readScannerSettings({ CLAMD: 'clamd' })).toThrow('CLAMD doit être hôte:port')
})
