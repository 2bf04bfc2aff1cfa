import { useQuery } from '@tanstack/react-query'
import { addressKeyOf } from '../../../lib/address-key.ts'
import { configurationQuery } from '../../../lib/session.ts'
import { suggestAddresses, useAddressLookup } from '../../../lib/use-address-lookup.ts'
import type { AddressSuggestion } from '../../../ui/address-field.tsx'
import { ImageField } from '../../../ui/image-field.tsx'
import { PlaceFields } from '../../../ui/place-fields.tsx'
import styles from './form.module.css'
import { KnownPictures } from './known-pictures.tsx'
import type { InstantForm } from './use-instant-form.ts'

const size = { width: 500, height: 500 }

/** Section 1: the picture, and where it takes place, the company's address unless changed (I-027, I-071 to I-078). */
export function PlaceSection({ form }: { form: InstantForm }) {
  const { field, values, change, complete, instant } = form
  const tiles = useQuery(configurationQuery).data?.tilesUrl
  const stored = instant?.instantInformation.pictureUrl
  const place = { ...values, address: values.streetAddress }
  const key = addressKeyOf(place)
  const placeOf = useAddressLookup({
    place,
    isKnown: values.position !== null && values.position.of === key,
    onFound: (position) => complete({ position }),
  })
  const pick = (suggestion: AddressSuggestion) => {
    const { address, ...place } = placeOf(suggestion)
    change({ ...place, streetAddress: address })
  }
  return (
    <div className={styles.fields}>
      <div>
        <ImageField {...field('picture')} label="Photo" required target={size} {...(stored && { current: stored })} />
        {values.picture || stored ? null : <KnownPictures onPick={(picture) => change({ picture })} />}
      </div>
      <PlaceFields
        street={{ ...field('streetAddress'), hint: '6 caractères au moins' }}
        zipCode={field('zipCode')}
        city={field('city')}
        suggest={suggestAddresses}
        onPick={pick}
        map={{
          position: values.position,
          label: values.title || 'Votre instant',
          tiles,
          height: 220,
          onMove: (moved) => change({ position: { ...moved, of: key } }),
        }}
      />
    </div>
  )
}
