import { z } from 'zod'
import { domainStates } from '../domains/own-domain.ts'
import type { Contract } from '../kernel/contract.ts'
import { integer, optionalText, pathUuid } from '../kernel/fields.ts'
import { drawablePictures } from './picture-sizes.ts'
import {
  drawnPictureNames,
  openingHoursList,
  pictureReferences,
  profileDegrees,
  profileFlag,
  profileLongText,
  profileText,
} from './profile-fields.contract.ts'

export const anyBusinessType = z.enum(['commerce', 'entreprise', 'association', 'mairie'])

export const openHours = z.array(
  z.object({ id: z.number(), type: z.string(), startTime: z.string(), endTime: z.string(), enabled: z.boolean() }),
)
export const clickAndCollectPictures = z.array(z.object({ rank: z.number(), url: z.string() }))

const settings = z.object({
  companyId: z.string(),
  name: z.string(),
  type: anyBusinessType,
  category: z.string().nullable(),
  siren: z.string(),
  subscription: z.object({
    membership: z.enum(['freemium', 'basic', 'premium', 'digital']),
    allowedInstant: z.number(),
    allowedConversation: z.number(),
    allowedNotificationPerInstant: z.number(),
    allowedBroadcast: z.number(),
    hasSubdomain: z.boolean(),
    hasClickAndCollect: z.boolean(),
  }),
  address: z.string().nullable(),
  zipCode: z.string().nullable(),
  city: z.string().nullable(),
  longitude: z.number().nullable(),
  latitude: z.number().nullable(),
  coverImage: z.string().nullable(),
  profileImage: z.string().nullable(),
  /** Which of the two is a drawing of ours; absent when none is. */
  drawnPictures: z.array(z.enum(drawablePictures)).optional(),
  description: z.string().nullable(),
  website: z.string().nullable(),
  email: z.string().nullable(),
  phoneNumber: z.string().nullable(),
  followersCount: z.number(),
  openHours,
  hoursVersion: z.number(),
  premiumSubdomain: z.string().nullable(),
  cacActive: z.boolean(),
  cacDescription: z.string(),
  cacImagesPath: clickAndCollectPictures,
  identityStatus: z.enum(['missing', 'pending', 'verified', 'refused']),
  suspension: z.object({ since: z.string(), reason: z.string() }).nullable(),
  /** Where residents find it: its page, its premium site, the domain of its own. */
  publicUrl: z.string().nullable(),
  siteUrl: z.string().nullable(),
  customDomain: z.object({ domain: z.string(), state: z.enum(domainStates) }).nullable(),
  isSpecial: z.boolean(),
})

const suggestion = z.object({
  label: z.string(),
  address: z.string(),
  city: z.string(),
  zipCode: z.string(),
  latitude: z.number(),
  longitude: z.number(),
})

export const companyContract = {
  readSettings: {
    summary: 'The whole profile of a business, its plan and its limits.',
    method: 'GET',
    path: '/v1/company/settings/:companyId',
    access: { owner: 'params.companyId', orSuperAdmin: true },
    params: z.object({ companyId: pathUuid() }),
    answer: settings,
    refusals: [],
  },
  updateCompany: {
    summary: 'Completes or changes the profile: absent keys stay, empty optional ones are cleared, hours are replaced.',
    method: 'POST',
    path: '/v1/company/:id/update-settings-and-openingHours',
    access: { owner: 'params.id' },
    params: z.object({ id: pathUuid() }),
    body: z.object({
      companyId: profileText(),
      name: profileText(),
      type: profileText(),
      category: profileText(),
      address: profileText(),
      city: profileText(),
      zipCode: profileText(),
      latitude: profileDegrees(),
      longitude: profileDegrees(),
      description: profileLongText(),
      openingHours: openingHoursList(),
      email: profileText(),
      phoneNumber: profileText(),
      website: profileText(),
      premium_subdomain: profileText(),
      cacActive: profileFlag(),
      cacDescription: profileLongText(),
      cacReferences: pictureReferences(),
      drawnPictures: drawnPictureNames(),
    }),
    files: {
      profileImage: 1,
      coverImage: 1,
      'id-card-front': 1,
      'id-card-back': 1,
      'cacImages[]': 4,
      cacImages: 4,
    },
    answer: settings,
    refusals: ['data_format_error', 'over_sized_image_error', 'unreadable_image', 'SUBDOMAIN_TAKEN'],
    invalid: 'company.data_format',
  },
  suggestCategories: {
    summary: 'The categories that the activity of the business, as registered, suggests.',
    method: 'GET',
    path: '/v1/company/:id/suggested-categories',
    access: { owner: 'params.id' },
    params: z.object({ id: pathUuid() }),
    answer: z.object({ category: z.string().nullable(), candidates: z.array(z.string()) }),
    refusals: [],
  },
  suggestAddresses: {
    summary: 'Addresses for what is being typed.',
    method: 'GET',
    path: '/v1/geo/suggest',
    access: 'session',
    query: z.object({
      q: optionalText(),
      zip: optionalText(),
      limit: integer().pipe(z.number().min(1).max(20)).default(5),
    }),
    answer: z.array(suggestion),
    refusals: ['UPSTREAM_UNAVAILABLE'],
  },
  geocodeAddress: {
    summary: 'Where an address is; the first result’s location is read.',
    method: 'GET',
    path: '/v1/geo/geocode',
    access: 'session',
    query: z.object({
      address: optionalText(),
      city: optionalText(),
      zip: optionalText(),
      language: z.unknown().optional(),
      region: z.unknown().optional(),
    }),
    answer: z.object({ results: z.array(z.object({ location: z.object({ lat: z.number(), lng: z.number() }) })) }),
    refusals: ['UPSTREAM_UNAVAILABLE'],
  },
} as const satisfies Contract
