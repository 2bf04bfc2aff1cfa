import { foldText } from '@parvis/domain/kernel/text'
import { otherCity } from '@parvis/domain/registration/account-form'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { query } from '../../api/query.ts'
import type { FieldError, FieldErrorMap } from '../../lib/use-form.ts'
import { QuietButton } from '../../ui/button.tsx'
import { Combobox } from '../../ui/combobox.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { NumberField } from '../../ui/text-field.tsx'
import styles from './account-step.module.css'
import type { AccountValues, City } from './account-values.ts'

type CityChoiceProps = {
  values: AccountValues
  errors: FieldErrorMap
  cities: readonly City[]
  /** The names of the typed zip. */
  names: readonly string[]
  onChange: (changes: Partial<AccountValues>) => void
}

/** A city of the list, or another one by its zip. */
export function CityChoice({ values, errors, cities, names, onChange }: CityChoiceProps) {
  if (!values.isOtherCity) {
    return (
      <CityField
        cities={cities}
        chosen={values.city ? `${values.city} (${values.zip_code})` : ''}
        error={errors.city ?? errors.zip_code}
        onChoose={({ name, zip }) => onChange({ city: name, zip_code: zip })}
        onOther={() => onChange({ city: '', zip_code: '', isOtherCity: true })}
        onClear={() => onChange({ city: '', zip_code: '' })}
      />
    )
  }
  const typeZip = (text: string) => {
    const zip = text.replace(/\D/g, '').slice(0, 5)
    onChange({ zip_code: zip, city: zip.length === 5 ? otherCity : '' })
  }
  return (
    <div className={`stack-1 ${styles.otherCity}`}>
      <NumberField
        name="zip_code"
        label="Autre ville&nbsp;: votre code postal"
        required
        autoComplete="postal-code"
        value={values.zip_code}
        onChange={typeZip}
        error={errors.zip_code ?? errors.city}
      />
      {names.length > 0 ? (
        <SelectField
          name="otherCityName"
          label="Ville"
          value={cityToSend(values, names)}
          options={names.map((name) => ({ value: name, label: name }))}
          onChange={(city) => onChange({ city })}
        />
      ) : null}
      <QuietButton onClick={() => onChange({ city: '', zip_code: '', isOtherCity: false })}>
        Choisir dans la liste
      </QuietButton>
    </div>
  )
}

/** The name of the city; only the zip is known when the address service says nothing. */
export function cityToSend({ city, isOtherCity }: AccountValues, names: readonly string[]): string {
  return isOtherCity && city === otherCity ? (names[0] ?? otherCity) : city
}

/** The names of a complete zip that is not in the list; none while unknown. */
export function useZipNames({ isOtherCity, zip_code }: AccountValues): readonly string[] {
  const names = useQuery({
    ...query('GET /v1/geo/cities', { query: { zip: zip_code }, anonymous: true }),
    enabled: isOtherCity && zip_code.length === 5,
    retry: false,
  })
  return names.data ?? []
}

type CityFieldProps = {
  cities: readonly City[]
  /** The chosen city, as `Clichy (92110)`; empty while none is. */
  chosen: string
  error: FieldError | undefined
  onChoose: (city: City) => void
  /** The city is not in the list. */
  onOther: () => void
  /** Something else was typed: nothing is chosen any more. */
  onClear: () => void
}

const maxLength = 60

/** A city of the list, found by its name or zip. */
function CityField({ cities, chosen, error, onChoose, onOther, onClear }: CityFieldProps) {
  const [typed, setTyped] = useState<string>()
  const found = citiesLike(cities, typed ?? '')
  return (
    <Combobox
      name="city"
      label="Votre ville"
      required
      error={error}
      hint="Tapez son nom ou son code postal, puis choisissez."
      placeholder="Paris 15e, 92110…"
      isClosed
      listName="Villes"
      text={typed ?? chosen}
      options={[...found.map(cityLabel), 'Autre ville']}
      isApart
      onType={(text) => {
        setTyped(text)
        if (chosen !== '') onClear()
      }}
      onChoose={(index) => {
        const city = found[index]
        setTyped(undefined)
        if (city) onChoose(city)
        else onOther()
      }}
    />
  )
}

/** `Clichy (92110)` */
const cityLabel = ({ name, zip }: City): string => `${name} (${zip})`

/** Cities whose name or zip starts with the text, then those whose name contains it. @internal */
export function citiesLike(cities: readonly City[], typed: string): City[] {
  const wanted = foldText(typed.trim())
  const starting = cities.filter(({ name, zip }) => foldText(name).startsWith(wanted) || zip.startsWith(wanted))
  const holding = cities.filter((city) => foldText(city.name).includes(wanted) && !starting.includes(city))
  return [...starting, ...holding].slice(0, maxLength)
}
