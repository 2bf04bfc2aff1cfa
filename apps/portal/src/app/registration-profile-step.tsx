import { CompletionForm } from '../features/company/completion-form.tsx'
import type { Company } from '../lib/session.ts'
import { KitProvider } from '../ui/kit-provider.tsx'

/** Step 2 of the wizard, in the kit that step 1 does without. */
export function ProfileStep({ company, onSaved }: { company: Company; onSaved: () => void }) {
  return (
    <KitProvider>
      <CompletionForm company={company} onSaved={onSaved} />
    </KitProvider>
  )
}
