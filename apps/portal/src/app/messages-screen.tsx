import { lazy, Suspense } from 'react'
import { MessagesPage } from '../features/messages/messages-page.tsx'
import { useCompany } from '../lib/session.ts'
import { Skeleton } from '../ui/skeleton.tsx'
import styles from './signed-in-layout.module.css'
import { Switcher } from './switcher.tsx'

const OrderCard = lazy(() => import('../features/orders/order-card.tsx').then((it) => ({ default: it.OrderCard })))

/** Conversations, in which an order is shown with its own card. */
export function MessagesScreen() {
  const { name } = useCompany()
  return (
    <MessagesPage
      above={
        <div className={styles.onPhone}>
          <Switcher name={name} />
        </div>
      }
      orderCard={({ id }, text) => (
        <Suspense fallback={<Skeleton height={160} />}>
          <OrderCard id={id} text={text} />
        </Suspense>
      )}
    />
  )
}
