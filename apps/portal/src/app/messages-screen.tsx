import { lazy, Suspense } from 'react'
import { MessagesPage } from '../features/messages/messages-page.tsx'
import { Skeleton } from '../ui/skeleton.tsx'

const OrderCard = lazy(() => import('../features/orders/order-card.tsx').then((it) => ({ default: it.OrderCard })))

/** Conversations, in which an order is shown with its own card. */
export function MessagesScreen() {
  return (
    <MessagesPage
      orderCard={({ id }, text) => (
        <Suspense fallback={<Skeleton height={160} />}>
          <OrderCard id={id} text={text} />
        </Suspense>
      )}
    />
  )
}
