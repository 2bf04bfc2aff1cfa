import { address, type Environment, needed, noteFault, oneOf, optional } from '../environment.ts'
import type { S3Settings } from './s3-blobs.ts'

export type BlobSettings = {
  store: { provider: 'disk'; folder: string } | ({ provider: 's3' } & S3Settings)
  /** 32 bytes that identity documents are sealed with; absent = made from the server's secret key. */
  identityKey: Buffer | undefined
}

export function readBlobSettings(env: Environment, folder: string): BlobSettings {
  const provider = oneOf(env, 'BLOBS', ['disk', 's3'], 'disk')
  const identityKey = readKey(env)
  return { identityKey, store: provider === 'disk' ? { provider, folder } : { provider, ...readS3(env) } }
}

function readS3(env: Environment): S3Settings {
  return {
    bucket: needed(env, 'S3_BUCKET', 'le nom du compartiment (bucket)'),
    region: optional(env, 'S3_REGION') ?? 'eu-west-3',
    endpoint: optional(env, 'S3_ENDPOINT') && address(env, 'S3_ENDPOINT', ''),
    accessKeyId: needed(env, 'S3_ACCESS_KEY_ID', 'la clé d’accès du compartiment'),
    secretAccessKey: needed(env, 'S3_SECRET_ACCESS_KEY', 'le secret de S3_ACCESS_KEY_ID'),
  }
}

function readKey(env: Environment): Buffer | undefined {
  const written = optional(env, 'ID_DOCUMENT_KEY')
  if (written === undefined) return undefined
  if (!/^[0-9a-f]{64}$/i.test(written))
    noteFault(
      env,
      'ID_DOCUMENT_KEY',
      'ID_DOCUMENT_KEY doit être fait de 64 chiffres hexadécimaux (openssl rand -hex 32)',
    )
  return Buffer.from(written, 'hex')
}
