import type { BusinessType } from '@parvis/domain/kernel/business-type'
import { formatDay } from '@parvis/domain/kernel/french-format'
import { parisToday } from '@parvis/domain/kernel/paris-today'
import { checkAccountForm, checkRegistryNumber } from '@parvis/domain/registration/account-form'
import type { Prefill } from '@parvis/domain/registration/prefill'
import { accountErrorText, registrationFieldTexts } from '@parvis/domain/registration/registration.refusals.fr'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { query } from '../../api/query.ts'
import { readBusinessDraft, writeBusinessDraft } from '../../lib/business-draft.ts'
import { presentMoment } from '../../lib/present.ts'
import { legalQuery, sessionQuery } from '../../lib/session.ts'
import { readJsonSlice, readStored, writeStoredJson } from '../../lib/storage.ts'
import { type FieldError, useForm } from '../../lib/use-form.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorSummary } from '../../ui/error-summary.tsx'
import { OutsideLink } from '../../ui/link-button.tsx'
import { MailField } from '../../ui/mail-field.tsx'
import { PageLoader } from '../../ui/page-loader.tsx'
import { PhoneField } from '../../ui/phone-field.tsx'
import { TextField } from '../../ui/text-field.tsx'
import styles from './account-step.module.css'
import { type AccountValues, type City, firstAccountValues, personOf } from './account-values.ts'
import { BirthDateField } from './birth-date-field.tsx'
import { CityChoice, cityToSend, useZipNames } from './city-choice.tsx'
import { CodeModal } from './code-modal.tsx'
import { blocksRegistration, type Lookup, RegistryField, registryLabel, useLookup } from './registry-field.tsx'
import { useAccountFlow } from './use-account-flow.ts'

type AccountEntryProps = { type: BusinessType; prefill: Prefill; onRegistered: () => void }

const noCity: readonly City[] = []

/** Step 1, prefilled with typed, stored or linked data. */
export function AccountEntry({ type, prefill, onRegistered }: AccountEntryProps) {
  const { known, isPending } = useKnownPerson()
  const { data: cities = noCity, isPending: areCitiesPending } = useQuery(citiesQuery)
  // Only a known zip needs the city list before the form is drawn.
  const hasZip = [...known, prefill.person].some(({ zip_code }) => zip_code)
  if (isPending || (hasZip && areCitiesPending)) return <PageLoader />
  const initial = firstAccountValues(known, prefill, cities)
  return <AccountStep type={type} initial={initial} prefill={prefill} cities={cities} onRegistered={onRegistered} />
}

const citiesQuery = {
  ...query('GET /v1/syntheticProAccount/cities', { anonymous: true }),
  staleTime: Number.POSITIVE_INFINITY,
}

/** Known data of the person, first match wins: typed in this browser, then the session's user. */
function useKnownPerson() {
  const [typed] = useState(readTyped)
  const [isSignedIn] = useState(() => readStored('token') !== null)
  const session = useQuery({ ...sessionQuery, enabled: isSignedIn })
  return { known: [typed, session.data?.user ?? {}], isPending: isSignedIn && session.isPending }
}

function readTyped(): Partial<AccountValues> {
  const user = readJsonSlice<Partial<AccountValues>>('user')
  const siren = readBusinessDraft()?.values.siren
  return { ...(user.status === 'succeeded' && user.value), ...(typeof siren === 'string' && { siren }) }
}

type AccountStepProps = {
  type: BusinessType
  initial: AccountValues
  prefill: Prefill
  cities: readonly City[]
  onRegistered: () => void
}

