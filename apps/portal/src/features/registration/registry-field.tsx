import { type BusinessType, offersOf } from '@parvis/domain/kernel/business-type'
import { formatRegistryNumber, isCompleteRegistryNumber } from '@parvis/domain/kernel/registry-number'
import { IconBuildingStore } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { query } from '../../api/query.ts'
import { PageLink } from '../../lib/router.tsx'
import { removeStored, writeStoredJson } from '../../lib/storage.ts'
import type { FieldError } from '../../lib/use-form.ts'
import { Spinner } from '../../ui/button.tsx'
import { TextField } from '../../ui/text-field.tsx'
import styles from './account-step.module.css'
import { lookupFailure } from './register-account.ts'

type RegistryFieldProps = {
  type: BusinessType
  value: string
  error: FieldError | undefined
  lookup: Lookup
  /** Why the registry stops this number. */
  refused: FieldError | undefined
  onChange: (value: string) => void
}

const wordings = {
  rna: {
    label: 'Numéro RNA (ou SIRET)',
    hint: 'W suivi de 9 caractères, sur le récépissé de la préfecture',
    inputMode: 'text',
    placeholder: 'W751234567',
  },
  siret: {
    label: 'Numéro SIRET',
    hint: 'Les 14 chiffres de votre Kbis ou de vos factures',
    inputMode: 'numeric',
    placeholder: '732 829 320 00074',
  },
} as const

const askedOf = (type: BusinessType) => (offersOf(type).registryNumbers[0] === 'rna' ? 'rna' : 'siret')
export const registryLabel = (type: BusinessType): string => wordings[askedOf(type)].label

const ofTownHall = 'Les 14 chiffres de votre avis de situation SIRENE'

/** SIRET or RNA, grouped in digits, with the registry's answer. */
export function RegistryField({ type, value, error, lookup, refused, onChange }: RegistryFieldProps) {
  const asked = askedOf(type)
  const { found, isLoading } = lookup
  const isAssociationNumber = asked === 'siret' && /^w/i.test(value.trim())
  return (
    <div>
      <TextField
        name="siren"
        {...wordings[asked]}
        {...(type === 'mairie' && { hint: ofTownHall })}
        required
        autoComplete="off"
        value={value}
        onChange={(text) => onChange(formatRegistryNumber(text))}
        error={refused ?? error}
        suffix={isLoading ? <Spinner size={18} /> : null}
      />
      {isAssociationNumber ? (
        <p className="soft">
          Ce numéro est celui d’une association&nbsp;:{' '}
          <PageLink to="/inscription/$type" params={{ type: 'association' }} search={true}>
            inscrire une association
          </PageLink>
        </p>
      ) : null}
      <OwnerHint refused={refused} />
      <div aria-live="polite">
        {found ? (
          <p className={`tint flex gap-half top-1 ${styles.found}`}>
            <IconBuildingStore size={22} aria-hidden="true" />
            <span>
              <strong>{found.name}</strong>
              {found.address ? `, ${found.address}` : ''} {found.zipCode} {found.city}
            </span>
          </p>
        ) : null}
      </div>
    </div>
  )
}

/** A number already in use may be the person's own: a way on is offered. */
function OwnerHint({ refused }: { refused: FieldError | undefined }) {
  if (refused?.key !== 'code_used') return null
  return (
    <p className="soft">
      C’est le vôtre&nbsp;? <PageLink to="/login">Connectez-vous</PageLink>
    </p>
  )
}

/** What the registry says of the number typed, once it is complete. */
export function useLookup(siren: string) {
  const code = siren.replace(/\s/g, '')
  const isComplete = isCompleteRegistryNumber(code)
  const { data, error, isFetching } = useQuery({
    ...query('GET /v1/company/siren', { query: { siren: code }, anonymous: true }),
    enabled: isComplete,
    retry: false,
    // A number may have been registered in the meantime.
    staleTime: 60_000,
  })
  // Kept for step 2, also when it comes from the query cache; an unknown number clears the data of the former one.
  useEffect(() => {
    if (data?.name) writeStoredJson('businessByCode', data)
    else if (data) removeStored('businessByCode')
  }, [data])
  const failure: FieldError | undefined = isComplete && error ? lookupFailure(error) : undefined
  return { found: isComplete && data?.name ? data : undefined, isLoading: isFetching, failure }
}

export type Lookup = ReturnType<typeof useLookup>

/** A used or malformed number is refused; a silent registry blocks nobody. */
export function blocksRegistration({ failure }: Lookup): boolean {
  return failure?.key === 'code_used' || failure?.key === 'code_refused'
}
