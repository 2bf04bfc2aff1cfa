import { firstNameMissing } from '@parvis/domain/orders/orders.refusals.fr'
import type { FormError } from '@parvis/domain/site/private-page'
import type { ComponentProps, ReactNode } from 'react'

type FormProps = Omit<ComponentProps<'form'>, 'method'> & {
  /** Forms know GET and POST only: the server makes the call again as it means. */
  method?: 'PUT' | 'DELETE'
  /** What the script does once it is sent, and says. */
  kind?: string
  said?: string
  /** Two taps without script are one act, by a key of the page: of one that is drawn for each reader, since a kept page has the same for all. */
  isOnce?: boolean
  /** The words of its button, and how it looks. */
  button: ReactNode
  look?: string
}

/** One act, sent by one button, with or without script. */
export function Form({ method, kind, said, isOnce, button, look = 'button', children, ...form }: FormProps) {
  return (
    <form method="post" {...form} data-form={kind} data-said={said}>
      {method ? <input type="hidden" name="_method" value={method} /> : null}
      {isOnce ? <input type="hidden" name="once" value={crypto.randomUUID()} /> : null}
      {children}
      <button type="submit" className={look}>
        {button}
      </button>
    </form>
  )
}

type FieldProps = ComponentProps<'input'> & { name: string; label: ReactNode; error?: FormError | undefined }

/** A field under its label, with what is wrong in it. */
export function InputField({ name, label, error, ...input }: FieldProps) {
  return (
    <>
      <label htmlFor={name}>{label}</label>
      <input id={name} name={name} {...input} {...wrong(error, name)} />
      <ErrorAt error={error} field={name} />
    </>
  )
}

type LongFieldProps = Omit<ComponentProps<'textarea'>, 'name'> & Pick<FieldProps, 'name' | 'label' | 'error'>

export function LongField({ name, label, error, ...area }: LongFieldProps) {
  return (
    <>
      <label htmlFor={name}>{label}</label>
      <textarea id={name} name={name} maxLength={5000} {...area} {...wrong(error, name)} />
      <ErrorAt error={error} field={name} />
    </>
  )
}

type Option = { value: string; label: string }
type SelectProps = ComponentProps<'select'> & { label: ReactNode; options: readonly Option[] }

export const ChoiceField = ({ label, options, ...select }: SelectProps) => (
  <label>
    {label}
    <select {...select}>
      {options.map((option) => (
        <option key={option.value} value={option.value}>
          {option.label}
        </option>
      ))}
    </select>
  </label>
)

/** The numbers from one on. */
export const countsTo = (most: number): Option[] =>
  Array.from({ length: most }, (_, at) => ({ value: String(at + 1), label: String(at + 1) }))

export const oneTimeCode = { autoComplete: 'one-time-code', autoCapitalize: 'off' }

export function Check({ children, ...input }: ComponentProps<'input'>) {
  return (
    <label className="check">
      <input type="checkbox" value="1" {...input} /> {children}
    </label>
  )
}

type FirstNameProps = { value: string; required?: boolean; error?: FormError | undefined }

/** An order is picked up under a first name; a message may do without. */
export function FirstNameField({ value, required = false, error }: FirstNameProps) {
  const label = `Votre prénom${required ? '' : ' (facultatif)'}`
  const least = required && { required, minLength: 2, 'data-missing': firstNameMissing }
  return (
    <InputField
      name="firstName"
      label={label}
      {...least}
      maxLength={50}
      autoComplete="given-name"
      defaultValue={value}
      error={error}
    />
  )
}

/** An act that cannot be undone is asked in its own words, with and without script; the way back stands where the act was tapped. */
export function AskFirst({ ask, keep, children }: { ask: string; keep: string; children: ReactNode }) {
  return (
    <details className="asked">
      <summary className="quiet">
        <span>{ask}</span>
        <span>{keep}</span>
      </summary>
      {children}
    </details>
  )
}

/** What went wrong, said before the form that keeps what was typed. */
export function ErrorLine({ error, id }: { error: string | undefined; id?: string }) {
  return error ? (
    <p className="error" id={id} role="alert">
      {error}
    </p>
  ) : null
}

/** Where its field is wrong (a form holds one error at a time); the field itself says so by `wrong`. */
export const ErrorAt = ({ error, field }: { error: FormError | undefined; field: string }) => (
  <ErrorLine error={error?.field === field ? error.sentence : undefined} id="erreur" />
)

export const wrong = (error: FormError | undefined, field: string) =>
  error?.field === field ? ({ 'aria-invalid': true, 'aria-describedby': 'erreur' } as const) : {}
