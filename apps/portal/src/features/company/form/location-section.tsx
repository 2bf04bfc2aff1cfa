import { useQuery } from '@tanstack/react-query'
import { addressKeyOf } from '../../../lib/address-key.ts'
import { configurationQuery } from '../../../lib/session.ts'
import { askAddresses, useAddressLookup } from '../../../lib/use-address-lookup.ts'
import { Card } from '../../../ui/card.tsx'
import { PlaceFields } from '../../../ui/place-fields.tsx'
import styles from './form.module.css'
import type { ProfileForm } from './use-profile-form.ts'

/** Street picked from suggestions, city, zip and the pin (E-004, E-061 to E-065). */
export function LocationSection({ form }: { form: ProfileForm }) {
  const { field, values, change, complete } = form
  const tiles = useQuery(configurationQuery).data?.tilesUrl
  const key = addressKeyOf(values)
  const placeOf = useAddressLookup({
    place: values,
    isKnown: values.position === null || values.position.of === key,
    onFound: (position) => complete({ position }),
  })
  return (
    <Card
      title="Où vous trouver"
      sentence="Choisissez votre adresse dans la liste&nbsp;: la carte se place toute seule."
    >
      <div className={styles.fields}>
        <PlaceFields
          street={{ ...field('address'), onUnavailable: form.takeAddressByHand }}
          zipCode={field('zipCode')}
          city={field('city')}
          suggest={askAddresses}
          onPick={(suggestion) => change({ ...placeOf(suggestion), chosenAddress: suggestion.address })}
          map={{
            position: values.position,
            label: values.name || 'Votre établissement',
            tiles,
            onMove: (moved) => change({ position: { ...moved, of: key } }),
          }}
        />
      </div>
    </Card>
  )
}
