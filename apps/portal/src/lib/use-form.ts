import { useState } from 'react'
import { ApiError, messageOf } from './api-error.ts'

/** What is wrong with a field: the key of the rule for programs, the sentence for people. */
export type FieldError = { key: string; text: string }
export type FieldErrorMap = Record<string, FieldError>

type FormOptions<V extends object> = {
  initial: V
  /** The rule of the domain: field → key, first failing rule first; `{}` when all is well. */
  check?: (values: V) => Record<string, string>
  /** The French sentence of a key. */
  textOf: (key: string, field: string) => string
  /** Sends the values. An ApiError puts its fields beside the inputs and its message above the form. */
  submit: (values: V) => Promise<unknown>
  /** Told after every edit, e.g. to keep a draft. */
  onEdit?: (values: V) => void
  /** Any edit takes every complaint away, not just that of the edited field (E-027). */
  clearsOnEdit?: boolean
}

/** One form: what was typed (never lost), what is wrong, whether it is being sent. Errors stay until the next try. */
export function useForm<V extends object>(options: FormOptions<V>) {
  const { initial, check = noErrors, textOf, submit, onEdit, clearsOnEdit } = options
  const [values, setValues] = useState(initial)
  const [errors, setErrors] = useState<FieldErrorMap>({})
  const [failure, setFailure] = useState<FieldError>()
  const [isPending, setPending] = useState(false)
  const [isDirty, setDirty] = useState(false)

  const withTexts = (keys: Record<string, string>): FieldErrorMap =>
    Object.fromEntries(Object.entries(keys).map(([field, key]) => [field, { key, text: textOf(key, field) }]))

  const refuse = (keys: Record<string, string>) => {
    setErrors(withTexts(keys))
    focusField(Object.keys(keys)[0])
  }

  const change = (changes: Partial<V>) => {
    const next = { ...values, ...changes }
    setValues(next)
    setDirty(true)
    onEdit?.(next)
    if (clearsOnEdit) {
      setErrors({})
      return setFailure(undefined)
    }
    // A corrected field stops complaining at once; nothing new complains before the next try.
    const still = check(next)
    setErrors((shown) =>
      Object.fromEntries(Object.entries(shown).filter(([field]) => !(field in changes) || field in still)),
    )
  }

  const send = async () => {
    setPending(true)
    try {
      await submit(values)
      setDirty(false)
    } catch (error) {
      setFailure({ key: error instanceof ApiError ? error.code : 'render_error', text: messageOf(error) })
      if (error instanceof ApiError) refuse(error.fields)
    } finally {
      setPending(false)
    }
  }

  const onSubmit = (event?: { preventDefault: () => void }) => {
    event?.preventDefault()
    if (isPending) return
    setFailure(undefined)
    const found = check(values)
    if (Object.keys(found).length > 0) return refuse(found)
    setErrors({})
    void send()
  }

  return {
    values,
    errors,
    failure,
    isPending,
    isDirty,
    change,
    onSubmit,
    /** Everything a field of the kit needs: `<TextField label="Nom" {...form.field('name')} />`. */
    field: <N extends keyof V & string>(name: N) => ({
      name,
      value: values[name],
      error: errors[name],
      onChange: (value: V[N]) => change({ [name]: value } as unknown as Partial<V>),
    }),
    reset: (next: V = initial) => {
      setValues(next)
      setErrors({})
      setFailure(undefined)
      setDirty(false)
    },
  }
}

/** Brings a field of the kit into view and gives it the focus. */
export function focusField(name: string | undefined): void {
  if (!name) return
  // After React has drawn the error, so that a screen reader reads it with the field.
  requestAnimationFrame(() => {
    const field = document.getElementById(`field-${name}`)
    field?.scrollIntoView({ block: 'center', behavior: 'smooth' })
    const control = field?.querySelector<HTMLElement>('[data-control], input, textarea, select, button, [tabindex]')
    control?.focus({ preventScroll: true })
  })
}

const noErrors = () => ({})
