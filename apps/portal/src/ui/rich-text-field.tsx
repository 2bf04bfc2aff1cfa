import { visibleText } from '@parvis/domain/kernel/visible-text'
import { lazy, Suspense } from 'react'
import { Field, type FieldProps } from './field.tsx'
import { Skeleton } from './skeleton.tsx'

const RichTextEditor = lazy(() => import('./rich-text-editor.tsx').then((it) => ({ default: it.RichTextEditor })))

export type RichTextFieldProps = FieldProps & {
  /** HTML; empty when nothing is written. */
  value: string
  onChange: (html: string) => void
  placeholder?: string
}

/** Text with bold, lists and links. The editor itself is loaded when the field is shown. */
export function RichTextField(props: RichTextFieldProps) {
  const { value, onChange, placeholder } = props
  return (
    <Field {...props} group count={{ text: String(visibleText(value).length) }}>
      {(control) => (
        <Suspense fallback={<Skeleton height={200} />}>
          <RichTextEditor
            control={control}
            label={typeof props.label === 'string' ? props.label : 'Texte'}
            value={value}
            onChange={onChange}
            placeholder={placeholder}
          />
        </Suspense>
      )}
    </Field>
  )
}
