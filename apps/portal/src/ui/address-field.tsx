import { IconMapPin } from '@tabler/icons-react'
import '@mantine/core/styles/Input.layer.css'
import '@mantine/core/styles/Combobox.layer.css'
import { Combobox, useCombobox } from '@mantine/core'
import { type ReactNode, useEffect, useState } from 'react'
import { Spinner } from './button.tsx'
import { Field, type FieldProps } from './field.tsx'
import input from './input.module.css'
import styles from './suggest-field.module.css'

export type SuggestedAddress = {
  label: string
  address: string
  city: string
  zipCode: string
  latitude: number
  longitude: number
}

const byHand = 'Les suggestions sont indisponibles\u00a0: saisissez l’adresse, le code postal et la ville à la main.'

/** A street address chosen from suggestions; by hand when the address service is silent (AMB-57). */
export function AddressField(props: SuggestFieldProps<SuggestedAddress>) {
  return (
    <SuggestField
      placeholder="12 rue de la Paix, Paris"
      unavailableText={byHand}
      icon={<IconMapPin size={20} aria-hidden="true" />}
      {...props}
    />
  )
}

type Suggested = { label: string }

type SuggestFieldProps<T extends Suggested> = FieldProps & {
  value: string
  onChange: (value: string) => void
  /** Asks for suggestions, from three characters typed. */
  suggest: (text: string, signal: AbortSignal) => Promise<readonly T[]>
  onPick: (suggestion: T) => void
  /** The service did not answer: the address is typed by hand. */
  onUnavailable?: () => void
  unavailableText?: ReactNode
  placeholder?: string
  icon?: ReactNode
  autoComplete?: string
}

const pause = 250
const minTyped = 3

/** A text with suggestions under it: arrows and Enter, or a tap, choose one. */
function SuggestField<T extends Suggested>(props: SuggestFieldProps<T>) {
  const { value, onChange, onPick, placeholder, icon, autoComplete = 'off' } = props
  const { suggestions, isLoading, isUnavailable, ask, settle } = useSuggestions(props)
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() })
  const pick = (index: string) => {
    const suggestion = suggestions[Number(index)]
    settle()
    combobox.closeDropdown()
    if (suggestion) onPick(suggestion)
  }
  return (
    <Field {...props} hint={isUnavailable ? props.unavailableText : props.hint}>
      {(control) => (
        <Combobox store={combobox} onOptionSubmit={pick}>
          <Combobox.Target>
            <span className={input.withSide}>
              {icon ? <span className={input.prefix}>{icon}</span> : null}
              <input
                {...control}
                className={`${input.input} ${icon ? styles.withIcon : ''}`}
                value={value}
                placeholder={placeholder}
                autoComplete={autoComplete}
                onChange={(event) => {
                  onChange(event.currentTarget.value)
                  ask(event.currentTarget.value)
                  combobox.openDropdown()
                }}
                onFocus={() => combobox.openDropdown()}
                onBlur={() => combobox.closeDropdown()}
              />
              {isLoading ? (
                <span className={input.suffix}>
                  <Spinner size={18} />
                </span>
              ) : null}
            </span>
          </Combobox.Target>
          <Combobox.Dropdown hidden={suggestions.length === 0}>
            <Combobox.Options aria-label="Suggestions">
              {suggestions.map((suggestion, index) => (
                <Combobox.Option key={suggestion.label} value={String(index)} className={styles.option}>
                  {suggestion.label}
                </Combobox.Option>
              ))}
            </Combobox.Options>
          </Combobox.Dropdown>
        </Combobox>
      )}
    </Field>
  )
}

function useSuggestions<T extends Suggested>({ suggest, onUnavailable }: SuggestFieldProps<T>) {
  const [asked, setAsked] = useState('')
  const [suggestions, setSuggestions] = useState<readonly T[]>([])
  const [isLoading, setLoading] = useState(false)
  const [isUnavailable, setUnavailable] = useState(false)

  // biome-ignore lint/correctness/useExhaustiveDependencies: only a new text asks again, not a new function
  useEffect(() => {
    if (asked.trim().length < minTyped) return setSuggestions([])
    const abort = new AbortController()
    const load = async () => {
      setLoading(true)
      try {
        setSuggestions(await suggest(asked, abort.signal))
        setUnavailable(false)
      } catch {
        if (abort.signal.aborted) return
        setSuggestions([])
        setUnavailable(true)
        onUnavailable?.()
      } finally {
        if (!abort.signal.aborted) setLoading(false)
      }
    }
    const timer = setTimeout(() => void load(), pause)
    return () => {
      clearTimeout(timer)
      abort.abort()
    }
  }, [asked])

  const settle = () => {
    setAsked('')
    setSuggestions([])
    setLoading(false)
  }
  return { suggestions, isLoading, isUnavailable, ask: setAsked, settle }
}
