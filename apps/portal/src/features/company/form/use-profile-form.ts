import { useState } from 'react'
import { type Company, useStoreCompany } from '../../../lib/session.ts'
import { useForm } from '../../../lib/use-form.ts'
import { useLeaveWarning } from '../../../lib/use-leave-warning.ts'
import { checkProfileValues } from './check-profile-values.ts'
import { forgetProfileDraft, keepProfileDraft, startingValues } from './profile-draft.ts'
import { profileErrorText, shownErrors } from './profile-error-text.ts'
import { type ProfileValues, valuesOf } from './profile-values.ts'
import { saveProfile } from './save-profile.ts'

/** The profile of a company being typed: at registration and on the edit page. `onSaved` leaves with `ignoreBlocker`. */
export function useProfileForm(company: Company, firstCategory: string, onSaved: (company: Company) => void) {
  const [start] = useState(() => startingValues(company, firstCategory))
  const [isDraftShown, setDraftShown] = useState(start.draftFrom !== undefined)
  const [progress, setProgress] = useState(0)
  const [isAddressByHand, setAddressByHand] = useState(false)
  const storeCompany = useStoreCompany()
  const form = useForm<ProfileValues>({
    initial: start.values,
    check: (values) => checkProfileValues(values, { company, isAddressByHand }),
    textOf: profileErrorText,
    clearsOnEdit: true,
    name: { companyId: company.companyId, form: 'profile' },
    onEdit: (values) => keepProfileDraft(company.companyId, values),
    submit: async (values) => {
      setProgress(0)
      const saved = await saveProfile(values, company, setProgress)
      forgetProfileDraft()
      storeCompany(saved)
      onSaved(saved)
    },
  })
  useLeaveWarning(form.isDirty)
  const shown = shownErrors(form.errors, form.values)

  const field = <N extends keyof ProfileValues>(name: N) => ({ ...form.field(name), error: shown.fields[name] })
  const discardDraft = () => {
    forgetProfileDraft()
    form.reset(valuesOf(company))
    setDraftShown(false)
  }
  return {
    ...form,
    company,
    field,
    errors: shown.fields,
    message: form.failure ?? shown.message,
    progress,
    // Nothing to announce when the form comes back whole, its pictures too.
    draftFrom: isDraftShown && !form.isResumed ? start.draftFrom : undefined,
    discardDraft,
    takeAddressByHand: () => setAddressByHand(true),
  }
}

export type ProfileForm = ReturnType<typeof useProfileForm>
