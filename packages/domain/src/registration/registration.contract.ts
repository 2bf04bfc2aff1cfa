import { z } from 'zod'
import { accessContract } from '../access/access.contract.ts'
import { companyContract } from '../company/company.contract.ts'
import { businessTypes } from '../kernel/business-type.ts'
import type { Contract } from '../kernel/contract.ts'
import { flag, optionalText, uuid } from '../kernel/fields.ts'
import { roles } from '../kernel/roles.ts'
import { platformContract } from '../platform/platform.contract.ts'

const ownership = z.array(
  z.object({
    companyId: z.string(),
    name: z.string(),
    type: z.enum(businessTypes),
    category: z.string().nullable(),
    role: z.enum(roles),
    /** YYYY-MM-DD: the last day of the role. */
    until: z.string().nullable(),
    city: z.string(),
    picture: z.string().nullable(),
  }),
)

export const registrationContract = {
  readStart: {
    summary:
      'What the first screen of the portal needs, in one call: who is signed in, their businesses, the wished one, else the first, whole.',
    call: 'GET /v1/start',
    access: 'session',
    query: z.object({ companyId: uuid().optional().catch(undefined) }),
    answer: z.object({
      session: accessContract.readSession.answer,
      ownership,
      /** Null for who has none. */
      company: companyContract.readSettings.answer.nullable(),
      configuration: platformContract.readConfiguration.answer,
    }),
  },
  lookUpCode: {
    summary: 'What the public registry says of a SIRET, RNA or SIREN; four empty texts when it says nothing.',
    call: 'GET /v1/company/siren',
    access: 'public',
    // Whatever cannot be read is no registry number: INVALID_CODE rather than VALIDATION.
    query: z.object({ siren: z.string().catch('') }),
    answer: z.object({ name: z.string(), address: z.string(), zipCode: z.string(), city: z.string() }),
    refusals: ['INVALID_CODE', 'CODE_ALREADY_USED'],
  },
  listOwnedCompanies: {
    summary: 'The businesses of the caller: those that they own, then those that they work for, oldest first.',
    call: 'GET /v1/company/ownership',
    access: 'session',
    answer: ownership,
  },
  listWaiting: {
    summary: 'Unread conversations and orders to answer in each business of the caller, in the order of ownership.',
    call: 'GET /v1/company/waiting',
    access: 'session',
    answer: z.array(z.object({ companyId: z.string(), messages: z.number(), orders: z.number() })),
  },
  registerCompany: {
    summary: 'Registers a business under its registry number; the caller becomes its owner.',
    call: 'POST /v1/company/subscription',
    access: 'session',
    body: z.object({
      type: optionalText(),
      siren: optionalText(),
      originalProspectEmail: z.string().optional().catch(undefined),
      /** One more, for who owns some already. */
      another: z.preprocess((value) => (value === '' ? undefined : value), flag().optional()),
      // Other values than freemium give nothing.
      membership: z.unknown().optional(),
      device_id: z.unknown().optional(),
      app_version: z.unknown().optional(),
    }),
    answer: z.uuidv4(),
    refusals: ['CODE_ALREADY_USED', 'ALREADY_OWNER', 'TOO_MANY_ESTABLISHMENTS'],
  },
  listCities: {
    summary: 'The cities that a person chooses from: the districts of Paris, then the communes of Île-de-France.',
    call: 'GET /v1/syntheticProAccount/cities',
    access: 'public',
    answer: z.array(z.object({ name: z.string(), zip: z.string() })),
  },
  listZipCities: {
    summary: 'The names of the communes of a postal code.',
    call: 'GET /v1/geo/cities',
    access: 'public',
    query: z.object({ zip: optionalText() }),
    answer: z.array(z.string()),
  },
} as const satisfies Contract
