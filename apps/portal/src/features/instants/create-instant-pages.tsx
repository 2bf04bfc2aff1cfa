import { StubPage } from '../../ui/stub-page.tsx'

export function CreateServicePage() {
  return <StubPage />
}

export function CreateSpecialOfferPage() {
  return <StubPage />
}

export function CreateAgendaEventPage() {
  return <StubPage />
}
