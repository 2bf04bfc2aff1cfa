/** The part of web-push 3.6.7 that we use; the package brings no types. */
declare module 'web-push' {
  type Details = {
    endpoint: string
    method: 'POST'
    headers: Record<string, string | number>
    body: Buffer | null
  }
  const library: {
    generateRequestDetails(
      subscription: { endpoint: string; keys: { p256dh: string; auth: string } },
      payload: string,
      options: {
        headers: { Authorization: string }
        TTL: number
        urgency: 'very-low' | 'low' | 'normal' | 'high'
        topic: string
      },
    ): Details
    getVapidHeaders(
      origin: string,
      subject: string,
      publicKey: string,
      privateKey: string,
      encoding: 'aes128gcm',
    ): { Authorization: string }
    generateVAPIDKeys(): { publicKey: string; privateKey: string }
  }
  export = library
}

/** The part of http_ece 1.2.1 that the tests use; the package brings no types. */
declare module 'http_ece' {
  import type { ECDH } from 'node:crypto'

  const library: {
    decrypt(body: Buffer, parameters: { version: 'aes128gcm'; privateKey: ECDH; authSecret: string }): Buffer
  }
  export = library
}
