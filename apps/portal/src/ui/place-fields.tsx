import type { ReactNode } from 'react'
import type { FieldError } from '../lib/use-form.ts'
import { AddressField, type SuggestedAddress } from './address-field.tsx'
import type { MapViewProps } from './leaflet-map.tsx'
import { MapView } from './map-view.tsx'
import styles from './place-fields.module.css'
import { NumberField, TextField } from './text-field.tsx'

type Typed = { name: string; value: string; error: FieldError | undefined; onChange: (value: string) => void }

type PlaceFieldsProps = {
  street: Typed & { hint?: ReactNode; onUnavailable?: () => void }
  zipCode: Typed
  city: Typed
  onPick: (suggestion: SuggestedAddress) => void
  map: MapViewProps
}

/** A place: the street picked from suggestions, its zip and city, and the pin to move. */
export function PlaceFields({ street, zipCode, city, onPick, map }: PlaceFieldsProps) {
  return (
    <>
      <AddressField {...street} label="Adresse" required onPick={onPick} />
      <div className={`stack-3 ${styles.cityAndZip}`}>
        <NumberField {...zipCode} label="Code postal" required digits={5} autoComplete="postal-code" />
        <TextField {...city} label="Ville" required limit={100} autoComplete="address-level2" />
      </div>
      <MapView {...map} />
    </>
  )
}
