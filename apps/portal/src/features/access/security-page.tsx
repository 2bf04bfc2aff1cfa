import { proofTexts } from '@parvis/domain/access/proof-texts.fr'
import { formatPhone } from '@parvis/domain/kernel/phone'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { deviceKey } from '../../api/query.ts'
import { browserStore } from '../../lib/browser-store.ts'
import { useSession } from '../../lib/session.ts'
import { Alert } from '../../ui/alert.tsx'
import { Button, buttonClass } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { PasskeyCard } from './passkey-card.tsx'
import { PhoneDialog } from './phone-dialog.tsx'

const answered = browserStore<{ key: string }>('parvis-address')

/** Asks once on a device, without blocking, whether the address that receives the codes is still theirs (team.md, Settled). */
export function AddressQuestion() {
  const { user } = useSession()
  const key = String(user.id)
  const { data: isAnswered = true, refetch } = useQuery({
    queryKey: deviceKey('address', key),
    queryFn: () => answered.has(key),
  })
  if (!user.email || isAnswered) return null
  const confirm = () => void answered.put({ key }).then(() => refetch())
  const action = (
    <Button size="small" variant="secondary" onClick={confirm}>
      Oui, c’est la mienne
    </Button>
  )
  return (
    <Alert tone="info" title="Cette adresse est-elle toujours la vôtre&nbsp;?" action={action}>
      Vos codes par e-mail arrivent à {user.email}. Sinon, corrigez-la dans vos informations, ci-dessous.
    </Alert>
  )
}

/** What opens the account: the number, passkeys, the address that receives the codes. */
export function SecurityPage() {
  const { user } = useSession()
  const [isChanging, setChanging] = useState(false)
  return (
    <>
      <PageHeader title="Sécurité" sentence={proofTexts.smsProves} back={{ to: '/sessions', label: 'Mon compte' }} />
      <div className="stack-3">
        <PasskeyCard />
        <Card title="Mon numéro" sentence={user.phone_number ? formatPhone(user.phone_number) : 'Aucun numéro.'}>
          <Button variant="secondary" onClick={() => setChanging(true)}>
            Changer de numéro
          </Button>
        </Card>
        <Card title="Mon adresse" sentence={`Les codes par e-mail arrivent à ${user.email || 'aucune adresse'}.`}>
          <Link to="/sessions" className={buttonClass({ variant: 'secondary' })}>
            Changer d’adresse
          </Link>
        </Card>
      </div>
      {isChanging ? <PhoneDialog onClose={() => setChanging(false)} /> : null}
    </>
  )
}
