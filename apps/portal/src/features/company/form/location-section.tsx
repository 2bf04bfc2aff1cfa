import { useQuery } from '@tanstack/react-query'
import { configurationQuery } from '../../../lib/session.ts'
import { AddressField } from '../../../ui/address-field.tsx'
import { Card } from '../../../ui/card.tsx'
import { MapView } from '../../../ui/map-view.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import styles from './form.module.css'
import { suggestAddresses, useLocation } from './use-location.ts'
import type { ProfileForm } from './use-profile-form.ts'

/** Street picked from suggestions, city, zip and the pin (E-004, E-061 to E-065). */
export function LocationSection({ form }: { form: ProfileForm }) {
  const { field, values, change } = form
  const { pick } = useLocation(form)
  const tiles = useQuery(configurationQuery).data?.tilesUrl
  return (
    <Card title="Où vous trouver" sentence="Choisissez votre adresse dans la liste : la carte se place toute seule.">
      <div className={styles.fields}>
        <AddressField
          {...field('address')}
          label="Adresse"
          required
          suggest={suggestAddresses}
          onPick={pick}
          onUnavailable={form.takeAddressByHand}
        />
        <div className={`${styles.pair} ${styles.cityAndZip}`}>
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
          label={values.name || 'Votre établissement'}
          tiles={tiles}
          onMove={(position) => change({ position })}
        />
      </div>
    </Card>
  )
}
