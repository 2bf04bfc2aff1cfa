import { StubPage } from '../../ui/stub-page.tsx'

export function MarketingPage() {
  return <StubPage />
}
