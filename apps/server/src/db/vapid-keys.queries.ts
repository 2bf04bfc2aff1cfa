import { createCipheriv, createDecipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Database } from './database.ts'

/** A VAPID key pair (RFC 8292), base64url as the Web Push libraries write it. */
export type VapidKeys = { publicKey: string; privateKey: string }

/**
 * The VAPID pair of this database, generated at the first start that needs it; every process and every restored copy uses the
 * same one. The private key is sealed with the secret key of the service (W-071).
 */
export async function readVapidKeys(db: Database, secretKey: Buffer): Promise<VapidKeys> {
  const made = makeKeys()
  await sql`
    insert into vapid_keys (public_key, private_key_sealed)
    values (${made.publicKey}, ${seal(secretKey, made.privateKey)}) on conflict do nothing`.execute(db)
  const { public_key: publicKey, private_key_sealed: sealed } = await db
    .selectFrom('vapid_keys')
    .select(['vapid_keys.public_key', 'vapid_keys.private_key_sealed'])
    .executeTakeFirstOrThrow()
  return { publicKey, privateKey: open(secretKey, sealed) }
}

function makeKeys(): VapidKeys {
  const curve = createECDH('prime256v1')
  curve.generateKeys()
  const privateKey = Buffer.alloc(32)
  const written = curve.getPrivateKey()
  written.copy(privateKey, 32 - written.length)
  return { publicKey: curve.getPublicKey().toString('base64url'), privateKey: privateKey.toString('base64url') }
}

const otherKey =
  'Les clés des notifications sont scellées avec une autre SECRET_KEY. Remettez-la, ou donnez une paire à vous\u00a0: VAPID_PUBLIC_KEY et VAPID_PRIVATE_KEY (chaque appareil se réabonne en ouvrant Parvis).'

const keyOf = (secretKey: Buffer) => Buffer.from(hkdfSync('sha256', secretKey, '', 'parvis vapid key', 32))
const ivLength = 12
const tagLength = 16

function seal(secretKey: Buffer, text: string): Buffer {
  const iv = randomBytes(ivLength)
  const cipher = createCipheriv('aes-256-gcm', keyOf(secretKey), iv)
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), sealed])
}

function open(secretKey: Buffer, sealed: Buffer): string {
  const decipher = createDecipheriv('aes-256-gcm', keyOf(secretKey), sealed.subarray(0, ivLength))
  decipher.setAuthTag(sealed.subarray(ivLength, ivLength + tagLength))
  try {
    return decipher.update(sealed.subarray(ivLength + tagLength), undefined, 'utf8') + decipher.final('utf8')
  } catch (cause) {
    throw new Error(otherKey, { cause })
  }
}
