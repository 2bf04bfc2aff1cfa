import { z } from 'zod'
import { domainStates } from '../domains/own-domain.ts'
import { businessTypes } from '../kernel/business-type.ts'
import type { Contract } from '../kernel/contract.ts'
import { flag, integer, jsonList, longText, number, ofCompany, optionalText, pathUuid, text } from '../kernel/fields.ts'
import { drawablePictures } from './picture-sizes.ts'

/**
 * Field types of the company update. They never fail: what cannot be read becomes a value that the rules refuse, so that
 * every wrong field is named together, each by its own key.
 */

/** Sentinel of a value that cannot be read: one character that no rule accepts and that PostgreSQL can store. */
const unreadable = '\uFFFD'

/** Absent stays undefined (unchanged), null reads as empty (cleared). */
const profileText = () => asEmpty(text().optional().catch(unreadable))
const profileLongText = () => asEmpty(longText().optional().catch(unreadable))

/** Degrees; empty asks for the position to be looked up again (null). */
const profileDegrees = () =>
  z.preprocess((value) => (value === '' ? null : value), z.union([z.null(), number()]).optional().catch(Number.NaN))

const profileFlag = () =>
  z
    .union([flag(), z.literal('unreadable')])
    .optional()
    .catch('unreadable')

/** The n-th UPDATE takes the n-th file. */
const pictureReferences = () =>
  asAbsent(
    z
      .union([jsonList(z.object({ rank: integer(), action: z.enum(['UPDATE', 'DELETE']) })), z.literal('unreadable')])
      .optional()
      .catch('unreadable'),
  )

/** Which of the pictures sent are drawings of ours; what cannot be read names none. */
const drawnPictureNames = () => asAbsent(jsonList(z.enum(drawablePictures)).optional().catch(undefined))

const clockTime = () => text().catch(unreadable)

const entry = z.object({
  id: z.preprocess((value) => value ?? undefined, integer().optional().catch(undefined)),
  daytype: clockTime(),
  startTime: clockTime(),
  endTime: clockTime(),
  enabled: flag().optional(),
})

const noEntry = { daytype: unreadable, startTime: unreadable, endTime: unreadable }

/** The list that replaces the stored one; one entry that no rule accepts when it is no list of entries. */
const openingHoursList = () =>
  z.preprocess((value) => (value === null || value === '' ? [] : value), jsonList(entry).optional().catch([noEntry]))

/** Days 1 to 7; a day that no rule accepts when it is no list of days. */
const weekdays = () => asAbsent(jsonList(integer()).optional().catch([0]))

function asEmpty<T extends z.ZodType>(schema: T) {
  return z.preprocess((value) => (value === null ? '' : value), schema)
}

function asAbsent<T extends z.ZodType>(schema: T) {
  return z.preprocess((value) => (value === null || value === '' ? undefined : value), schema)
}

export const openHours = z.array(
  z.object({ id: z.number(), type: z.string(), startTime: z.string(), endTime: z.string(), enabled: z.boolean() }),
)
const clickAndCollectPictures = z.array(z.object({ rank: z.number(), url: z.string() }))

/** What the owner of a business and residents read of it alike. */
export const shownProfile = {
  companyId: z.string(),
  name: z.string(),
  type: z.enum(businessTypes),
  /** Empty before the completion. */
  categoryLabel: z.string(),
  profileImage: z.string().nullable(),
  coverImage: z.string().nullable(),
  description: z.string().nullable(),
  address: z.string().nullable(),
  zipCode: z.string().nullable(),
  city: z.string().nullable(),
  latitude: z.number().nullable(),
  longitude: z.number().nullable(),
  website: z.string().nullable(),
  email: z.string().nullable(),
  phoneNumber: z.string().nullable(),
  followersCount: z.number(),
  premiumSubdomain: z.string().nullable(),
  cacActive: z.boolean(),
  cacDescription: z.string(),
  cacImagesPath: clickAndCollectPictures,
}

const settings = z.object({
  ...shownProfile,
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
  /** Which of its two pictures is a drawing of ours; absent when none is. */
  drawnPictures: z.array(z.enum(drawablePictures)).optional(),
  openHours,
  /** Days that receive by appointment outside of their hours; absent when there is none. */
  appointmentDays: z.array(z.number()).optional(),
  hoursVersion: z.number(),
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
    call: 'GET /v1/company/settings/:companyId',
    access: { company: 'params.companyId', atLeast: 'counter', orSuperAdmin: true },
    params: z.object({ companyId: pathUuid() }),
    answer: settings,
  },
  updateCompany: {
    summary: 'Completes or changes the profile: absent keys stay, empty optional ones are cleared, hours are replaced.',
    call: 'POST /v1/company/:id/update-settings-and-openingHours',
    ...ofCompany('manager'),
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
      appointmentDays: weekdays(),
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
    call: 'GET /v1/company/:id/suggested-categories',
    ...ofCompany('manager'),
    answer: z.object({ category: z.string().nullable(), candidates: z.array(z.string()) }),
  },
  suggestAddresses: {
    summary: 'Addresses for what is being typed.',
    call: 'GET /v1/geo/suggest',
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
    call: 'GET /v1/geo/geocode',
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
