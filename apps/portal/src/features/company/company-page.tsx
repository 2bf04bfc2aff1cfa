import { StubPage } from '../../ui/stub-page.tsx'

export function CompanyPage() {
  return <StubPage />
}
