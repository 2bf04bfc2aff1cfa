import type { InstantKind } from '@parvis/domain/instants/kind'
import { IconCalendarEvent, IconGift, IconSparkles } from '@tabler/icons-react'
import { useState } from 'react'
import { InstantFormModal } from '../features/instants/instant-form-modal.tsx'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { KitProvider } from '../ui/kit-provider.tsx'
import styles from './registration-first-instants.module.css'

const offers = [
  { kind: 'service', label: 'Ajouter un service', Icon: IconSparkles },
  { kind: 'specialOffer', label: 'Ajouter une offre spéciale', Icon: IconGift },
  { kind: 'event', label: 'Ajouter un événement', Icon: IconCalendarEvent },
] as const

/** Step 3 offers to publish a first instant without leaving the screen (R-102 to R-104, AMB-40). */
export function FirstInstants() {
  const [kind, setKind] = useState<InstantKind>()
  return (
    <KitProvider>
      <Card
        title="Publiez votre premier instant"
        sentence="Les habitants sauront tout de suite ce qui se passe chez vous."
      >
        <div className={styles.offers}>
          {offers.map(({ kind: offered, label, Icon }) => (
            <Button
              key={offered}
              variant="secondary"
              icon={<Icon aria-hidden="true" />}
              onClick={() => setKind(offered)}
            >
              {label}
            </Button>
          ))}
        </div>
      </Card>
      <InstantFormModal kind={kind} onClose={() => setKind(undefined)} />
    </KitProvider>
  )
}
