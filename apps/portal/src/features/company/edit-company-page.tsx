import { StubPage } from '../../ui/stub-page.tsx'

export function EditCompanyPage() {
  return <StubPage />
}
