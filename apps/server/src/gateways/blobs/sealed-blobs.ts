import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { GatewayFailure } from '../gateway-failure.ts'
import type { Blobs } from './blobs.ts'

/** Files that only the holder of the key reads: identity documents (AMB-144). */
export type SealedBlobs = {
  put(name: string, content: Buffer): Promise<void>
  /** GatewayFailure 'refused' when the file was altered, renamed or sealed with another key. */
  get(name: string): Promise<Buffer>
  delete(name: string): Promise<void>
  exists(name: string): Promise<boolean>
}

/** AES-256-GCM: header "PVS" + version 1, nonce of 12 random bytes, text, tag of 16; the name is authenticated. */
const HEADER = Buffer.from('PVS\x01', 'latin1')
const NONCE_BYTES = 12
const TAG_BYTES = 16

/** @param key 32 bytes */
export function createSealedBlobs(blobs: Blobs, key: Buffer): SealedBlobs {
  if (key.length !== 32) throw new GatewayFailure('misconfigured', 'sealed blobs: the key must have 32 bytes')
  return {
    put: (name, content) => blobs.put(name, seal(content, name, key), 'application/octet-stream'),
    get: async (name) => open(await blobs.get(name), name, key),
    delete: (name) => blobs.delete(name),
    exists: (name) => blobs.exists(name),
  }
}

function seal(content: Buffer, name: string, key: Buffer): Buffer {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(bound(name))
  const text = Buffer.concat([cipher.update(content), cipher.final()])
  return Buffer.concat([HEADER, nonce, text, cipher.getAuthTag()])
}

function open(sealed: Buffer, name: string, key: Buffer): Buffer {
  const start = HEADER.length + NONCE_BYTES
  if (sealed.length < start + TAG_BYTES || !sealed.subarray(0, HEADER.length).equals(HEADER)) throw refused()
  const nonce = sealed.subarray(HEADER.length, start)
  const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG_BYTES }).setAAD(bound(name))
  decipher.setAuthTag(sealed.subarray(-TAG_BYTES))
  try {
    return Buffer.concat([decipher.update(sealed.subarray(start, -TAG_BYTES)), decipher.final()])
  } catch {
    throw refused()
  }
}

/** The version is authenticated with the name: an older format can never be passed off as a newer one. */
const bound = (name: string) => Buffer.concat([HEADER, Buffer.from(name, 'utf8')])

const refused = () => new GatewayFailure('refused', 'sealed blobs: not sealed by this key under this name')
