import { type FormEvent, useState } from 'react'
import { Button } from './button.tsx'
import { NumberField } from './text-field.tsx'

type ShortCodeProps = {
  label: string
  submitLabel: string
  isPending: boolean
  /** `clear`: the code was taken. */
  onSubmit: (code: string, clear: () => void) => void
}

/** The four digits that are said at the counter or shown at the entrance. */
export function ShortCode({ label, submitLabel, isPending, onSubmit }: ShortCodeProps) {
  const [code, setCode] = useState('')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    // The next code may be typed already.
    onSubmit(code, () => setCode((typed) => (typed === code ? '' : typed)))
  }
  return (
    <form className="row bottom" onSubmit={submit}>
      <NumberField name="code" label={label} autoComplete="off" digits={4} value={code} onChange={setCode} />
      <Button type="submit" needsNetwork disabled={code.length !== 4} loading={isPending}>
        {submitLabel}
      </Button>
    </form>
  )
}
