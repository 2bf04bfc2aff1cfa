import type { S3Client } from '@aws-sdk/client-s3'
import { GatewayFailure } from '../gateway-failure.ts'
import { type Blobs, isThere, refuseBlobName, toBlobFailure } from './blobs.ts'

export type S3Settings = {
  bucket: string
  region: string
  /** For another service than AWS (Scaleway, OVH, MinIO…); the bucket is then part of the path. */
  endpoint: string | undefined
  accessKeyId: string
  secretAccessKey: string
}

type S3Library = typeof import('@aws-sdk/client-s3')

/** Files in an S3-compatible bucket, never public. */
export function createS3Blobs(settings: S3Settings): Blobs {
  let opened: Promise<{ s3: S3Library; client: S3Client }> | undefined
  const at = async <T>(
    name: string,
    act: (client: S3Client, s3: S3Library, at: ObjectKey) => Promise<T>,
  ): Promise<T> => {
    refuseBlobName(name)
    opened ??= openClient(settings)
    const { client, s3 } = await opened
    try {
      return await act(client, s3, { Bucket: settings.bucket, Key: name })
    } catch (error) {
      throw toBlobFailure(error)
    }
  }
  return {
    put: (name, Body, ContentType) =>
      at(name, async (client, s3, object) => {
        await client.send(new s3.PutObjectCommand({ ...object, Body, ContentType }))
      }),
    get: (name) =>
      at(name, async (client, s3, object) => {
        const { Body } = await client.send(new s3.GetObjectCommand(object))
        if (!Body) throw new GatewayFailure('unavailable', 'blobs: an answer without a body')
        return Buffer.from(await Body.transformToByteArray())
      }),
    delete: (name) =>
      at(name, async (client, s3, object) => {
        await client.send(new s3.DeleteObjectCommand(object))
      }),
    // A HEAD has no body to say "NoSuchKey" with: only its 404.
    exists: (name) => isThere(at(name, (client, s3, object) => client.send(new s3.HeadObjectCommand(object)))),
  }
}

type ObjectKey = { Bucket: string; Key: string }

/** Loaded on first use: the library weighs on nobody who keeps files on a disk. */
async function openClient({ region, endpoint, accessKeyId, secretAccessKey }: S3Settings) {
  const s3 = await import('@aws-sdk/client-s3')
  const client = new s3.S3Client({
    region,
    credentials: { accessKeyId, secretAccessKey },
    // Many S3-compatible services do not know the checksums that AWS added in 2024.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    maxAttempts: 2,
    requestHandler: { connectionTimeout: 2000, requestTimeout: 10_000 },
    ...(endpoint !== undefined && { endpoint, forcePathStyle: true }),
  })
  return { s3, client }
}
