import { StubPage } from '../../ui/stub-page.tsx'

export function SubscriptionPage() {
  return <StubPage />
}