/** Step 1: the person and the number of the business. */
function AccountStep({ type, initial, prefill, cities, onRegistered }: AccountStepProps) {
  const flow = useAccountFlow(onRegistered)
  const form = useForm<AccountValues>({
    initial,
    check: (values) => checkAccountForm(values, type, parisToday(presentMoment())),
    textOf: (key, field, typed) => (key === emptyField && askedFor[field]) || accountErrorText(key, typed),
    onEdit: (values) => keepTyped(values, prefill),
    submit: async (values) => {
      if (blocksRegistration(lookup)) return
      keepTyped(values, prefill)
      const registered = { ...values, city: cityToSend(values, names) }
      await flow.start({ values: registered, type, originalProspectEmail: prefill.originalProspectEmail })
    },
  })
  const { values, errors, field, change } = form
  const lookup = useLookup(values.siren)
  const names = useZipNames(values)
  const refused = refusalOf(values.siren, type, lookup)
  const failure = flow.failure ?? form.failure ?? (blocksRegistration(lookup) ? refused : undefined)

  return (
    <>
      <form className={`stack-3 box pad-3 ${styles.form}`} noValidate onSubmit={form.onSubmit}>
        <p className="soft">
          Les champs marqués (*) sont obligatoires. Préparez aussi une pièce d’identité&nbsp;: nous vous en demanderons
          une photo, recto et verso, à l’étape suivante.
        </p>
        <h2 className={styles.part}>Vous</h2>
        <div className="stack-3 pair">
          <TextField {...field('first_name')} label="Prénom" required autoComplete="given-name" />
          <TextField {...field('last_name')} label="Nom" required autoComplete="family-name" />
        </div>
        <div className="stack-3 pair">
          <PhoneField
            {...field('phone_number')}
            label="Téléphone mobile"
            required
            hint="Un code vous sera envoyé par SMS"
          />
          <BirthDateField {...field('date_of_birth')} />
        </div>
        <div className="stack-3 pair">
          <MailField {...field('email')} label="Adresse e-mail" />
          <CityChoice values={values} errors={errors} cities={cities} names={names} onChange={change} />
        </div>
        <h2 className={styles.part}>{businessHeadings[type]}</h2>
        <RegistryField type={type} lookup={lookup} refused={refused} {...field('siren')} />
        <ErrorSummary
          errors={errors}
          labels={{ ...labels, siren: registryLabel(type) }}
          failure={failure}
          titleOf={titleOf}
        />
        <TermsSentence />
        <Button type="submit" wide loading={form.isPending && !flow.asked}>
          Continuer
        </Button>
      </form>
      {/* Outside the form element, since HTML forms cannot be nested. */}
      {flow.asked ? <CodeModal flow={flow} /> : null}
    </>
  )
}

/** What creating the account accepts, without a box to tick; texts that are not published yet accept nothing. */
function TermsSentence() {
  const terms = useQuery(legalQuery).data?.current.terms
  return (
    <p className="soft">
      {terms ? 'En créant votre compte, vous acceptez les ' : 'Avant de continuer, vous pouvez lire les '}
      <OutsideLink href="/conditions">conditions d’utilisation</OutsideLink>
      {terms ? ` du ${formatDay(terms.effectiveOn)} et avez lu la ` : ' et la '}
      <OutsideLink href="/confidentialite">politique de confidentialité</OutsideLink>.
    </p>
  )
}

/** Why the registry stops this number; one that cannot exist has its own sentence, of a SIRET or of an RNA. */
function refusalOf(siren: string, type: BusinessType, { failure }: Lookup): FieldError | undefined {
  const key = failure?.key === 'code_refused' ? checkRegistryNumber(siren, type) : undefined
  return key ? { key, text: registrationFieldTexts[key] } : failure
}

const businessHeadings: Record<BusinessType, string> = {
  commerce: 'Votre commerce',
  entreprise: 'Votre entreprise',
  association: 'Votre association',
  mairie: 'Votre mairie',
}

const emptyField = 'empty_form_error'

/** Hint beside an empty field; the summary shows the specification's sentence. */
const askedFor: Record<string, string> = {
  first_name: 'Indiquez votre prénom',
  last_name: 'Indiquez votre nom',
  date_of_birth: 'Indiquez votre date de naissance',
  email: 'Indiquez votre adresse e-mail',
}

const titleOf = ({ key, text }: FieldError) => (key === emptyField ? registrationFieldTexts[emptyField] : text)

const labels = {
  first_name: 'Prénom',
  last_name: 'Nom',
  phone_number: 'Téléphone mobile',
  date_of_birth: 'Date de naissance',
  email: 'Adresse e-mail',
  city: 'Ville',
  zip_code: 'Code postal',
}

/** Under the keys of the specification: the person apart from the business. */
function keepTyped(values: AccountValues, { business }: Prefill): void {
  writeStoredJson('user', personOf(values))
  writeBusinessDraft({ savedAt: Date.now(), values: { ...business, siren: values.siren } })
}
