import { StubPage } from '../../ui/stub-page.tsx'

export function InstantsPage() {
  return <StubPage />
}
