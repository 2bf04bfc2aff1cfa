import { PageHeader } from './page-header.tsx'

/** Holds the place of a page until its feature is written. */
export function StubPage() {
  return <PageHeader title="Bientôt ici" sentence="Cette page est en préparation." />
}
