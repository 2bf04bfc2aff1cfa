import { matchesSearch } from '@parvis/domain/kernel/text'
import { useState } from 'react'
import { Combobox } from './combobox.tsx'
import type { FieldProps } from './field.tsx'
import type { Option } from './select-field.tsx'

type SearchSelectFieldProps<V extends string> = FieldProps & {
  value: V | ''
  onChange: (value: V) => void
  /** `words`: what finds the option, its label when absent. */
  options: readonly (Option<V> & { words?: string })[]
  placeholder: string
  /** Shown when no option matches. */
  nothing: string
}

const maxShown = 100

/** A long list that is searched by typing, accents and case ignored. */
export function SearchSelectField<V extends string>(props: SearchSelectFieldProps<V>) {
  const { value, onChange, options, ...field } = props
  const [typed, setTyped] = useState<string>()
  const found = options.filter(({ label, words = label }) => matchesSearch(words, typed ?? '')).slice(0, maxShown)
  return (
    <Combobox
      {...field}
      isClosed
      listName={String(props.label)}
      text={typed ?? options.find((option) => option.value === value)?.label ?? ''}
      options={found.map(({ label }) => label)}
      onType={setTyped}
      onChoose={(index) => {
        const option = found[index]
        setTyped(undefined)
        if (option) onChange(option.value)
      }}
      // What was searched and not chosen is no value: the chosen one is shown again.
      onBlur={() => setTyped(undefined)}
    />
  )
}
