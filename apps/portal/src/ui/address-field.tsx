import type { AnswerOf } from '@parvis/domain/api'
import { IconMapPin } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { addressesLike } from '../lib/use-address-lookup.ts'
import { useSettled } from '../lib/use-settled.ts'
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
  const { suggestions, isLoading, isUnavailable, ask } = useSuggestions(onUnavailable)
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
        ask('')
        if (suggestion) onPick(suggestion)
      }}
    />
  )
}

const minTyped = 3

/** From three characters typed. */
function useSuggestions(onUnavailable: (() => void) | undefined) {
  const [asked, setAsked] = useState('')
  const settled = useSettled(asked)
  // A suggestion that was picked asks nothing more.
  const q = asked.trim().length < minTyped ? '' : settled
  const { data, isFetching, isSuccess, isError } = useQuery({
    ...addressesLike(q),
    enabled: q.trim().length >= minTyped,
    retry: false,
    placeholderData: keepPreviousData,
  })
  const [isUnavailable, setUnavailable] = useState(false)
  const tell = useEffectEvent(() => onUnavailable?.())
  useEffect(() => {
    if (isError) tell()
    if (isError || isSuccess) setUnavailable(isError)
  }, [isError, isSuccess])
  return { suggestions: (q && data) || [], isLoading: isFetching, isUnavailable, ask: setAsked }
}
