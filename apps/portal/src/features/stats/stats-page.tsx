import { StubPage } from '../../ui/stub-page.tsx'

export function StatsPage() {
  return <StubPage />
}
