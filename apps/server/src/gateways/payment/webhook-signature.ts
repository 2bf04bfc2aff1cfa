import { createHmac, timingSafeEqual } from 'node:crypto'

/** A webhook call ready to be posted to /v1/payment/webhook with the header stripe-signature. */
export type SignedWebhook = { rawBody: string; signature: string }

/** Stripe's own default tolerance; we also apply it to the future, which Stripe's library does not (T18). */
const TOLERANCE_SECONDS = 300

/** The header `t=…,v1=…` of a raw body, as Stripe documents it: HMAC-SHA256 of `${t}.${body}`. */
export function signWebhook(rawBody: string | Buffer, secret: string, nowSeconds: number): string {
  const t = Math.floor(nowSeconds)
  return `t=${t},v1=${digest(rawBody, secret, String(t)).toString('hex')}`
}

/** True when one v1 signature is ours and its time is within 300 s of `nowSeconds`, before or after. */
export function isWebhookSignatureValid(
  rawBody: Buffer,
  header: string | undefined,
  secret: string,
  nowSeconds: number,
): boolean {
  const parts = (header ?? '').split(',').map((part) => part.trim().split('=', 2))
  const time = parts.find(([name]) => name === 't')?.[1]
  if (time === undefined || !/^\d{1,12}$/.test(time)) return false
  if (Math.abs(nowSeconds - Number(time)) > TOLERANCE_SECONDS) return false
  const expected = digest(rawBody, secret, time)
  return parts.some(([name, value]) => name === 'v1' && isSame(expected, value ?? ''))
}

function digest(rawBody: string | Buffer, secret: string, time: string): Buffer {
  return createHmac('sha256', secret).update(`${time}.`).update(rawBody).digest()
}

function isSame(expected: Buffer, hex: string): boolean {
  const given = Buffer.from(hex, 'hex')
  return given.length === expected.length && timingSafeEqual(given, expected)
}
