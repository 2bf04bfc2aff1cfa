import type { Blobs } from './blobs.ts'
import { createDriveBlobs } from './drive-blobs.ts'

export type S3Settings = {
  bucket: string
  region: string
  /** For another service than AWS (Scaleway, OVH, MinIO…); the bucket is then part of the path. */
  endpoint: string | undefined
  accessKeyId: string
  secretAccessKey: string
}

/** Files in an S3-compatible bucket, never public. */
export function createS3Blobs(settings: S3Settings): Blobs {
  return createDriveBlobs(async () => {
    const { S3Driver } = await import('flydrive/drivers/s3')
    return new S3Driver({
      credentials: { accessKeyId: settings.accessKeyId, secretAccessKey: settings.secretAccessKey },
      region: settings.region,
      bucket: settings.bucket,
      visibility: 'private',
      // Many S3-compatible services know neither ACLs nor the checksums that AWS added in 2024.
      supportsACL: false,
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
      maxAttempts: 2,
      requestHandler: { connectionTimeout: 2000, requestTimeout: 10_000 },
      ...(settings.endpoint === undefined ? {} : { endpoint: settings.endpoint, forcePathStyle: true }),
    })
  })
}
