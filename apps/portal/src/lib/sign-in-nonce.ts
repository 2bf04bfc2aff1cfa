const key = 'sign-in'

/**
 * The header by which this browser says, asking for a code and giving it, that it is the same: a code read over a
 * shoulder opens nothing elsewhere (ASVS 6.6.2). Whichever tab asked last for a phone, the others know.
 */
export function signInNonce(phone: string): Record<string, string> {
  const nonce = readNonces()[phone] ?? crypto.randomUUID()
  keepNonce({ phone, nonce })
  channel?.postMessage({ phone, nonce })
  return { 'x-sign-in-nonce': nonce }
}

/** Signed in: nothing of it is kept. */
export function forgetSignInNonces(): void {
  sessionStorage.removeItem(key)
}

type Told = { phone: string; nonce: string }

const channel = typeof window === 'undefined' ? undefined : new BroadcastChannel(key)
channel?.addEventListener('message', ({ data }: MessageEvent<Told>) => keepNonce(data))

function keepNonce({ phone, nonce }: Told): void {
  sessionStorage.setItem(key, JSON.stringify({ ...readNonces(), [phone]: nonce }))
}

function readNonces(): Record<string, string> {
  return JSON.parse(sessionStorage.getItem(key) ?? '{}') as Record<string, string>
}
