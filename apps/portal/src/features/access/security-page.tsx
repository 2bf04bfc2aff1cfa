import { proofTexts } from '@parvis/domain/access/proof-texts.fr'
import { formatPhone } from '@parvis/domain/kernel/phone'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useSession } from '../../lib/session.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { PasskeyCard } from './passkey-card.tsx'
import { PhoneDialog } from './phone-dialog.tsx'

/** What opens the account: the number, passkeys, the address that receives the codes (U-075). */
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
