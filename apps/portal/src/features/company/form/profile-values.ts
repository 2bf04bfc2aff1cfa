import { pictureSlots } from '@parvis/domain/company/click-and-collect'
import { type DayOfWeek, daysOfWeek, isDayType } from '@parvis/domain/company/opening-hours'
import type { DrawablePicture } from '@parvis/domain/company/picture-sizes'
import { normaliseSubdomain } from '@parvis/domain/company/subdomain'
import { type DayRange, rangesOfWeek, weekOfRanges } from '@parvis/domain/hours/typed-week'
import { foldWeek, keepIds, unfoldWeek } from '@parvis/domain/hours/week'
import { type BusinessType, offersOf } from '@parvis/domain/kernel/business-type'
import { formatPhone } from '@parvis/domain/kernel/phone'
import type { Company } from '../../../lib/session.ts'
import { addressKeyOf, type LocatedPoint, pointFor } from '../../../lib/use-address-lookup.ts'

/** One of the four pictures of the click-and-collect: the stored one, a new one, or one to remove. */
export type PictureSlot = { rank: number; url: string | null; picture: Blob | null; isRemoved: boolean }

/** Values of the form, under the names of the wire where there is one, so that errors find their field. */
export type ProfileValues = {
  type: BusinessType
  name: string
  category: string
  address: string
  /** The stored or picked street; an edited text must be picked again. */
  chosenAddress: string
  city: string
  zipCode: string
  /** The point and the address it belongs to; for another address the server geocodes. */
  position: LocatedPoint | null
  description: string
  openingHours: DayRange[]
  appointmentDays: readonly DayOfWeek[]
  website: string
  noWebsite: boolean
  email: string
  phoneNumber: string
  hasSubdomain: boolean
  premium_subdomain: string
  cacActive: boolean
  cacDescription: string
  cacImages: PictureSlot[]
  profileImage: Blob | null
  coverImage: Blob | null
  /** The new pictures that are drawings made here. */
  drawnPictures: readonly DrawablePicture[]
  'id-card-front': Blob | null
  'id-card-back': Blob | null
  /** The stored version from which the form was filled, to detect a concurrent change. */
  version: string
}

/** The fields of the page from its top down: what each is called, and what to do while it is empty. Identity documents come last. */
export const profileFields: Readonly<Record<string, { label: string; asked?: string }>> = {
  coverImage: { label: 'photo de couverture', asked: 'Ajoutez une photo de couverture' },
  profileImage: { label: 'photo de profil', asked: 'Ajoutez une photo de profil' },
  name: { label: 'nom', asked: 'Indiquez le nom de votre établissement' },
  category: { label: 'catégorie', asked: 'Choisissez votre métier' },
  address: { label: 'adresse', asked: 'Indiquez votre adresse' },
  zipCode: { label: 'code postal', asked: 'Indiquez votre code postal' },
  city: { label: 'ville', asked: 'Indiquez votre ville' },
  openingHours: { label: 'horaires' },
  description: { label: 'description', asked: 'Présentez-vous en quelques phrases' },
  phoneNumber: { label: 'téléphone', asked: 'Indiquez votre téléphone' },
  email: { label: 'e-mail', asked: 'Indiquez votre adresse e-mail' },
  website: { label: 'site web', asked: 'Indiquez votre site, ou cochez que vous n’en avez pas' },
  'id-card-front': { label: 'recto de la pièce d’identité', asked: 'Ajoutez le recto de votre pièce d’identité' },
  'id-card-back': { label: 'verso de la pièce d’identité', asked: 'Ajoutez le verso de votre pièce d’identité' },
  premium_subdomain: { label: 'adresse web' },
  cacDescription: { label: 'texte du click and collect' },
}

/** Initial values from the stored profile. A finished profile without a website has its box ticked. */
export function profileValuesOf(company: Company): ProfileValues {
  const texts = textsOf(company)
  return {
    type: company.type,
    name: company.name,
    ...texts,
    chosenAddress: texts.address,
    position: pointOf(company, addressKeyOf(texts)),
    openingHours: rangesOfWeek(foldWeek(storedRows(company))),
    appointmentDays: daysOfWeek.filter((day) => company.appointmentDays?.includes(day)),
    noWebsite: company.category !== null && !company.website,
    phoneNumber: formatPhone(company.phoneNumber ?? ''),
    hasSubdomain: Boolean(company.premiumSubdomain),
    premium_subdomain: company.premiumSubdomain ?? '',
    cacActive: company.cacActive,
    cacDescription: company.cacDescription,
    cacImages: pictureSlots.map((rank) => ({
      rank,
      url: company.cacImagesPath.find((stored) => stored.rank === rank)?.url ?? null,
      picture: null,
      isRemoved: false,
    })),
    profileImage: null,
    coverImage: null,
    drawnPictures: [],
    'id-card-front': null,
    'id-card-back': null,
    version: profileVersionOf(company),
  }
}

