import { StubPage } from '../../ui/stub-page.tsx'

export function ServicesPage() {
  return <StubPage />
}
