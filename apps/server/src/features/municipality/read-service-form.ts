import type { FieldErrors } from '@parvis/domain/kernel/field-errors'
import { readId } from '@parvis/domain/kernel/ids'
import { checkServiceForm, isServiceType } from '@parvis/domain/municipality/service-form'
import { refuseFields } from '@parvis/domain/refusals'
import type { Db } from '../../db/database.ts'
import { sanitiseRichText } from '../../rich-text/sanitise-rich-text.ts'
import { isKnownIcon, type ServiceToSave } from './municipality.queries.ts'

export type ReceivedService = {
  type?: string | undefined
  label?: string | undefined
  content: string
  iconId?: string | undefined
  cityId?: string | undefined
}

/** The service as it will be stored, a page sanitised before it is judged; 400 when a rule fails (V-010 to V-014). */
export async function readServiceForm(db: Db, companyId: string, form: ReceivedService): Promise<ServiceToSave> {
  const { type = '', label = '' } = form
  const content = type === 'INTERNAL_PAGE' ? sanitiseRichText(form.content) : form.content
  const typedIcon = readId(form.iconId ?? '')
  const iconId = typedIcon && (await isKnownIcon(db, typedIcon)) ? typedIcon : undefined
  refuseFields({ ...checkServiceForm({ type, label, content, iconId }), ...checkTownHall(companyId, form.cityId) })
  if (!isServiceType(type) || iconId === undefined) throw new Error('a checked service has a type and an icon')
  return { type, label, content, iconId }
}

/** The id in the body is optional, and must be the town hall's when it is there (AMB-111). */
function checkTownHall(companyId: string, cityId = ''): FieldErrors {
  return cityId === '' || cityId.toLowerCase() === companyId ? {} : { cityId: 'invalid' }
}
