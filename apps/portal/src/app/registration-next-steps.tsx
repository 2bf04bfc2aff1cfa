import { type InstantKind, instantKinds, kindNames } from '@parvis/domain/instants/kind'
import { offersOf } from '@parvis/domain/kernel/business-type'
import { IconCalendarEvent, IconGift, IconSparkles } from '@tabler/icons-react'
import { useState } from 'react'
import { InstantFormModal } from '../features/instants/instant-form-modal.tsx'
import { PlansInvitation } from '../features/subscription/offers.tsx'
import type { BusinessType } from '../lib/session.ts'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import styles from './registration-next-steps.module.css'

const icons = { service: IconSparkles, specialOffer: IconGift, event: IconCalendarEvent }

/** Step 3 offers a first instant without leaving the screen, and the plans to who may buy one. */
export function NextSteps({ type }: { type: BusinessType }) {
  const [kind, setKind] = useState<InstantKind>()
  return (
    <>
      <div className="stack-3 top-3">
        <Card
          title="Publiez votre premier instant"
          sentence="Les habitants sauront tout de suite ce qui se passe chez vous."
        >
          <div className={`stack-1 gap-half ${styles.offers}`}>
            {instantKinds.map((offered) => (
              <Button key={offered} variant="secondary" icon={icons[offered]} onClick={() => setKind(offered)}>
                Ajouter {kindNames[offered].a}
              </Button>
            ))}
          </div>
        </Card>
        {offersOf(type).subscriptionPage ? <PlansInvitation /> : null}
      </div>
      {kind ? <InstantFormModal kind={kind} onClose={() => setKind(undefined)} /> : null}
    </>
  )
}
