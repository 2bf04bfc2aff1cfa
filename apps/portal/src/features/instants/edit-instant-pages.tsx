import { StubPage } from '../../ui/stub-page.tsx'

export function EditServicePage() {
  return <StubPage />
}

export function EditSpecialOfferPage() {
  return <StubPage />
}

export function EditAgendaEventPage() {
  return <StubPage />
}
