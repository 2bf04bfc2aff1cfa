import { StubPage } from '../../ui/stub-page.tsx'

export function LoginPage() {
  return <StubPage />
}
