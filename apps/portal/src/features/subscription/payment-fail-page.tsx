import { StubPage } from '../../ui/stub-page.tsx'

export function PaymentFailPage() {
  return <StubPage />
}
