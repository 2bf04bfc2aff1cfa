import { contradictsType } from '@parvis/domain/kernel/business-type'
import { isEmail } from '@parvis/domain/kernel/internet-address'
import { cleanText } from '@parvis/domain/kernel/text'
import { refusal } from '@parvis/domain/refusals'
import { type RegistrationRequest, readRegistration } from '@parvis/domain/registration/account-form'
import { audit } from '../../db/audit.queries.ts'
import { transaction } from '../../db/transaction.ts'
import type { Dependencies } from '../../dependencies.ts'
import { lookUpBusiness } from './look-up-code.ts'
import { createCompany, lockOwner } from './registration.queries.ts'

type Request = RegistrationRequest & { originalProspectEmail: string | undefined }

/**
 * Registers a business with the name and address that the registry knows; answers its id. Refusals: 400 VALIDATION
 * (type, code), 409 ALREADY_OWNER, 409 CODE_ALREADY_USED. An invalid prospect e-mail is dropped (AMB-25, AMB-28..30).
 */
export async function registerCompany(deps: Dependencies, userId: number, request: Request): Promise<string> {
  const read = readRegistration(request)
  if ('errors' in read) throw refusal('request.validation', { fields: read.errors })

  const {
    name,
    address,
    zipCode,
    city,
    naf = null,
    legalCategory = null,
  } = await lookUpBusiness(deps, read.number.code)
  return await transaction(deps.db, async (tx) => {
    const { ownsCompany } = await lockOwner(tx, userId)
    if (ownsCompany) throw refusal('registration.already_owner')
    const companyId = await createCompany(tx, userId, {
      type: read.type,
      code: read.number.code,
      name,
      address,
      zipCode,
      city,
      naf,
      legalCategory,
      prospectEmail: prospectEmail(request.originalProspectEmail),
    })
    if (!companyId) throw refusal('registration.code_already_used')
    const details = contradictsType(read.type, legalCategory) ? { type: read.type, legalCategory } : {}
    await audit(tx, { actor: `user:${userId}`, action: 'company.register', object: `company:${companyId}`, details })
    return companyId
  })
}

function prospectEmail(received: string | undefined): string | null {
  const email = cleanText(received ?? '')
  return isEmail(email) ? email : null
}
