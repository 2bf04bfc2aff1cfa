import { StubPage } from '../../ui/stub-page.tsx'

export function MessagesPage() {
  return <StubPage />
}
