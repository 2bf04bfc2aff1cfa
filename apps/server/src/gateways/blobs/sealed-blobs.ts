import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { GatewayFailure } from '../gateway-failure.ts'
import type { Blobs } from './blobs.ts'

/** Files that only the holder of the key reads: identity documents. */
export type SealedBlobs = {
  put(name: string, content: Buffer): Promise<void>
  /** GatewayFailure 'refused' when the file was altered, renamed or sealed with another key. */
  get(name: string): Promise<Buffer>
  delete(name: string): Promise<void>
}

/** AES-256-GCM: header "PVS" + version 1, nonce of 12 random bytes, text, tag of 16; the name is authenticated. */
const sealHeader = Buffer.from('PVS\x01', 'latin1')
const nonceBytes = 12
const tagBytes = 16

/** @param key 32 bytes */
export function createSealedBlobs(blobs: Blobs, key: Buffer): SealedBlobs {
  if (key.length !== 32) throw new GatewayFailure('misconfigured', 'sealed blobs: the key must have 32 bytes')
  return {
    put: (name, content) => blobs.put(name, seal(content, name, key), 'application/octet-stream'),
    get: async (name) => open(await blobs.get(name), name, key),
    delete: (name) => blobs.delete(name),
  }
}

function seal(content: Buffer, name: string, key: Buffer): Buffer {
  const nonce = randomBytes(nonceBytes)
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(bound(name))
  const text = Buffer.concat([cipher.update(content), cipher.final()])
  return Buffer.concat([sealHeader, nonce, text, cipher.getAuthTag()])
}

function open(sealed: Buffer, name: string, key: Buffer): Buffer {
  const start = sealHeader.length + nonceBytes
  if (sealed.length < start + tagBytes || !sealed.subarray(0, sealHeader.length).equals(sealHeader)) throw refused()
  const nonce = sealed.subarray(sealHeader.length, start)
  const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: tagBytes }).setAAD(bound(name))
  decipher.setAuthTag(sealed.subarray(-tagBytes))
  try {
    return Buffer.concat([decipher.update(sealed.subarray(start, -tagBytes)), decipher.final()])
  } catch {
    throw refused()
  }
}

/** The version is authenticated with the name: an older format can never be passed off as a newer one. */
const bound = (name: string) => Buffer.concat([sealHeader, Buffer.from(name, 'utf8')])

const refused = () => new GatewayFailure('refused', 'sealed blobs: not sealed by this key under this name')
