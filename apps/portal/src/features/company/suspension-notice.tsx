import { suspensionText } from '@parvis/domain/company/company.refusals.fr'
import { useQuery } from '@tanstack/react-query'
import { type Company, configurationQuery } from '../../lib/session.ts'
import { Alert } from '../../ui/alert.tsx'
import { LinkButton } from '../../ui/link-button.tsx'

/** Says since when and why the team suspended a business, and whom to answer, until it is lifted. */
export function SuspensionNotice({ company: { suspension } }: { company: Company }) {
  const supportEmail = useQuery(configurationQuery).data?.supportEmail
  if (!suspension) return null
  const action = supportEmail ? (
    <LinkButton href={`mailto:${supportEmail}`} size="small">
      Écrire à l’équipe
    </LinkButton>
  ) : null
  return (
    <Alert tone="danger" action={action}>
      {suspensionText(suspension, supportEmail ?? 'l’équipe')}
    </Alert>
  )
}
