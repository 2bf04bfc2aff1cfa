import { buffer } from 'node:stream/consumers'
import { type FakeProvider, startFakeProvider } from '@parvis/harness/fakes/fake-provider'
import { type FakeS3, startFakeS3 } from '@parvis/harness/fakes/fake-s3'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Blobs } from './blobs.ts'
import { createS3Blobs } from './s3-blobs.ts'
import { createSealedBlobs } from './sealed-blobs.ts'

let server: FakeS3
let blobs: Blobs
let broken: FakeProvider
beforeAll(async () => {
  server = await startFakeS3()
  broken = await startFakeProvider()
  blobs = bucketAt(server.endpoint)
})
afterAll(async () => {
  await Promise.all([server[Symbol.asyncDispose](), broken.close()])
})

function bucketAt(endpoint: string, bucket = server.bucket): Blobs {
  return createS3Blobs({ bucket, region: 'eu-west-3', endpoint, ...server.keys })
}

test('a bucket keeps, reads, streams and forgets a file like a disk', async () => {
  const content = Buffer.from([0, 255, 1, 254])
  await blobs.put('company/a1-b2.jpg', content, 'image/jpeg')
  await blobs.put('company/a1-b2.jpg', content, 'image/jpeg')
  expect(await blobs.exists('company/a1-b2.jpg')).toBe(true)
  expect(await blobs.get('company/a1-b2.jpg')).toEqual(content)
  expect(await buffer(await blobs.stream('company/a1-b2.jpg'))).toEqual(content)
  await blobs.delete('company/a1-b2.jpg')
  await blobs.delete('company/a1-b2.jpg')
  expect(await blobs.exists('company/a1-b2.jpg')).toBe(false)
})

test('a missing file is not found', async () => {
  await expect(blobs.get('none.jpg')).rejects.toMatchObject({ kind: 'not_found' })
  await expect(blobs.stream('none.jpg')).rejects.toMatchObject({ kind: 'not_found' })
})

test('AMB-144 identity documents are sealed there too', async () => {
  const sealed = createSealedBlobs(blobs, Buffer.alloc(32, 7))
  await sealed.put('id/1', Buffer.from('front of an identity card'))
  expect((await blobs.get('id/1')).includes('identity')).toBe(false)
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
