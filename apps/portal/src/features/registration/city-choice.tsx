import { foldText } from '@parvis/domain/kernel/text'
import { otherCity } from '@parvis/domain/registration/account-form'
import { IconChevronDown } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useState } from 'react'
import { query } from '../../api/query.ts'
import type { FieldError, FieldErrorMap } from '../../lib/use-form.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import input from '../../ui/input.module.css'
import { SelectField } from '../../ui/select-field.tsx'
import { TextField } from '../../ui/text-field.tsx'
import styles from './account-step.module.css'
import type { AccountValues, City } from './account-values.ts'
import cityFieldStyles from './city-field.module.css'

type CityChoiceProps = {
  values: AccountValues
  errors: FieldErrorMap
  cities: readonly City[]
  /** The names of the typed zip. */
  names: readonly string[]
  onChange: (changes: Partial<AccountValues>) => void
}

/** A city of the list, or another one by its zip (R-065 to R-067, AMB-23). */
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
    <div className={styles.otherCity}>
      <TextField
        name="zip_code"
        label="Autre ville&nbsp;: votre code postal"
        required
        inputMode="numeric"
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
      <Button variant="quiet" size="small" onClick={() => onChange({ city: '', zip_code: '', isOtherCity: false })}>
        Choisir dans la liste
      </Button>
    </div>
  )
}

/** The name of the city; only the zip is known when the address service says nothing (AMB-23). */
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

/** A city of the list, found by its name or zip. No widget of the kit: the first page stays light. */
function CityField({ cities, chosen, error, onChoose, onOther, onClear }: CityFieldProps) {
  const [typed, setTyped] = useState<string>()
  const [isOpen, setOpen] = useState(false)
  const [active, setActive] = useState(0)
  const found = citiesLike(cities, typed ?? '')
  const last = found.length

  const choose = (index: number) => {
    const city = found[index]
    if (city) onChoose(city)
    else onOther()
    setTyped(undefined)
    setOpen(false)
  }
  const type = (text: string) => {
    setTyped(text)
    setActive(0)
    setOpen(true)
    if (chosen !== '') onClear()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') return setOpen(false)
    if (event.key === 'Enter' && isOpen) {
      event.preventDefault()
      return choose(active)
    }
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
    event.preventDefault()
    setOpen(true)
    setActive(Math.min(last, Math.max(0, active + (event.key === 'ArrowDown' ? 1 : -1))))
  }

  return (
    <Field
      name="city"
      label="Votre ville"
      required
      error={error}
      hint="Tapez son nom ou son code postal, puis choisissez."
    >
      {(control) => (
        <span className={input.withSide}>
          <input
            {...control}
            className={input.input}
            role="combobox"
            aria-expanded={isOpen}
            aria-controls="city-options"
            aria-autocomplete="list"
            aria-activedescendant={isOpen ? `city-option-${active}` : undefined}
            autoComplete="off"
            placeholder="Paris 15e, 92110…"
            value={typed ?? chosen}
            onChange={(event) => type(event.currentTarget.value)}
            onFocus={() => setOpen(true)}
            onClick={() => setOpen(true)}
            onBlur={() => setOpen(false)}
            onKeyDown={onKeyDown}
          />
          <span className={cityFieldStyles.arrow} aria-hidden="true">
            <IconChevronDown size={20} />
          </span>
          {isOpen ? <CityOptions found={found} active={active} onChoose={choose} /> : null}
        </span>
      )}
    </Field>
  )
}

type CityOptionsProps = { found: readonly City[]; active: number; onChoose: (index: number) => void }

function CityOptions({ found, active, onChoose }: CityOptionsProps) {
  const options = [...found.map(cityLabel), 'Autre ville']
  return (
    <div id="city-options" role="listbox" aria-label="Villes" className={cityFieldStyles.options}>
      {options.map((label, index) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the input
        // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the input
        <div
          key={label}
          id={`city-option-${index}`}
          role="option"
          aria-selected={index === active}
          className={cityFieldStyles.option}
          ref={index === active ? keepInSight : null}
          // On mousedown, before the input loses the focus.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onChoose(index)}
        >
          {label}
        </div>
      ))}
    </div>
  )
}

function keepInSight(option: HTMLElement | null) {
  option?.scrollIntoView({ block: 'nearest' })
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