/** All that an owner may change of a stored profile. */
export function profileVersionOf(company: Company): string {
  const { type, name, category, address, zipCode, city, description, website, email, phoneNumber, openHours } = company
  const hours = [openHours, company.appointmentDays]
  const { coverImage, profileImage, premiumSubdomain, cacActive, cacDescription, cacImagesPath } = company
  const texts = [type, name, category, address, zipCode, city, description, website, email, phoneNumber]
  const premium = [premiumSubdomain, cacActive, cacDescription, cacImagesPath]
  return JSON.stringify([texts, hours, coverImage, profileImage, premium])
}

function pointOf({ latitude, longitude }: Company, of: string | undefined): LocatedPoint | null {
  return latitude === null || longitude === null ? null : { latitude, longitude, of }
}

/** Unknown values are empty fields. */
function textsOf({ category, address, city, zipCode, description, website, email }: Company) {
  return {
    category: category ?? '',
    address: address ?? '',
    city: city ?? '',
    zipCode: zipCode ?? '',
    description: description ?? '',
    website: website ?? '',
    email: email ?? '',
  }
}

/** What to send: texts and lists. A switched-off subdomain and a ticked box are sent empty. */
export function bodyOf(values: ProfileValues, company: Company) {
  const { hasSubdomain, hasClickAndCollect } = company.subscription
  return {
    companyId: company.companyId,
    name: values.name,
    type: values.type,
    category: values.category,
    address: values.address,
    city: values.city,
    zipCode: values.zipCode,
    ...coordinatesOf(values),
    description: values.description,
    openingHours: keepIds(hoursRowsOf(values.openingHours), storedRows(company)).map(({ type, ...row }) => ({
      ...row,
      daytype: type,
    })),
    appointmentDays: [...values.appointmentDays],
    email: values.email.trim(),
    phoneNumber: values.phoneNumber.replace(/\s/g, ''),
    website: values.noWebsite ? '' : values.website.trim(),
    ...(values.drawnPictures.length > 0 && { drawnPictures: [...values.drawnPictures] }),
    ...(hasSubdomain && { premium_subdomain: subdomainOf(values) }),
    ...(hasClickAndCollect && {
      cacActive: values.cacActive,
      cacDescription: values.cacDescription,
      cacReferences: pictureReferencesOf(values.cacImages),
    }),
  }
}

/** The rows of the seeds of the typed week. */
export const hoursRowsOf = (ranges: readonly DayRange[]) => unfoldWeek(weekOfRanges(ranges))

const storedRows = ({ openHours }: Company) =>
  openHours.flatMap(({ type, ...row }) => (isDayType(type) ? [{ ...row, type }] : []))

/** A lost position is sent empty. */
function coordinatesOf({ position, ...place }: ProfileValues) {
  return position ? pointFor(place, position) : { latitude: '', longitude: '' }
}

/** The files of the same call; identity documents travel at registration only. */
export function filesOf(values: ProfileValues, company: Company): Record<string, Blob | Blob[] | null> {
  const updated = values.cacImages.flatMap(({ picture }) => (picture ? [picture] : []))
  return {
    profileImage: values.profileImage,
    coverImage: values.coverImage,
    ...(company.category === null && {
      'id-card-front': values['id-card-front'],
      'id-card-back': values['id-card-back'],
    }),
    ...(company.subscription.hasClickAndCollect && { 'cacImages[]': updated }),
  }
}

/** Slots that change, the n-th UPDATE taking the n-th file. */
export function pictureReferencesOf(slots: readonly PictureSlot[]): { rank: number; action: 'UPDATE' | 'DELETE' }[] {
  return slots.flatMap(({ rank, url, picture, isRemoved }): { rank: number; action: 'UPDATE' | 'DELETE' }[] => {
    if (picture) return [{ rank, action: 'UPDATE' }]
    return isRemoved && url ? [{ rank, action: 'DELETE' }] : []
  })
}

export function subdomainOf({ hasSubdomain, premium_subdomain }: ProfileValues): string {
  return hasSubdomain ? normaliseSubdomain(premium_subdomain) : ''
}

/** Only shops go from one type to another. */
export const typeChoices = (type: BusinessType) =>
  offersOf(type).changesTo.map((value) => ({ value, label: offersOf(value).label }))
