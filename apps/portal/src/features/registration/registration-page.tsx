import { StubPage } from '../../ui/stub-page.tsx'

export function RegistrationPage() {
  return <StubPage />
}
