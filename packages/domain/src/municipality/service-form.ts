import type { FieldErrors } from '../kernel/field-errors.ts'
import { measures, wrongFields } from '../kernel/field-rules.ts'
import { isWebsite } from '../kernel/internet-address.ts'
import { countCharacters } from '../kernel/text.ts'
import { visibleText } from '../kernel/visible-text.ts'

export type ServiceType = 'LINK' | 'INTERNAL_PAGE'

/** A municipal service as typed or received, texts cleaned; names of the wire. */
export type TypedService = {
  label?: string | undefined
  iconId?: number | undefined
  type?: string | undefined
  /** An address for a LINK, HTML for an INTERNAL_PAGE. */
  content?: string | undefined
}

const serviceTypes = ['LINK', 'INTERNAL_PAGE'] as const

const minimumLabel = 3
const maximumLabel = 100
const maximumPage = 20_000
/** Most services of one town hall, because residents read them all without a session. */
export const maxServices = 50

export function isServiceType(text: string): text is ServiceType {
  return serviceTypes.some((type) => type === text)
}

/** The rules of the service form, in its order: label, icon, type, content. */
export function checkServiceForm({ label = '', iconId, type = '', content = '' }: TypedService): FieldErrors {
  return wrongFields([
    ['label', measures(label, minimumLabel, maximumLabel) ? undefined : 'service_label_error'],
    ['iconId', iconId === undefined || iconId < 1 ? 'service_icon_error' : undefined],
    ['type', isServiceType(type) ? undefined : 'service_type_error'],
    ['content', isContentOf(type, content) ? undefined : 'service_content_error'],
  ])
}

/** Without a type, a content can still be missing: every bad field is named at once. */
function isContentOf(type: string, content: string): boolean {
  return isServiceType(type) ? contentRules[type](content) : content !== ''
}

const contentRules: Record<ServiceType, (content: string) => boolean> = {
  LINK: isWebsite,
  INTERNAL_PAGE: (html) => countCharacters(html) <= maximumPage && visibleText(html) !== '',
}
