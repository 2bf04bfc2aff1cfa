import { useCompany } from '../../lib/session.ts'
import { useLeave } from '../../lib/use-leave.ts'
import { PageHeader } from '../../ui/page-header.tsx'
import { showToast } from '../../ui/toast.tsx'
import { ProfileFormView } from './form/profile-form.tsx'

/** The profile, to change; saved, it goes back to the page of the company. */
export function EditCompanyPage() {
  const company = useCompany()
  const leave = useLeave()
  const finish = () => {
    showToast('Votre fiche a été mise à jour')
    leave({ to: '/company' })
  }
  return (
    <>
      <PageHeader
        title="Modifier ma fiche"
        sentence="Ce que vous changez ici est visible des habitants dès l’enregistrement."
        back="/company"
      />
      <ProfileFormView company={company} submitLabel="Enregistrer ma fiche" onSaved={finish} />
    </>
  )
}
