import { useQuery } from '@tanstack/react-query'
import { configurationQuery } from '../../../lib/session.ts'
import { AddressField } from '../../../ui/address-field.tsx'
import { ImageField } from '../../../ui/image-field.tsx'
import { MapView } from '../../../ui/map-view.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import styles from './form.module.css'
import { KnownPictures } from './known-pictures.tsx'
import type { InstantForm } from './use-instant-form.ts'
import { suggestAddresses, usePlace } from './use-place.ts'

const size = { width: 500, height: 500 }

/** Section 1: the picture, and where it takes place, the company's address unless changed (I-027, I-071 to I-078). */
export function PlaceSection({ form }: { form: InstantForm }) {
  const { field, values, change, instant } = form
  const pick = usePlace(form)
  const tiles = useQuery(configurationQuery).data?.tilesUrl
  const stored = instant?.instantInformation.pictureUrl
  return (
    <div className={styles.fields}>
      <div>
        <ImageField {...field('picture')} label="Photo" required target={size} {...(stored && { current: stored })} />
        {values.picture || stored ? null : <KnownPictures onPick={(picture) => change({ picture })} />}
      </div>
      <AddressField
        {...field('streetAddress')}
        label="Adresse"
        required
        hint="6 caractères au moins"
        suggest={suggestAddresses}
        onPick={pick}
      />
      <div className={styles.cityAndZip}>
        <TextField
          {...field('zipCode')}
          label="Code postal"
          required
          inputMode="numeric"
          maxLength={5}
          autoComplete="postal-code"
        />
        <TextField {...field('city')} label="Ville" required maxLength={100} autoComplete="address-level2" />
      </div>
      <MapView
        position={values.position}
        label={values.title || 'Votre instant'}
        tiles={tiles}
        height={220}
        onMove={(position) => change({ position })}
      />
    </div>
  )
}
