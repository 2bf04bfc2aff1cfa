import { CompletionForm } from '../features/company/completion-form.tsx'
import type { Company } from '../lib/session.ts'
import { KitProvider } from '../ui/kit-provider.tsx'

/** Step 2 of the wizard, inside the component kit, which step 1 does not load. */
export function ProfileStep({ company, onSaved }: { company: Company; onSaved: () => void }) {
  return (
    <KitProvider>
      <CompletionForm company={company} onSaved={onSaved} />
    </KitProvider>
  )
}
