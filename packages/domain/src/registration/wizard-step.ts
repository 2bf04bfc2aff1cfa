import { type BusinessType, isBusinessType } from '../kernel/business-type.ts'

export type WizardStep = 1 | 2 | 3

/** What a profile holds before completion: nothing but null or empty values. */
export type ProfileToResume = {
  category: string | null
  profileImage: string | null
  coverImage: string | null
  description: string | null
  email: string | null
}

/**
 * The step to show. Signed in: no company, 1; an empty profile (no category, or neither images, description nor e-mail), 2; a filled
 * one, 3. The state of the server wins over what the browser kept, so that registration resumes on another browser.
 */
export function wizardStep(company: ProfileToResume | null): WizardStep {
  if (!company) return 1
  const { category, profileImage, coverImage, description, email } = company
  return category && (profileImage || coverImage || description || email) ? 3 : 2
}

/** The step kept in the browser, while the server has not answered yet; undefined when it is none of 1 to 3. */
export function readStoredStep(stored: string | null): WizardStep | undefined {
  const step = Number(stored)
  return step === 1 || step === 2 || step === 3 ? step : undefined
}

/** The type of the address: missing, the wizard of a commerce; unknown, a redirection to it. */
export function wizardType(segment: string | undefined): { type: BusinessType; redirects: boolean } {
  if (segment !== undefined && isBusinessType(segment)) return { type: segment, redirects: false }
  return { type: 'commerce', redirects: segment !== undefined }
}
