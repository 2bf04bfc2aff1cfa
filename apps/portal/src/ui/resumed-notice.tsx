import { Alert } from './alert.tsx'
import { Button } from './button.tsx'

/** Of `useForm`, which kept what had been typed before. */
export type Resumable = { isResumed: boolean; isDirty: boolean; isPending: boolean; reset: () => void }

/** Above a form that shows what had been typed and not saved: says so, and how to begin anew. */
export function ResumedNotice({ form }: { form: Resumable }) {
  if (!form.isResumed || !form.isDirty) return null
  return (
    <Alert
      tone="info"
      action={
        <Button size="small" variant="secondary" disabled={form.isPending} onClick={() => form.reset()}>
          Recommencer
        </Button>
      }
    >
      Ce que vous aviez commencé est de retour.
    </Alert>
  )
}
