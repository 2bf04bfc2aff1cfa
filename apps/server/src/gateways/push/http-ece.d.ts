/** The part of http_ece 1.2.1 that the tests use; the package brings no types. */
declare module 'http_ece' {
  import type { ECDH } from 'node:crypto'

  const library: {
    decrypt(body: Buffer, parameters: { version: 'aes128gcm'; privateKey: ECDH; authSecret: string }): Buffer
  }
  export = library
}
