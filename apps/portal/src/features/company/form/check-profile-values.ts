import { arePictureReferences, filledSlots } from '@parvis/domain/company/click-and-collect'
import { checkCompanyProfile, type ProfileSituation, type TypedProfile } from '@parvis/domain/company/company-profile'
import type { FieldErrors } from '@parvis/domain/kernel/field-errors'
import { cleanText } from '@parvis/domain/kernel/text'
import type { Company } from '../../../lib/session.ts'
import { type PictureSlot, type ProfileValues, pictureReferencesOf, subdomainOf } from './profile-values.ts'

type Situation = {
  company: Company
  /** The address service did not answer: an address typed by hand is taken (AMB-57). */
  isAddressByHand: boolean
}

/** Field → key, in the order of the specification. Before the first save, the rules of registration (AMB-36). */
export function checkProfileValues(values: ProfileValues, situation: Situation): FieldErrors {
  const errors = inPageOrder(checkCompanyProfile(typedProfile(values), profileSituation(values, situation.company)))
  return isAddressChosen(values, situation.isAddressByHand) ? errors : withAddressError(errors)
}

/** The fields to complain about: all that break the first failing rule (E-028). No hours go with what is required. */
export function isOfFirstRule(key: string, first: string | undefined): boolean {
  return key === first || (first === 'required_data_error' && key === 'opening hours error')
}

function typedProfile(values: ProfileValues): TypedProfile {
  return {
    type: values.type,
    name: cleanText(values.name),
    category: values.category,
    address: cleanText(values.address),
    city: cleanText(values.city),
    zipCode: cleanText(values.zipCode),
    ...values.position,
    description: values.description,
    openingHours: values.openingHours,
    website: values.noWebsite ? '' : cleanText(values.website),
    email: cleanText(values.email),
    phoneNumber: cleanText(values.phoneNumber),
    premium_subdomain: subdomainOf(values),
    cacActive: values.cacActive,
    cacDescription: cleanText(values.cacDescription, { multiline: true }),
  }
}

function profileSituation(values: ProfileValues, company: Company): ProfileSituation {
  const references = pictureReferencesOf(values.cacImages)
  const hasCards = company.identityStatus !== 'missing'
  return {
    mode: company.category === null ? 'registration' : 'edit',
    side: 'form',
    type: company.type,
    noWebsite: values.noWebsite,
    plan: company.subscription,
    pictures: {
      profileImage: Boolean(values.profileImage ?? company.profileImage),
      coverImage: Boolean(values.coverImage ?? company.coverImage),
      idCardFront: hasCards || values['id-card-front'] !== null,
      idCardBack: hasCards || values['id-card-back'] !== null,
      cacImages: filledSlots(storedRanks(values.cacImages), references).length,
    },
    cacReferencesMatch: arePictureReferences(references, values.cacImages.filter(({ picture }) => picture).length),
  }
}

const storedRanks = (slots: readonly PictureSlot[]) => slots.filter(({ url }) => url).map(({ rank }) => rank)

function isAddressChosen({ address, chosenAddress }: ProfileValues, isByHand: boolean): boolean {
  return isByHand || address.trim() === '' || address === chosenAddress
}

const page = [
  'coverImage',
  'profileImage',
  'name',
  'type',
  'category',
  'address',
  'zipCode',
  'city',
  'description',
  'phoneNumber',
  'email',
  'website',
  'id-card-front',
  'id-card-back',
]

/** What is missing has one message wherever it is: told from the top of the page down, the identity documents last. */
function inPageOrder(errors: FieldErrors): FieldErrors {
  const entries = Object.entries(errors)
  const missing = entries.filter(([, key]) => key === 'required_data_error')
  missing.sort(([a], [b]) => page.indexOf(a) - page.indexOf(b))
  return Object.fromEntries([...missing, ...entries.filter(([, key]) => key !== 'required_data_error')])
}

const beforeAddress = ['name', 'type', 'category']

/** In its place among the rules: after what is required and the name, before the city. */
function withAddressError(errors: FieldErrors): FieldErrors {
  const entries = Object.entries(errors)
  const comesFirst = ([field, key]: [string, string]) => key === 'required_data_error' || beforeAddress.includes(field)
  return Object.fromEntries([
    ...entries.filter(comesFirst),
    ['address', errors.address ?? 'address_format_error'],
    ...entries.filter((entry) => !comesFirst(entry) && entry[0] !== 'address'),
  ])
}
