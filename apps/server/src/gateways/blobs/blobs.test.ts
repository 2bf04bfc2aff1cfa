import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterAll, describe, expect, test } from 'vitest'
import { isBlobName } from './blob-name.ts'
import { createDiskBlobs } from './disk-blobs.ts'
import { createSealedBlobs } from './sealed-blobs.ts'

const folder = mkdtempSync(join(tmpdir(), 'parvis-blobs-'))
const blobs = createDiskBlobs(folder)
afterAll(() => rmSync(folder, { recursive: true }))

describe('disk', () => {
  test('keeps, reads, streams and forgets a file', async () => {
    const content = Buffer.from([0, 255, 1, 254])
    await blobs.put('company/a1-b2.jpg', content, 'image/jpeg')
    expect(await blobs.exists('company/a1-b2.jpg')).toBe(true)
    expect(await blobs.get('company/a1-b2.jpg')).toEqual(content)
    expect(await buffer(await blobs.stream('company/a1-b2.jpg'))).toEqual(content)
    await blobs.delete('company/a1-b2.jpg')
    await blobs.delete('company/a1-b2.jpg')
    expect(await blobs.exists('company/a1-b2.jpg')).toBe(false)
  })

  test('a missing file is not found, before any byte is streamed', async () => {
    await expect(blobs.get('none.jpg')).rejects.toMatchObject({ kind: 'not_found' })
    await expect(blobs.stream('none.jpg')).rejects.toMatchObject({ kind: 'not_found' })
  })

  test('writes whole or not at all, leaving no draft behind', async () => {
    await Promise.all(['one', 'two', 'three'].map((text) => blobs.put('draft/a.txt', Buffer.from(text), 'text/plain')))
    expect(['one', 'two', 'three']).toContain((await blobs.get('draft/a.txt')).toString())
    expect(readdirSync(join(folder, 'draft'))).toEqual(['a.txt'])
  })

  test('a folder that cannot be written is said unavailable, without its path', async () => {
    await blobs.put('a-file', Buffer.from('x'), 'text/plain')
    const broken = createDiskBlobs(join(folder, 'a-file'))
    const failure = expect(broken.put('a.jpg', Buffer.from('x'), 'image/jpeg')).rejects
    await failure.toMatchObject({ kind: 'unavailable', message: expect.not.stringContaining(folder) })
  })
})

describe('names', () => {
  test.each([
    '../etc/passwd',
    '/etc/passwd',
    'a/../b',
    'a//b',
    '',
    '.hidden',
    'a/.b',
    'é.jpg',
    'a b',
    'a\\b',
    'a\0b',
    'x'.repeat(201),
  ])('refuses %j', async (name) => {
    expect(isBlobName(name)).toBe(false)
    await expect(blobs.put(name, Buffer.from('x'), 'image/png')).rejects.toMatchObject({ kind: 'invalid_input' })
    await expect(blobs.get(name)).rejects.toMatchObject({ kind: 'invalid_input' })
  })
})

describe('AMB-144 sealed identity documents', () => {
  const key = Buffer.alloc(32, 7)
  const sealed = createSealedBlobs(blobs, key)
  const document = Buffer.from('front of an identity card')

  test('are unreadable on the disk, whole for the holder of the key', async () => {
    await sealed.put('id/1', document)
    const stored = readFileSync(join(folder, 'id/1'))
    expect(stored.includes('identity')).toBe(false)
    expect(await sealed.get('id/1')).toEqual(document)
    expect(await sealed.exists('id/1')).toBe(true)
  })

  test('the same document twice gives two different files', async () => {
    await sealed.put('id/2', document)
    await sealed.put('id/3', document)
    expect(await blobs.get('id/2')).not.toEqual(await blobs.get('id/3'))
  })

  test('refuses an altered, cut, renamed or foreign file', async () => {
    await sealed.put('id/4', document)
    const good = await blobs.get('id/4')
    for (const at of [0, 3, 4, 16, good.length - 1]) {
      const altered = Buffer.from(good)
      altered[at] = (altered[at] ?? 0) ^ 1
      await blobs.put('id/altered', altered, 'application/octet-stream')
      await expect(sealed.get('id/altered')).rejects.toMatchObject({ kind: 'refused' })
    }
    await blobs.put('id/5', good, 'application/octet-stream')
    await expect(sealed.get('id/5')).rejects.toMatchObject({ kind: 'refused' })
    await blobs.put('id/4', good.subarray(0, 20), 'application/octet-stream')
    await expect(sealed.get('id/4')).rejects.toMatchObject({ kind: 'refused' })
    await sealed.put('id/6', document)
    await expect(createSealedBlobs(blobs, Buffer.alloc(32, 8)).get('id/6')).rejects.toMatchObject({ kind: 'refused' })
  })

  test('needs a key of 32 bytes', () => {
    expect(() => createSealedBlobs(blobs, Buffer.alloc(16))).toThrow('32 bytes')
  })
})
