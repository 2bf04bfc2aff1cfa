import '@mantine/core/styles/Input.layer.css'
import '@mantine/core/styles/Combobox.layer.css'
import { Select } from '@mantine/core'
import { matchesSearch } from '@parvis/domain/kernel/text'
import { Field, type FieldProps } from './field.tsx'
import styles from './input.module.css'
import type { Option } from './select-field.tsx'

type SearchSelectFieldProps<V extends string> = FieldProps & {
  value: V | ''
  onChange: (value: V) => void
  /** `words`: what finds the option, its label when absent. */
  options: readonly (Option<V> & { words?: string })[]
  placeholder?: string
  /** Shown when no option matches. */
  nothing?: string
}

/** A long list that is searched by typing, accents and case ignored. */
export function SearchSelectField<V extends string>(props: SearchSelectFieldProps<V>) {
  const { value, onChange, options, placeholder = 'Choisir…', nothing = 'Aucun résultat' } = props
  const wordsOf = new Map<string, string>(options.map((option) => [option.value, option.words ?? option.label]))
  const choose = (chosen: string | null) => {
    const option = options.find((candidate) => candidate.value === chosen)
    if (option) onChange(option.value)
  }
  return (
    <Field {...props}>
      {({ disabled, ...control }) => (
        <Select
          {...control}
          disabled={disabled ?? false}
          classNames={{ input: styles.input ?? '' }}
          error={Boolean(props.error)}
          data={options.map(({ value: id, label, disabled: off }) => ({ value: id, label, disabled: off ?? false }))}
          value={value || null}
          onChange={choose}
          placeholder={placeholder}
          searchable
          allowDeselect={false}
          checkIconPosition="right"
          maxDropdownHeight={320}
          limit={100}
          nothingFoundMessage={nothing}
          filter={({ options: shown, search }) =>
            shown.filter(
              (option) => 'value' in option && matchesSearch(wordsOf.get(String(option.value)) ?? '', search),
            )
          }
        />
      )}
    </Field>
  )
}
