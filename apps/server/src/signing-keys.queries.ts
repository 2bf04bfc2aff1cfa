import { createECDH, createHash, createPrivateKey, createPublicKey, type KeyObject, sign } from 'node:crypto'
import { cellOf, columnOf, type Db, rowOf, run } from './db/database.ts'
import { openText, sealText } from './sealed-text.ts'

/** A P-256 key pair, both halves in base64url as the Web Push libraries write them: 65 and 32 bytes. */
export type KeyPair = { publicKey: string; privateKey: string }

type Purpose = 'push' | 'evidence'

/** The pair of browsers' pushes (RFC 8292), made at the first start that needs it. */
export const readVapidKeys = (db: Db, secretKey: Buffer): Promise<KeyPair> => readPair(db, secretKey, 'push')

/**
 * Signs a text by ECDSA P-256 with SHA-256, DER encoded as openssl writes it. `id` names the key in what is signed.
 */
export type Signer = { id: string; sign(text: string): Buffer }

/** The signer of evidence: the key of `SIGNING_PRIVATE_KEY`, else that of the database. Its public half is stored for good. */
export async function evidenceSigner(
  db: Db,
  { secretKey, signingPrivateKey }: { secretKey: Buffer; signingPrivateKey: string | undefined },
): Promise<Signer> {
  const pair = signingPrivateKey ? pairOf(signingPrivateKey) : await readPair(db, secretKey, 'evidence')
  if (signingPrivateKey) await insertPair(db, 'evidence', pair.publicKey, null)
  const key = createPrivateKey({ key: { ...jwkOf(pair.publicKey), d: pair.privateKey }, format: 'jwk' })
  return { id: idOf(pair.publicKey), sign: (text) => sign('sha256', Buffer.from(text), key) }
}

/** The public half of a key of evidence as PEM; undefined for an unknown one. */
export async function findPublicKey(db: Db, id: string): Promise<string | undefined> {
  const publicKey = await cellOf<string>(db)`
    select signing_keys.public_key from signing_keys where signing_keys.id = ${id} and signing_keys.purpose = 'evidence'`
  return publicKey && publicKeyOf(publicKey).export({ type: 'spki', format: 'pem' }).toString()
}

/** Ids of the keys of evidence, the one made last first. */
export async function listPublicKeys(db: Db): Promise<string[]> {
  return await columnOf<string>(db)`
    select signing_keys.id from signing_keys where signing_keys.purpose = 'evidence'
    order by signing_keys.created_at desc`
}

/**
 * The pair of this database; every process and every restored copy uses the same one. The private half is sealed with the secret
 * key of the service.
 */
async function readPair(db: Db, secretKey: Buffer, purpose: Purpose): Promise<KeyPair> {
  const known = await findPair(db, purpose)
  if (!known) {
    const made = pairOf()
    await insertPair(db, purpose, made.publicKey, sealText(secretKey, purpose, made.privateKey))
  }
  const pair = known ?? (await findPair(db, purpose))
  if (!pair) throw new Error('a pair was just stored')
  return { publicKey: pair.publicKey, privateKey: open(secretKey, purpose, pair.sealed) }
}

async function findPair(db: Db, purpose: Purpose) {
  return await rowOf<{ publicKey: string; sealed: Buffer }>(db)`
    select signing_keys.public_key as "publicKey", signing_keys.private_key_sealed as sealed from signing_keys
    where signing_keys.purpose = ${purpose} and signing_keys.private_key_sealed is not null`
}

async function insertPair(db: Db, purpose: Purpose, publicKey: string, sealed: Buffer | null): Promise<void> {
  await run(db)`
    insert into signing_keys (id, purpose, public_key, private_key_sealed)
    values (${idOf(publicKey)}, ${purpose}, ${publicKey}, ${sealed}) on conflict do nothing`
}

/** The pair of a private half in base64url, or a new one. Throws where it is none. */
export function pairOf(privateKey?: string): KeyPair {
  const curve = createECDH('prime256v1')
  if (privateKey === undefined) curve.generateKeys()
  else curve.setPrivateKey(privateKey, 'base64url')
  // Zeros in front are left out otherwise.
  const written = Buffer.from(curve.getPrivateKey('hex').padStart(64, '0'), 'hex')
  return { publicKey: curve.getPublicKey('base64url'), privateKey: written.toString('base64url') }
}

/** X9.62: one byte, then x and y of 32 bytes each. */
function jwkOf(publicKey: string) {
  const point = Buffer.from(publicKey, 'base64url')
  const part = (from: number) => point.subarray(from, from + 32).toString('base64url')
  return { kty: 'EC', crv: 'P-256', x: part(1), y: part(33) }
}

const publicKeyOf = (publicKey: string): KeyObject => createPublicKey({ key: jwkOf(publicKey), format: 'jwk' })

function idOf(publicKey: string): string {
  const spki = publicKeyOf(publicKey).export({ type: 'spki', format: 'der' })
  return createHash('sha256').update(spki).digest('hex').slice(0, 16)
}

const otherKey = {
  push: 'Les clés des notifications sont scellées avec une autre SECRET_KEY. Remettez-la, ou donnez une paire à vous\u00a0: VAPID_PUBLIC_KEY et VAPID_PRIVATE_KEY (chaque appareil se réabonne en ouvrant Parvis).',
  evidence:
    'La clé des attestations est scellée avec une autre SECRET_KEY. Remettez-la, ou donnez une clé à vous\u00a0: SIGNING_PRIVATE_KEY (les attestations déjà signées se vérifient toujours).',
}

function open(secretKey: Buffer, purpose: Purpose, sealed: Buffer): string {
  try {
    return openText(secretKey, purpose, sealed)
  } catch (cause) {
    throw new Error(otherKey[purpose], { cause })
  }
}
