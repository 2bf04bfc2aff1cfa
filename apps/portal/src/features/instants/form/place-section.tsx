import { pictureRules } from '@parvis/domain/company/picture-sizes'
import { useQuery } from '@tanstack/react-query'
import { useCompany } from '../../../lib/session.ts'
import { addressKeyOf, useAddressLookup } from '../../../lib/use-address-lookup.ts'
import type { SuggestedAddress } from '../../../ui/address-field.tsx'
import { ImageField } from '../../../ui/image-field.tsx'
import { PlaceFields } from '../../../ui/place-fields.tsx'
import { showToast } from '../../../ui/toast.tsx'
import { instantsQuery } from '../instants.queries.ts'
import { fetchPicture, knownPictures } from './fetch-picture.ts'
import styles from './form.module.css'
import type { InstantForm } from './use-instant-form.ts'

const size = pictureRules.instant.exact

/** Section 1: the picture, and where it takes place, the company's address unless changed. */
export function PlaceSection({ form }: { form: InstantForm }) {
  const { field, values, change, complete, instant } = form
  const stored = instant?.instantInformation.pictureUrl
  const place = { ...values, address: values.streetAddress }
  const key = addressKeyOf(place)
  const locate = useAddressLookup({
    place,
    isKnown: values.position !== null && values.position.of === key,
    onFound: (position) => complete({ position }),
  })
  const pick = (suggestion: SuggestedAddress) => {
    const { address, ...place } = locate(suggestion)
    change({ ...place, streetAddress: address })
  }
  return (
    <div className="stack-3">
      <div>
        <ImageField {...field('picture')} label="Photo" required target={size} {...(stored && { current: stored })} />
        {values.picture || stored ? null : <KnownPictures onPick={(picture) => change({ picture })} />}
      </div>
      <PlaceFields
        street={{ ...field('streetAddress'), hint: '6 caractères au moins' }}
        zipCode={field('zipCode')}
        city={field('city')}
        onPick={pick}
        map={{
          position: values.position,
          label: values.title || 'Votre instant',
          height: 220,
          onMove: (moved) => change({ position: { ...moved, of: key } }),
        }}
      />
    </div>
  )
}

/** Pictures already here, taken again with one tap: those of the last instants, then the portrait of the business. */
function KnownPictures({ onPick }: { onPick: (picture: Blob) => void }) {
  const company = useCompany()
  const instants = useQuery(instantsQuery).data ?? []
  const known = knownPictures(instants, company)
  if (known.length === 0) return null
  const take = async (url: string) => {
    const picture = await fetchPicture(url)
    if (picture) onPick(picture)
    else showToast('Cette photo n’est plus disponible', 'danger')
  }
  return (
    <div className="top-2">
      <p className="note">Ou reprendre une photo&nbsp;:</p>
      <div className={`row top-1 ${styles.pictures}`}>
        {known.map((url, index) => (
          <button key={url} type="button" aria-label={`Reprendre la photo ${index + 1}`} onClick={() => void take(url)}>
            <img className="fill" src={url} alt="" width={72} height={72} loading="lazy" />
          </button>
        ))}
      </div>
    </div>
  )
}
