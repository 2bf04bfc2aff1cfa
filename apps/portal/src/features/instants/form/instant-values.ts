import {
  categoriesOfForm,
  type InstantCategorySlug,
  type InstantKind,
  instantCategoryOf,
} from '@parvis/domain/instants/kind'
import {
  type TypedFixedItem,
  type TypedRecurrentItem,
  type TypedScheduleItem,
  typedPlanOf,
} from '@parvis/domain/instants/typed-schedule'
import { writeParisMinute } from '@parvis/domain/kernel/paris-time'
import { Temporal } from 'temporal-polyfill'
import type { Company } from '../../../lib/session.ts'
import { addressKeyOf, type LocatedPoint } from '../../../lib/use-address-lookup.ts'
import type { ServerInstant } from '../instant.ts'

/** Typed values of the instant form. */
export type InstantValues = {
  title: string
  shortDescription: string
  longDescription: string
  /** Empty: the placeholder `default`, to be replaced. */
  category: InstantCategorySlug | ''
  picture: Blob | null
  streetAddress: string
  city: string
  zipCode: string
  /** Sent with the address it is of. */
  position: LocatedPoint | null
  /** The open tab of the schedule: its items are those that are saved. */
  tab: 'recurrent' | 'fixed' | 'hours'
  recurrent: readonly Keyed<TypedRecurrentItem>[]
  fixed: TypedFixedItem | null
  /** The dates beside the first one. */
  otherDates?: readonly Keyed<TypedFixedItem>[]
  pausesWhenClosed?: boolean
  /** Absent: now. */
  publication?: Publication
  /** `YYYY-MM-DD HH:mm`, or what was typed of it. */
  publishAt?: string
  notifyAtPublication?: boolean
  /** `YYYY-MM-DD HH:mm`, or what was typed of it. */
  notificationDate: string
  /** Notify five minutes after saving. */
  notifyQuick: boolean
  /** The version that the form was filled from: the server refuses to replace another one; empty for a new one. */
  version: string
}

export type Publication = 'now' | 'later' | 'draft'
/** A typed item with the key of its row on the screen. */
export type Keyed<T extends TypedScheduleItem> = T & { key: string }

/** A new instant, where the company is. A gift needs no choice of category. */
export function emptyValues(kind: InstantKind, company: Company): InstantValues {
  return {
    title: '',
    shortDescription: '',
    longDescription: '',
    category: kind === 'specialOffer' ? 'gift' : '',
    picture: null,
    ...addressOf(company, company),
    tab: kind === 'service' ? 'recurrent' : 'fixed',
    recurrent: [],
    fixed: null,
    notificationDate: '',
    notifyQuick: false,
    version: '',
  }
}

/** An instant to change; `pendingDate` is its notification to come. */
export function instantValuesOf(instant: ServerInstant, kind: InstantKind, pendingDate: string): InstantValues {
  const { instantInformation: texts, address } = instant
  const { schedule, publication } = instant
  const isLinked = instant.followsHours
  const items = schedule ? typedPlanOf(schedule) : []
  const [fixed = null, ...others] = items.filter((item) => item.kind === 'fixed')
  return {
    title: texts.title,
    shortDescription: texts.shortDescription,
    longDescription: texts.longDescription,
    category: categoryOf(texts.category, kind),
    picture: null,
    ...addressOf(address, address.coordinates),
    tab: isLinked ? 'hours' : fixed || kind === 'event' ? 'fixed' : 'recurrent',
    recurrent: items.flatMap((item) => (item.kind === 'recurrent' && !isLinked ? [keyed(item)] : [])),
    fixed,
    otherDates: others.map((item) => ({ ...item, key: String(item.id) })),
    pausesWhenClosed: instant.pausesWhenClosed,
    publication: publication.state === 'published' ? 'now' : publication.state === 'draft' ? 'draft' : 'later',
    publishAt: publication.at ? writeParisMinute(Temporal.Instant.from(publication.at)) : '',
    notifyAtPublication: publication.notify,
    notificationDate: pendingDate,
    notifyQuick: false,
    version: instantVersionOf(instant),
  }
}

/** Moves with every change that an owner makes. */
export const instantVersionOf = ({ version }: ServerInstant): string => String(version)

/** The same as a new instant: its dates emptied, its items without ids, nothing to notify. */
export function duplicateOf(values: InstantValues, picture: Blob | null): InstantValues {
  const { fixed, recurrent } = values
  return {
    ...values,
    picture,
    otherDates: [],
    publication: 'now',
    publishAt: '',
    fixed: fixed && { ...withoutId(fixed), startDay: '', endDay: '', paused: false },
    recurrent: recurrent.map((item) => keyed({ ...withoutId(item), paused: false })),
    notificationDate: '',
    notifyQuick: false,
    version: '',
  }
}

/** The items to save: those of the open tab; an instant is never both recurrent and dated. */
export function itemsOf({ tab, recurrent, fixed, otherDates = [] }: InstantValues): TypedScheduleItem[] {
  if (tab === 'hours') return []
  if (tab === 'fixed') return fixed ? [fixed, ...otherDates.map(({ key: _key, ...item }) => item)] : []
  return recurrent.map(({ key: _key, ...item }) => item)
}

export function keyed<T extends TypedScheduleItem>(item: T): Keyed<T> {
  return { ...item, key: item.id === undefined ? crypto.randomUUID() : String(item.id) }
}

/** A category that this form does not offer reads as the placeholder. */
function categoryOf(slug: string, kind: InstantKind): InstantCategorySlug | '' {
  const known = instantCategoryOf(slug)?.slug
  return known && categoriesOfForm(kind).includes(known) ? known : ''
}

type KnownAddress = { address: string | null; city: string | null; zipCode: string | null }
type KnownPoint = { latitude: number | null; longitude: number | null }

function addressOf({ address, city, zipCode }: KnownAddress, { latitude, longitude }: KnownPoint) {
  const place = { streetAddress: address ?? '', city: city ?? '', zipCode: zipCode ?? '' }
  const of = addressKeyOf({ ...place, address: place.streetAddress })
  return { ...place, position: latitude === null || longitude === null ? null : { latitude, longitude, of } }
}

function withoutId<T extends { id?: number }>(item: T): Omit<T, 'id'> {
  const { id: _id, ...rest } = item
  return rest
}
