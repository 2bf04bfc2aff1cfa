import { StubPage } from '../../ui/stub-page.tsx'

export function AgendaPage() {
  return <StubPage />
}
