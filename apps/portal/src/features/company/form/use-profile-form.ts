import { useState } from 'react'
import { type Company, readCompany, useStoreCompany } from '../../../lib/session.ts'
import { useForm } from '../../../lib/use-form.ts'
import { useLeaveWarning } from '../../../lib/use-leave-warning.ts'
import { useNewerVersion } from '../../../lib/use-newer-version.ts'
import { checkProfileValues } from './check-profile-values.ts'
import { forgetProfileDraft, keepProfileDraft, startingValues } from './profile-draft.ts'
import { profileErrorText, shownErrors } from './profile-error-text.ts'
import { type ProfileValues, valuesOf, versionOf } from './profile-values.ts'
import { sendProfile } from './save-profile.ts'

/** The profile of a company being typed: at registration and on the edit page. `onSaved` leaves with `ignoreBlocker`. */
export function useProfileForm(company: Company, firstCategory: string, onSaved: (company: Company) => void) {
  const [start] = useState(() => startingValues(company, firstCategory))
  const [isDraftShown, setDraftShown] = useState(start.draftFrom !== undefined)
  const [progress, setProgress] = useState(0)
  const [isAddressByHand, setAddressByHand] = useState(false)
  const storeCompany = useStoreCompany()
  const newer = useNewerVersion<Company>({
    read: () => readCompany(company.companyId),
    versionOf,
    textOf: () => 'Cette fiche a été modifiée ailleurs',
  })
  const form = useForm<ProfileValues>({
    initial: start.values,
    check: (values) => checkProfileValues(values, { company, isAddressByHand }),
    textOf: profileErrorText,
    clearsOnEdit: true,
    name: { companyId: company.companyId, form: 'profile' },
    onEdit: (values) => keepProfileDraft(company.companyId, values),
    submit: async (values) => {
      setProgress(0)
      const saved = await newer.save(values.version, () => sendProfile(values, company, setProgress))
      forgetProfileDraft()
      storeCompany(saved)
      onSaved(saved)
    },
  })
  useLeaveWarning(form.isDirty)
  const left = Object.keys(checkProfileValues(form.values, { company, isAddressByHand }))
  const shown = shownErrors(form.errors, form.values)

  const field = <N extends keyof ProfileValues>(name: N) => ({ ...form.field(name), error: shown.fields[name] })
  const discardDraft = () => {
    forgetProfileDraft()
    form.reset(valuesOf(company))
    setDraftShown(false)
  }
  const takeStored = (stored: Company) => {
    storeCompany(stored)
    forgetProfileDraft()
    form.reset(valuesOf(stored))
    newer.close()
  }
  return {
    ...form,
    company,
    newer: { ...newer, take: takeStored },
    field,
    errors: shown.fields,
    message: form.failure ?? shown.message,
    progress,
    /** Fields to fill or to mend before it can be saved, from the top of the page. */
    left,
    // Nothing to announce when the form comes back whole, its pictures too.
    draftFrom: isDraftShown && !form.isResumed ? start.draftFrom : undefined,
    discardDraft,
    takeAddressByHand: () => setAddressByHand(true),
  }
}

export type ProfileForm = ReturnType<typeof useProfileForm>
