import { StubPage } from '../../ui/stub-page.tsx'

export function PaymentSuccessPage() {
  return <StubPage />
}
