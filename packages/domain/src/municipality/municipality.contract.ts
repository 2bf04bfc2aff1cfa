import { z } from 'zod'
import type { Contract } from '../kernel/contract.ts'
import { integer, jsonList, longText, optionalText, pathId, pathUuid } from '../kernel/fields.ts'

const icon = z.object({ id: z.number(), tags: z.string(), url: z.string() })
const service = z.object({
  id: z.number(),
  label: z.string(),
  type: z.enum(['LINK', 'INTERNAL_PAGE']),
  content: z.string(),
  rank: z.number(),
  active: z.boolean(),
  cityId: z.string(),
  serviceIcon: icon,
})
const services = z.array(service)

const form = z.object({
  type: optionalText(),
  label: optionalText(),
  content: z.preprocess((value) => value ?? '', longText()),
  iconId: optionalText(),
  cityId: optionalText(),
})
const byManager = { company: 'params.id', atLeast: 'manager', type: 'mairie' } as const

export const municipalityContract = {
  listServices: {
    summary: 'The active municipal services of a town hall, by rank.',
    call: 'GET /v1/municipality/:id/service',
    access: { ...byManager, atLeast: 'counter' },
    params: z.object({ id: pathUuid() }),
    answer: services,
  },
  listServiceIcons: {
    summary: 'The icons a service may wear.',
    call: 'GET /v1/municipality/icons',
    access: 'session',
    answer: z.array(icon),
  },
  addService: {
    summary: 'Adds a service after the others.',
    call: 'POST /v1/municipality/:id/service',
    access: byManager,
    params: z.object({ id: pathUuid() }),
    body: form,
    answer: services,
    refusals: ['MAX_SERVICES_REACHED'],
  },
  updateService: {
    summary: 'Changes a service in its place.',
    call: 'POST /v1/municipality/service/:id/update',
    access: { through: 'service', atLeast: 'manager' },
    params: z.object({ id: pathId() }),
    body: form,
    answer: services,
    refusals: ['SERVICE_NOT_FOUND'],
  },
  deleteService: {
    summary: 'Takes a service away; the ranks of the others close up.',
    call: 'POST /v1/municipality/service/:id/delete',
    access: { through: 'service', atLeast: 'manager' },
    params: z.object({ id: pathId() }),
    answer: services,
    refusals: ['SERVICE_NOT_FOUND'],
  },
  rearrangeServices: {
    summary: 'Gives every active service its rank, from 1.',
    call: 'POST /v1/municipality/:id/service/rearrange',
    access: byManager,
    params: z.object({ id: pathUuid() }),
    body: z.object({
      idRankCouples: jsonList(z.object({ id: integer(), rank: integer() })),
      mairieId: optionalText(),
    }),
    answer: services,
    refusals: ['BAD_RANKS'],
  },
  listMunicipalities: {
    summary: 'The town halls of a postal code, for residents; `verified` once the team has seen who is behind it.',
    call: 'GET /v1/app/municipalities',
    access: 'visitor',
    query: z.object({ zip: optionalText() }),
    answer: z.array(
      z.object({
        id: z.string(),
        name: z.string(),
        address: z.string(),
        zipCode: z.string(),
        city: z.string(),
        profileImage: z.string().nullable(),
        coverImage: z.string().nullable(),
        phoneNumber: z.string().nullable(),
        email: z.string().nullable(),
        website: z.string().nullable(),
        verified: z.boolean(),
      }),
    ),
  },
  listPublicServices: {
    summary: 'The active services of a town hall, for residents.',
    call: 'GET /v1/app/municipalities/:id/services',
    access: 'visitor',
    params: z.object({ id: pathUuid() }),
    answer: services,
  },
  readIcon: {
    summary: 'A drawing shipped with the product: of a municipal service or of a trade.',
    call: 'GET /v1/icons/:set/:name',
    access: 'public',
    params: z.object({ set: z.enum(['services', 'categories']), name: z.string().regex(/^[a-z0-9-]{1,60}\.svg$/) }),
    answer: 'raw',
  },
} as const satisfies Contract
