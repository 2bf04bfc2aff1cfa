import { useState } from 'react'
import { forgetBusinessDraft } from '../../../lib/business-draft.ts'
import { type Company, readCompany, storeCompany } from '../../../lib/session.ts'
import { useEditing } from '../../../lib/use-editing.ts'
import { useLeaveWarning } from '../../../lib/use-leave-warning.ts'
import { checkProfileValues, profileErrorText, shownErrors } from './check-profile-values.ts'
import { type ProfileValues, profileValuesOf, profileVersionOf } from './profile-values.ts'
import { keepProfileDraft, sendProfile, startingValues } from './save-profile.ts'

/** The profile of a company being typed: at registration and on the edit page. `onSaved` leaves with `ignoreBlocker`. */
export function useProfileForm(company: Company, firstCategory: string, onSaved: (company: Company) => void) {
  const [start] = useState(() => startingValues(company, firstCategory))
  const [isDraftShown, setDraftShown] = useState(start.draftFrom !== undefined)
  const [isAddressByHand, setAddressByHand] = useState(false)
  const keep = (stored: Company) => {
    forgetBusinessDraft()
    storeCompany(stored)
  }
  const form = useEditing<ProfileValues, Company, Company>({
    initial: start.values,
    check: (values) => checkProfileValues(values, { company, isAddressByHand }),
    textOf: profileErrorText,
    name: 'profile',
    isMirrored: true,
    onEdit: (values) => keepProfileDraft(company.companyId, values),
    stored: {
      read: () => readCompany(company.companyId),
      versionOf: profileVersionOf,
      textOf: () => 'Cette fiche a été modifiée ailleurs',
      valuesOf: profileValuesOf,
      onTaken: keep,
    },
    send: (values, { onProgress }) => sendProfile(values, company, onProgress),
    onSaved: (saved) => {
      keep(saved)
      onSaved(saved)
    },
  })
  useLeaveWarning(form.isDirty)
  const left = Object.keys(checkProfileValues(form.values, { company, isAddressByHand }))
  const shown = shownErrors(form.errors, form.values)

  const field = <N extends keyof ProfileValues>(name: N) => ({ ...form.field(name), error: shown.fields[name] })
  const discardDraft = () => {
    forgetBusinessDraft()
    form.reset(profileValuesOf(company))
    setDraftShown(false)
  }
  return {
    ...form,
    company,
    field,
    errors: shown.fields,
    message: form.failure ?? shown.message,
    /** Fields to fill or to mend before it can be saved, from the top of the page. */
    left,
    // No announcement when the form comes back whole, pictures included.
    draftFrom: isDraftShown && !form.isResumed ? start.draftFrom : undefined,
    discardDraft,
    takeAddressByHand: () => setAddressByHand(true),
  }
}

export type ProfileForm = ReturnType<typeof useProfileForm>
