import { fieldTexts } from '@parvis/domain/field-texts.fr'
import { codeOf } from '@parvis/domain/kernel/error-code'
import { firstFieldError } from '@parvis/domain/kernel/field-errors'
import { statusOfKind } from '@parvis/domain/kernel/refusal'
import { Refusal, refusal, refusals } from '@parvis/domain/refusals'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { isDatabaseUnavailable } from '../db/unavailable.ts'
import { GatewayFailure } from '../gateways/gateway-failure.ts'

const retrySeconds = 2

/** The one error handler: every error of every call leaves in the envelope of api.md section 1. */
export function errorHandler(thrown: unknown, request: FastifyRequest, reply: FastifyReply): void {
  // A library may throw a text: without properties of an error, this handler would fail in its turn.
  const error = thrown instanceof Error ? thrown : new Error(String(thrown))
  const refused = toRefusal(error)
  if (refused.key === 'request.server_error' || error instanceof GatewayFailure)
    request.log.error({ err: error, reqId: request.id }, 'unexpected error')
  sendRefusal(reply, refused)
}

export function sendRefusal(reply: FastifyReply, { key, extras }: Refusal): void {
  const { kind, code } = refusals[key]
  if (extras.retryAfter !== undefined) reply.header('retry-after', Math.max(1, Math.ceil(extras.retryAfter)))
  reply
    .code(statusOfKind[kind])
    .type('application/json; charset=utf-8')
    .send(
      JSON.stringify({
        error: {
          code,
          message: extras.message ?? sentence(key, extras),
          ...(extras.fields && { fields: extras.fields }),
          ...(extras.details && { details: extras.details }),
        },
      }),
    )
}

/** The first failing rule's sentence, else the refusal's own. */
function sentence(key: Refusal['key'], { fields, details }: Refusal['extras']): string {
  const first = fields && firstFieldError(fields)
  const text = first && fieldTexts[first.key]
  if (!text) return refusals[key].text
  const { width = '', height = '' } = (details?.[first.field] ?? {}) as { width?: number; height?: number }
  return text.replace('{L}', String(width)).replace('{H}', String(height))
}

/** Turns an error into a refusal: one of ours, 503 for a service that is away, 500 for a fault of ours. */
export function toRefusal(error: FastifyError | Error): Refusal {
  if (error instanceof Refusal) return error
  if (namesErased(error)) return refusal('request.not_found')
  if (isAway(error)) return refusal('request.upstream_unavailable', { retryAfter: retrySeconds })
  const status = 'statusCode' in error ? error.statusCode : undefined
  if (status === 413) return refusal('request.payload_too_large')
  if (status === 415) return refusal('request.unsupported_media_type')
  if (status !== undefined && status >= 400 && status < 500) return refusal('request.validation')
  return refusal('request.server_error')
}

/**
 * True for a foreign key violation that names a person or a business erased while the call was under way: nothing was written and
 * the object is gone. A row that is still referenced, and a pair that mixes two businesses, are faults of ours.
 */
function namesErased(error: Error): boolean {
  return (
    codeOf(error) === '23503' &&
    'detail' in error &&
    /^Key \(\w+\)=.*is not present in table "(users|companies)"\.$/.test(String(error.detail))
  )
}

/**
 * True when the database is unavailable, or a service that a use case did not expect to fail: a full disk, or a bucket that is
 * away while a picture is stored.
 */
const isAway = (error: Error): boolean =>
  isDatabaseUnavailable(error) ||
  (error instanceof GatewayFailure && ['unavailable', 'rate_limited'].includes(error.kind))
