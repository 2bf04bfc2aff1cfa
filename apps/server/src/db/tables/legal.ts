import type { LegalKind } from '@parvis/domain/legal/legal'
import type { Generated } from 'kysely'

export type LegalTables = {
  legal_documents: {
    kind: LegalKind
    version: number
    /** YYYY-MM-DD, a day in Paris. */
    effective_on: string
    /** Sanitised when it was published. */
    html: string
    published_at: Generated<Date>
    published_by: string
  }
  legal_acceptances: {
    id: Generated<number>
    user_id: number
    company_id: string | null
    kind: LegalKind
    version: number
    way: 'click' | 'use'
    accepted_at: Generated<Date>
  }
}
