import { IconMapPin } from '@tabler/icons-react'
import { SuggestField, type SuggestFieldProps } from './suggest-field.tsx'

export type SuggestedAddress = {
  label: string
  address: string
  city: string
  zipCode: string
  latitude: number
  longitude: number
}

const byHand = 'Les suggestions sont indisponibles\u00a0: saisissez l’adresse, le code postal et la ville à la main.'

/** A street address chosen from suggestions; by hand when the address service is silent (AMB-57). */
export function AddressField(props: SuggestFieldProps<SuggestedAddress>) {
  return (
    <SuggestField
      placeholder="12 rue de la Paix, Paris"
      unavailableText={byHand}
      icon={<IconMapPin size={20} aria-hidden="true" />}
      {...props}
    />
  )
}
