import { z } from 'zod'
import type { Contract } from '../kernel/contract.ts'
import { pathUuid, text } from '../kernel/fields.ts'

/** The longest push target that is kept: a Web Push subscription with its keys is under 1,000 characters. */
const deviceToken = () => text().pipe(z.string().min(1).max(2000))

/** Calls of the residents' app about what they follow and where they are told (C-057). */
export const residentsContract = {
  follow: {
    summary: 'Follows a company; once, however often it is called (M-045).',
    method: 'PUT',
    path: '/v1/app/companies/:id/follow',
    access: 'session',
    params: z.object({ id: pathUuid() }),
    answer: z.object({ followersCount: z.number() }),
    refusals: [],
  },
  unfollow: {
    summary: 'Stops following a company.',
    method: 'DELETE',
    path: '/v1/app/companies/:id/follow',
    access: 'session',
    params: z.object({ id: pathUuid() }),
    answer: z.object({ followersCount: z.number() }),
    refusals: [],
  },
  addDevice: {
    summary: 'Registers a push target of the caller; a token belongs to one person.',
    method: 'POST',
    path: '/v1/app/devices',
    access: 'session',
    body: z.object({ token: deviceToken(), platform: z.enum(['ios', 'android', 'web']) }),
    answer: z.object({}),
    refusals: [],
  },
  removeDevice: {
    summary: 'Forgets a push target of the caller.',
    method: 'DELETE',
    path: '/v1/app/devices',
    access: 'session',
    body: z.object({ token: deviceToken() }),
    answer: z.object({}),
    refusals: [],
  },
} as const satisfies Contract
