import { otherCity } from '@parvis/domain/registration/account-form'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../lib/call.ts'
import type { FieldErrorMap } from '../../lib/use-form.ts'
import { Button } from '../../ui/button.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { TextField } from '../../ui/text-field.tsx'
import styles from './account-step.module.css'
import type { AccountValues, City } from './account-values.ts'
import { CityField } from './city-field.tsx'

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
    queryKey: ['zip-cities', zip_code],
    queryFn: ({ signal }) => call('GET /v1/geo/cities', { query: { zip: zip_code }, anonymous: true, signal }),
    enabled: isOtherCity && zip_code.length === 5,
    retry: false,
  })
  return names.data ?? []
}
