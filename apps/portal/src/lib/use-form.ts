import { useRef, useState } from 'react'
import { ApiError, messageOf } from './api-error.ts'
import { useFormDraft, useKeepForm } from './drafts.ts'

const wrongControl = ['input', 'textarea', 'select', '[contenteditable]']
  .map((it) => `${it}[aria-invalid="true"]`)
  .join()

/** An error of a field: the key of the rule, and its French sentence. */
export type FieldError = { key: string; text: string /** Under « En savoir plus ». */; more?: string }
export type FieldErrorMap = Record<string, FieldError>

export type FormOptions<V extends object> = {
  initial: V
  /** Rule of the domain: field → key, first failing rule first; `{}` when all values are valid. */
  check?: (values: V) => Record<string, string>
  /** The French sentence of each key; or what it depends on besides. */
  textOf: Readonly<Record<string, string>> | ((key: string, field: string, values: V) => string)
  /**
   * Submits the values. An ApiError puts its field errors beside the inputs and its message above the form; `complete` adds to
   * the values what a call returned. Answers false when nothing is saved yet: a step more, or a question answered with no.
   */
  submit: (values: V, complete: (changes: Partial<V>) => void) => Promise<unknown>
  /** Called after every edit, e.g. to store a draft. */
  onEdit?: (values: V) => void
  /** Clears all errors on any edit, not those of the edited field only. */
  clearsOnEdit?: boolean
  /** `initial` holds values typed in another form: leaving would lose them. */
  isStarted?: boolean | undefined
  /** Name under which the values are kept until they are saved (drafts.ts). */
  name?: string
  /** A store of its own keeps them over a reload. */
  isMirrored?: boolean | undefined
}

/** One form: its typed values, its errors, whether it is being submitted. Errors stay until the next submission. */
export function useForm<V extends object>(options: FormOptions<V>) {
  const { initial, check = noErrors, textOf, submit, onEdit, clearsOnEdit } = options
  const typed = useTyped(options)
  const { values, known, setValues, isDirty, isResumed } = typed
  const { errors, failure, refuse, fail, forgive, clear } = useFormErrors()
  /** A key without a sentence, as the server's `invalid` of what is too long, is none to show. */
  const sentenceFor = (typed: V) => (key: string, field: string) => {
    const text = typeof textOf === 'function' ? textOf(key, field, typed) : textOf[key]
    return text === undefined || text === key ? 'À vérifier' : text
  }

  const apply = (next: V, changed: readonly string[]) => {
    typed.edit(next)
    onEdit?.(next)
    if (clearsOnEdit) clear()
    else forgive(changed, check(next), sentenceFor(next))
  }

  /** Sets values that nobody typed, e.g. the point of an address: the form does not count as changed. */
  const complete = (changes: Partial<V>) => setValues({ ...known(), ...changes })

  const { isPending, run } = useOneAtATime()
  const send = () => typed.during(() => submit(values, complete)).catch((error) => fail(error, sentenceFor(values)))

  const onSubmit = (event?: { preventDefault: () => void }) => {
    event?.preventDefault()
    if (isPending) return
    clear()
    const found = check(values)
    if (Object.keys(found).length > 0) refuse(found, sentenceFor(values))
    else void run(send)
  }

  return {
    values,
    errors,
    failure,
    isPending,
    isDirty,
    isResumed,
    change: (changes: Partial<V>) => apply({ ...known(), ...changes }, Object.keys(changes)),
    complete,
    onSubmit,
    /** Everything a field of the kit needs: `<TextField label="Nom" {...form.field('name')} />`. */
    field: <N extends keyof V & string>(name: N) => ({
      name,
      value: values[name],
      error: errors[name],
      onChange: (value: V[N]) => apply({ ...known(), [name]: value }, [name]),
    }),
    reset: (next: V = initial) => {
      typed.reset(next)
      clear()
    },
  }
}

/**
 * The values; `isResumed` when they were kept from before. `known`: the latest ones, for a change that comes later
 * than the render whose closure it is, e.g. of a picture that was still being decoded.
 */
function useTyped<V extends object>({ name, initial, isStarted = false, isMirrored }: FormOptions<V>) {
  const kept = useFormDraft<V>(name)
  const isResumed = kept !== undefined
  const [values, renderValues] = useState(kept ?? initial)
  const latest = useRef(values)
  const setValues = (next: V) => {
    latest.current = next
    renderValues(next)
  }
  const [isDirty, setDirty] = useState(isResumed || isStarted)
  useKeepForm(name, isDirty, values, isMirrored)
  const edits = useRef(0)
  const edit = (next: V) => {
    edits.current += 1
    setValues(next)
    setDirty(true)
  }
  /** Runs a save: the form stays changed when something was typed meanwhile. */
  const during = async (save: () => Promise<unknown>) => {
    const { current: submitted } = edits
    const isSaved = (await save()) !== false
    if (isSaved && edits.current === submitted) setDirty(false)
  }
  const reset = (next: V) => {
    setValues(next)
    setDirty(false)
  }
  return { values, known: () => latest.current, setValues, edit, during, reset, isDirty, isResumed }
}

/** Runs one piece of work at a time: what is asked meanwhile is not done. */
export function useOneAtATime() {
  const [isPending, setPending] = useState(false)
  const run = async (work: () => Promise<void>) => {
    if (isPending) return
    setPending(true)
    try {
      await work()
    } finally {
      setPending(false)
    }
  }
  return { isPending, run }
}

type Sentence = (key: string, field: string) => string

function useFormErrors() {
  const [errors, setErrors] = useState<FieldErrorMap>({})
  const [failure, setFailure] = useState<FieldError & { error: unknown }>()

  const refuse = (keys: Record<string, string>, textOf: Sentence) => {
    const texts = Object.entries(keys).map(([field, key]) => [field, { key, text: textOf(key, field) }] as const)
    setErrors(Object.fromEntries(texts))
    focusField(Object.keys(keys)[0])
  }
  const fail = (error: unknown, textOf: Sentence) => {
    setFailure({ key: error instanceof ApiError ? error.code : 'render_error', text: messageOf(error), error })
    if (error instanceof ApiError) refuse(error.fields, textOf)
  }
  /** A corrected field loses its error at once, one with another error shows it; no other field gets a new error while typing. */
  const forgive = (changed: readonly string[], still: Record<string, string>, textOf: Sentence) =>
    setErrors((shown) =>
      Object.fromEntries(
        Object.entries(shown).flatMap(([field, error]): [string, FieldError][] => {
          const key = still[field]
          if (!changed.includes(field)) return [[field, error]]
          return key === undefined ? [] : [[field, { key, text: textOf(key, field) }]]
        }),
      ),
    )
  const clear = () => {
    setErrors({})
    setFailure(undefined)
  }
  return { errors, failure, refuse, fail, forgive, clear }
}

/** Opens the part that a field of the kit is in, brings it into view and gives it the focus. */
export function focusField(name: string | undefined): void {
  if (!name) return
  // After React has rendered the error, so that a screen reader reads it with the field.
  requestAnimationFrame(() => {
    const field = document.getElementById(`field-${name}`)
    field?.closest('details')?.setAttribute('open', '')
    field?.scrollIntoView({ block: 'center', behavior: 'smooth' })
    const control =
      field?.querySelector<HTMLElement>(wrongControl) ??
      field?.querySelector<HTMLElement>('[data-control], input, textarea, select, button, [tabindex]')
    control?.focus({ preventScroll: true })
  })
}

const noErrors = () => ({})
