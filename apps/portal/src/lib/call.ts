import { type Call, createCall } from '@parvis/client/call'
import { type CallOptions, request } from './request.ts'

/**
 * Calls the API: `call('GET /v1/company/settings/:companyId', { params: { companyId } })` gives what `data` holds.
 * Throws an ApiError with a French sentence.
 */
export const call: Call<CallOptions> = createCall<CallOptions>(({ method, url, body }, options) =>
  request(method, url, body, options),
)
