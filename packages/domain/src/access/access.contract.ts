import { z } from 'zod'
import type { Contract } from '../kernel/contract.ts'
import { integer, optionalText, pathId, typedPhone } from '../kernel/fields.ts'

const profile = z.object({
  id: z.number(),
  first_name: z.string().nullable(),
  last_name: z.string().nullable(),
  phone_number: z.string(),
  date_of_birth: z.string().nullable(),
  gender: z.string(),
  email: z.string().nullable(),
  zip_code: z.string().nullable(),
  city: z.string().nullable(),
})

export const accessContract = {
  sendActivationCode: {
    summary: 'Sends a five-character sign-in code by SMS; `letters`: it is not of digits only.',
    call: 'POST /v1/authentication/send-activation-code',
    access: 'public',
    body: z.object({
      phone: typedPhone(),
      device_id: optionalText(),
      app_version: optionalText(),
      proof: optionalText(),
    }),
    answer: z.object({ phone: z.string(), expiresIn: z.number(), retryAfter: z.number(), letters: z.boolean() }),
    refusals: ['INVALID_PHONE', 'PHONE_BLOCKED', 'SMS_UNAVAILABLE', 'PROOF_NEEDED'],
  },
  startSession: {
    summary: 'Exchanges a phone and its code for a session token.',
    call: 'POST /v1/authentication/start-session',
    access: 'public',
    body: z.object({ phone: typedPhone(), code: optionalText(), app_id: optionalText() }),
    answer: z.object({
      token: z.string(),
      registration: z.boolean(),
      deletionCancelled: z.literal(true).optional(),
    }),
    refusals: [
      'INVALID_PHONE',
      'CODE_REQUIRED',
      'CODE_FORMAT',
      'CODE_INVALID',
      'PHONE_BLOCKED',
      'SECOND_PROOF_REQUIRED',
    ],
  },
  logout: {
    summary: 'Revokes the session of the call.',
    call: 'POST /v1/authentication/logout',
    access: 'session',
  },
  readSession: {
    summary: 'Who is signed in.',
    call: 'GET /v1/authentication/session',
    access: 'session',
    answer: z.object({ user: profile.omit({ gender: true }), isSuperAdmin: z.boolean(), registration: z.boolean() }),
  },
  listSessions: {
    summary: 'The open sessions of the caller.',
    call: 'GET /v1/authentication/sessions',
    access: 'session',
    answer: z.array(
      z.object({
        id: z.number(),
        device: z.string(),
        createdAt: z.string(),
        lastSeenAt: z.string(),
        current: z.boolean(),
      }),
    ),
  },
  endSession: {
    summary: 'Ends one of the caller’s sessions.',
    call: 'DELETE /v1/authentication/sessions/:id',
    access: { through: 'session' },
    params: z.object({ id: pathId() }),
    answer: z.object({ id: integer() }),
  },
  updateProfile: {
    summary: 'Writes the personal profile of the caller.',
    call: 'POST /v1/profile/update',
    access: 'session',
    body: z.object({
      first_name: optionalText(),
      last_name: optionalText(),
      phone_number: typedPhone(),
      phone: typedPhone(),
      phoneNumber: typedPhone(),
      'phone number': typedPhone(),
      date_of_birth: optionalText(),
      gender: optionalText().pipe(z.string().max(50).optional()),
      email: optionalText(),
      zip_code: optionalText(),
      city: optionalText(),
      app_id: optionalText(),
    }),
    answer: profile,
    refusals: ['INVALID_PHONE', 'SECOND_PROOF_REQUIRED'],
  },
} as const satisfies Contract
