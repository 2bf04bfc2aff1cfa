import type { AnswerOf } from '@parvis/domain/api'
import { IconMapPin } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { askAddresses } from '../lib/use-address-lookup.ts'
import { Combobox } from './combobox.tsx'
import type { FieldProps } from './field.tsx'

export type SuggestedAddress = AnswerOf<'GET /v1/geo/suggest'>[number]

const byHand = 'Les suggestions sont indisponibles\u00a0: saisissez l’adresse, le code postal et la ville à la main.'

type AddressFieldProps = FieldProps & {
  value: string
  onChange: (value: string) => void
  onPick: (suggestion: SuggestedAddress) => void
  /** The service did not answer: the address is typed by hand. */
  onUnavailable?: () => void
}

/** A street address chosen from suggestions; by hand when the address service is silent. */
export function AddressField(props: AddressFieldProps) {
  const { value, onChange, onPick, onUnavailable, ...field } = props
  const { suggestions, isLoading, isUnavailable, ask, settle } = useSuggestions(onUnavailable)
  return (
    <Combobox
      {...field}
      hint={isUnavailable ? byHand : props.hint}
      placeholder="12 rue de la Paix, Paris"
      icon={<IconMapPin size={20} aria-hidden="true" />}
      listName="Suggestions"
      text={value}
      options={suggestions.map(({ label }) => label)}
      isLoading={isLoading}
      onType={(typed) => {
        onChange(typed)
        ask(typed)
      }}
      onChoose={(index) => {
        const suggestion = suggestions[index]
        settle()
        if (suggestion) onPick(suggestion)
      }}
    />
  )
}

const pause = 250
const minTyped = 3

/** From three characters typed. */
function useSuggestions(onUnavailable: (() => void) | undefined) {
  const [asked, setAsked] = useState('')
  const [suggestions, setSuggestions] = useState<readonly SuggestedAddress[]>([])
  const [isLoading, setLoading] = useState(false)
  const [isUnavailable, setUnavailable] = useState(false)

  // biome-ignore lint/correctness/useExhaustiveDependencies: only a new text asks again, not a new function
  useEffect(() => {
    if (asked.trim().length < minTyped) return setSuggestions([])
    const abort = new AbortController()
    const load = async () => {
      setLoading(true)
      try {
        setSuggestions(await askAddresses(asked, abort.signal))
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
