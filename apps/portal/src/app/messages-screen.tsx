import { MessagesPage } from '../features/messages/messages-page.tsx'
import { OrderCard } from '../features/orders/order-card.tsx'

/** Conversations, in which an order is shown with its own card. */
export function MessagesScreen() {
  return <MessagesPage orderCard={({ id }, text) => <OrderCard id={id} text={text} />} />
}
