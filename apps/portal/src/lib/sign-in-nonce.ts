const key = 'sign-in'

/** In memory alone: a phone typed here leaves nothing in the browser, signed in or not. */
let nonces: Readonly<Record<string, string>> = {}

/**
 * The header by which this browser says, asking for a code and giving it, that it is the same: a code read over a
 * shoulder opens nothing elsewhere (ASVS 6.6.2). Whichever tab asked last for a phone, the others know. A page that is
 * loaded again asks for the phone again too.
 */
export function signInNonce(phone: string): Record<string, string> {
  const nonce = nonces[phone] ?? crypto.randomUUID()
  keepNonce({ phone, nonce })
  channel?.postMessage({ phone, nonce })
  return { 'x-sign-in-nonce': nonce }
}

/** Signed in: nothing of it is kept. */
export function forgetSignInNonces(): void {
  nonces = {}
}

type Told = { phone: string; nonce: string }

const channel = typeof window === 'undefined' ? undefined : new BroadcastChannel(key)
channel?.addEventListener('message', ({ data }: MessageEvent<Told>) => keepNonce(data))

function keepNonce({ phone, nonce }: Told): void {
  nonces = { ...nonces, [phone]: nonce }
}
