import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'
import { type CBORType, encodeCBOR } from '@levischuck/tiny-cbor'

/** A software authenticator (WebAuthn, ES256) that can lie about each field. */
export type Authenticator = ReturnType<typeof newAuthenticator>

export type Lies = {
  origin?: string
  rpId?: string
  challenge?: string
  type?: string
  isVerified?: boolean
  userHandle?: string
  counter?: number
  key?: KeyObject
}

/** `counter` 0: never counts, as passkeys that are synchronised. */
export function newAuthenticator(counter = 0) {
  return { ...generateKeyPairSync('ec', { namedCurve: 'P-256' }), id: randomBytes(32), counter, userHandle: '' }
}

const base64 = (bytes: Buffer) => bytes.toString('base64url')
const sha256 = (bytes: Buffer | string) => createHash('sha256').update(bytes).digest()

const flags = { present: 1, verified: 4, backup: 24, attested: 64 }

function authenticatorData(rpId: string, bits: number, counter: number, rest = Buffer.alloc(0)): Buffer {
  const fixed = Buffer.alloc(5)
  fixed[0] = bits
  fixed.writeUInt32BE(counter, 1)
  return Buffer.concat([sha256(rpId), fixed, rest])
}

const bitsOf = ({ isVerified = true }: Lies) => flags.present | flags.backup | (isVerified ? flags.verified : 0)

const clientData = (type: string, challenge: string, origin: string) =>
  Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))

const envelope = ({ id }: Authenticator) => ({
  id: base64(id),
  rawId: base64(id),
  type: 'public-key',
  clientExtensionResults: {},
})

type CreationOptions = { challenge: string; rp: { id: string }; user: { id: string } }

/** RegistrationResponseJSON. */
export function createPasskey(own: Authenticator, options: unknown, lies: Lies & { origin: string }) {
  const { challenge, rp, user } = options as CreationOptions
  own.userHandle = user.id
  const { x = '', y = '' } = own.publicKey.export({ format: 'jwk' })
  const point = (text: string) => Buffer.from(text, 'base64url')
  const key: [number, CBORType][] = [
    [1, 2],
    [3, -7],
    [-1, 1],
    [-2, point(x)],
    [-3, point(y)],
  ]
  const cose = encodeCBOR(new Map(key))
  const attested = Buffer.concat([Buffer.alloc(16), Buffer.from([0, own.id.length]), own.id, cose])
  const authData = authenticatorData(lies.rpId ?? rp.id, bitsOf(lies) | flags.attested, own.counter, attested)
  const attestation = new Map<string, CBORType>([
    ['fmt', 'none'],
    ['attStmt', new Map<string, CBORType>()],
    ['authData', authData],
  ])
  const client = clientData(lies.type ?? 'webauthn.create', lies.challenge ?? challenge, lies.origin)
  return {
    ...envelope(own),
    response: { clientDataJSON: base64(client), attestationObject: base64(Buffer.from(encodeCBOR(attestation))) },
  }
}

/** AuthenticationResponseJSON; a counter above 0 grows by itself. */
export function usePasskey(own: Authenticator, options: unknown, lies: Lies & { origin: string }) {
  const { challenge, rpId } = options as { challenge: string; rpId: string }
  if (own.counter > 0 && lies.counter === undefined) own.counter += 1
  const client = clientData(lies.type ?? 'webauthn.get', lies.challenge ?? challenge, lies.origin)
  const data = authenticatorData(lies.rpId ?? rpId, bitsOf(lies), lies.counter ?? own.counter)
  const signature = sign('sha256', Buffer.concat([data, sha256(client)]), lies.key ?? own.privateKey)
  return {
    ...envelope(own),
    response: {
      clientDataJSON: base64(client),
      authenticatorData: base64(data),
      signature: base64(signature),
      userHandle: lies.userHandle ?? own.userHandle,
    },
  }
}
