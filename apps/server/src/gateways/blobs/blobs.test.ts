import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { startFakeProvider } from '@parvis/harness/fakes/fake-provider'
import { startFakeS3 } from '@parvis/harness/fakes/fake-s3'
import { untilFileEnds } from '@parvis/harness/server/lifetimes'
import { temporaryFolder } from '@parvis/harness/temporary-folder'
import { describe, expect, test } from 'vitest'
import { type Blobs, isBlobName } from './blobs.ts'
import { createDiskBlobs } from './disk-blobs.ts'
import { createS3Blobs } from './s3-blobs.ts'
import { createSealedBlobs } from './sealed-blobs.ts'

const { path: folder } = untilFileEnds(temporaryFolder('parvis-blobs'))
const blobs = createDiskBlobs(folder)

describe('disk', () => {
  test('keeps, reads and forgets a file', async () => {
    const content = Buffer.from([0, 255, 1, 254])
    await blobs.put('company/a1-b2.jpg', content, 'image/jpeg')
    expect(await blobs.exists('company/a1-b2.jpg')).toBe(true)
    expect(await blobs.get('company/a1-b2.jpg')).toEqual(content)
    await blobs.delete('company/a1-b2.jpg')
    await blobs.delete('company/a1-b2.jpg')
    expect(await blobs.exists('company/a1-b2.jpg')).toBe(false)
  })

  test('a missing file is not found', async () => {
    await expect(blobs.get('none.jpg')).rejects.toMatchObject({ kind: 'not_found' })
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
    expect(await blobs.exists('id/1')).toBe(true)
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

const server = untilFileEnds(await startFakeS3())
const broken = untilFileEnds(await startFakeProvider())
const bucket = bucketAt(server.endpoint)

function bucketAt(endpoint: string, bucket = server.bucket): Blobs {
  return createS3Blobs({ bucket, region: 'eu-west-3', endpoint, ...server.keys })
}

test('a bucket keeps, reads and forgets a file like a disk', async () => {
  const content = Buffer.from([0, 255, 1, 254])
  await bucket.put('company/a1-b2.jpg', content, 'image/jpeg')
  await bucket.put('company/a1-b2.jpg', content, 'image/jpeg')
  expect(await bucket.exists('company/a1-b2.jpg')).toBe(true)
  expect(await bucket.get('company/a1-b2.jpg')).toEqual(content)
  await bucket.delete('company/a1-b2.jpg')
  await bucket.delete('company/a1-b2.jpg')
  expect(await bucket.exists('company/a1-b2.jpg')).toBe(false)
})

test('a missing file is not found', async () => {
  await expect(bucket.get('none.jpg')).rejects.toMatchObject({ kind: 'not_found' })
})

test('AMB-144 identity documents are sealed there too', async () => {
  const sealed = createSealedBlobs(bucket, Buffer.alloc(32, 7))
  await sealed.put('id/1', Buffer.from('front of an identity card'))
  expect((await bucket.get('id/1')).includes('identity')).toBe(false)
  expect((await sealed.get('id/1')).toString()).toBe('front of an identity card')
})

test.each([
  [{ status: 500, text: '' }, 'InternalError|Unknown|500'],
  [
    { status: 403, text: '<Error><Code>AccessDenied</Code></Error>', headers: { 'content-type': 'application/xml' } },
    'AccessDenied',
  ],
  ['cut' as const, 'ECONNRESET|TimeoutError'],
])('a bucket that answers %j is "unavailable", without its keys', async (reply, reason) => {
  broken.reply(reply)
  const failure = await bucketAt(broken.url)
    .put('a.jpg', Buffer.from('x'), 'image/jpeg')
    .catch((thrown) => thrown)
  expect(failure).toMatchObject({ name: 'GatewayFailure', kind: 'unavailable' })
  expect(failure.message).toMatch(new RegExp(reason))
  expect(failure.message).not.toContain('S3RVER')
  expect(broken.requests[0]?.path).toBe('/parvis/a.jpg')
})

test('a bucket that does not exist is "unavailable"', async () => {
  const absent = bucketAt(server.endpoint, 'absent')
  await expect(absent.put('a.jpg', Buffer.from('x'), 'image/jpeg')).rejects.toMatchObject({ kind: 'unavailable' })
})
