import { Alert } from './alert.tsx'
import { SmallButton } from './button.tsx'

/** Of `useForm`, which kept what had been typed before. */
export type Resumable = { isResumed: boolean; isDirty: boolean; isPending: boolean; reset: () => void }

/** Above a form that shows what had been typed and not saved: says so, and how to begin anew. */
export function ResumedNotice({ form }: { form: Resumable }) {
  if (!form.isResumed || !form.isDirty) return null
  return (
    <Alert
      tone="info"
      action={
        <SmallButton disabled={form.isPending} onClick={() => form.reset()}>
          Recommencer
        </SmallButton>
      }
    >
      Ce que vous aviez commencé est de retour.
    </Alert>
  )
}
