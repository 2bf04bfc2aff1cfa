import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

const keyOf = (secretKey: Buffer, purpose: string) =>
  Buffer.from(hkdfSync('sha256', secretKey, '', `parvis ${purpose} key`, 32))
const ivLength = 12
const tagLength = 16

/** Seals a text for the database (AES-256-GCM) with a key of this purpose, derived from the server's secret key. */
export function sealText(secretKey: Buffer, purpose: string, text: string): Buffer {
  const iv = randomBytes(ivLength)
  const cipher = createCipheriv('aes-256-gcm', keyOf(secretKey, purpose), iv)
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), sealed])
}

/** Throws when the text was sealed with another key. */
export function openText(secretKey: Buffer, purpose: string, sealed: Buffer): string {
  const decipher = createDecipheriv('aes-256-gcm', keyOf(secretKey, purpose), sealed.subarray(0, ivLength))
  decipher.setAuthTag(sealed.subarray(ivLength, ivLength + tagLength))
  return decipher.update(sealed.subarray(ivLength + tagLength), undefined, 'utf8') + decipher.final('utf8')
}
