import { StubPage } from '../../ui/stub-page.tsx'

export function SessionsPage() {
  return <StubPage />
}
