import { z } from 'zod'
import type { HttpReply } from '../bounded-fetch.ts'
import { GatewayFailure } from '../gateway-failure.ts'
import { readJson } from '../http-client.ts'
import { SocialFailure, type SocialFailureCode } from './social.ts'

/** Reads an answer of the Graph API; an error of Meta becomes a SocialFailure, garbage a GatewayFailure. */
export function readGraph<T>(reply: HttpReply, schema: z.ZodType<T>): T {
  if (reply.status < 400) return readJson(reply, schema)
  const { code, error_subcode } = readJson(reply, errorSchema).error
  const failure = codeOf(code)
  const detail = `Meta error ${code}${error_subcode ? `/${error_subcode}` : ''}`
  if (failure === 'UNAVAILABLE') throw new GatewayFailure('rate_limited', detail, { status: reply.status })
  throw new SocialFailure(failure, failure === 'TOKEN_EXPIRED' ? `${detail}: the person must connect again` : detail)
}

export function toSocialFailure(error: unknown): SocialFailure {
  if (error instanceof SocialFailure) return error
  return new SocialFailure('UNAVAILABLE', error instanceof GatewayFailure ? error.message : 'unknown trouble')
}

const errorSchema = z.object({ error: z.object({ code: z.number(), error_subcode: z.number().optional() }) })

/** 190 and 102: the token ran out or was taken back. The rate limits are 4, 17, 32, 613; 1 and 2 pass by themselves. */
function codeOf(code: number): SocialFailureCode {
  if (code === 190 || code === 102) return 'TOKEN_EXPIRED'
  if (code === 803) return 'NO_PAGE_FOUND'
  return [1, 2, 4, 9, 17, 32, 341, 613].includes(code) ? 'UNAVAILABLE' : 'REFUSED'
}
