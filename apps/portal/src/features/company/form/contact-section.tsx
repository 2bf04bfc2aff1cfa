import { companyFieldTexts } from '@parvis/domain/company/company.refusals.fr'
import { isDescriptionTooShortToType } from '@parvis/domain/company/company-profile'
import type { BusinessType } from '@parvis/domain/kernel/business-type'
import { completeWebsite } from '@parvis/domain/kernel/internet-address'
import { visibleText } from '@parvis/domain/kernel/visible-text'
import { IconLock } from '@tabler/icons-react'
import { Suspense } from 'react'
import { afterFirstPaint, lazyPart } from '../../../lib/after-first-paint.ts'
import { addressKeyOf, useAddressLookup } from '../../../lib/use-address-lookup.ts'
import { Card } from '../../../ui/card.tsx'
import { CheckboxField } from '../../../ui/checkbox-field.tsx'
import { FieldErrorText } from '../../../ui/field.tsx'
import { ImageField } from '../../../ui/image-field.tsx'
import { LinkButton } from '../../../ui/link-button.tsx'
import { MailField } from '../../../ui/mail-field.tsx'
import { PhoneField } from '../../../ui/phone-field.tsx'
import { PlaceFields } from '../../../ui/place-fields.tsx'
import { RichTextField } from '../../../ui/rich-text-field.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import type { ProfileForm } from './use-profile-form.ts'

const WeekEditor = lazyPart(() => import('../hours/week-editor.tsx').then((it) => it.WeekEditor), afterFirstPaint)

/** Street picked from suggestions, city, zip and the pin. */
export function LocationSection({ form }: { form: ProfileForm }) {
  const { field, values, change, complete } = form
  const key = addressKeyOf(values)
  const locate = useAddressLookup({
    place: values,
    isKnown: values.position === null || values.position.of === key,
    onFound: (position) => complete({ position }),
  })
  return (
    <Card
      title="Où vous trouver"
      sentence="Choisissez votre adresse dans la liste&nbsp;: la carte se place toute seule."
    >
      <div className="stack-3">
        <PlaceFields
          street={{ ...field('address'), onUnavailable: form.takeAddressByHand }}
          zipCode={field('zipCode')}
          city={field('city')}
          onPick={(suggestion) => change({ ...locate(suggestion), chosenAddress: suggestion.address })}
          map={{
            position: values.position,
            label: values.name || 'Votre établissement',
            onMove: (moved) => change({ position: { ...moved, of: key } }),
          }}
        />
      </div>
    </Card>
  )
}

/** Description, e-mail, phone, website. */
export function ContactSection({ form }: { form: ProfileForm }) {
  const { field, values, change } = form
  const isRegistering = form.company.category === null
  return (
    <Card title="Vous présenter, vous joindre" sentence="Quelques phrases simples suffisent.">
      <div className="stack-3">
        <RichTextField
          {...field('description')}
          error={field('description').error ?? tooShort(values.description)}
          label="Description"
          required
          hint="Au moins 14 caractères&nbsp;: ce que vous proposez, ce qui vous distingue."
          placeholder={examples[values.type]}
        />
        <div className="stack-3 pair">
          <PhoneField {...field('phoneNumber')} label="Téléphone" required={isRegistering} />
          <MailField {...field('email')} label="Adresse e-mail" placeholder="contact@monsite.fr" />
        </div>
        <TextField
          {...field('website')}
          label="Site web"
          required={!values.noWebsite}
          disabled={values.noWebsite}
          inputMode="url"
          autoComplete="url"
          placeholder="www.monsite.fr"
          onBlur={() => {
            const website = completeWebsite(values.website)
            if (website !== values.website) change({ website })
          }}
        />
        <CheckboxField
          name="noWebsite"
          label="Je n’ai pas de site web"
          value={values.noWebsite}
          onChange={(noWebsite) => change({ noWebsite, ...(noWebsite && { website: '' }) })}
        />
      </div>
    </Card>
  )
}

/** The opening hours, edited as on their own page. */
export function HoursSection({ form: { values, change, errors, company } }: { form: ProfileForm }) {
  const error = errors.openingHours
  const isRegistering = company.category === null
  return (
    <Card title="Vos horaires" sentence="Tapez 9 pour 9&nbsp;h, 930 pour 9&nbsp;h&nbsp;30.">
      <div id="field-openingHours" data-invalid={error ? true : undefined}>
        <Suspense fallback={<Skeleton height={420} />}>
          <WeekEditor
            week={{ ranges: values.openingHours, appointmentDays: values.appointmentDays }}
            onChange={({ ranges, appointmentDays }) => change({ openingHours: [...ranges], appointmentDays })}
            isChecked={error !== undefined}
            isMain
            mayClose={!isRegistering}
          />
        </Suspense>
        {values.openingHours.length === 0 ? <FieldErrorText error={error} /> : null}
        {isRegistering ? null : (
          <LinkButton to="/horaires" variant="quiet" size="small">
            Congés, jours fériés et autres horaires
          </LinkButton>
        )}
      </div>
    </Card>
  )
}

/** An example of their own kind for each. */
const examples: Record<BusinessType, string> = {
  commerce: 'Pains au levain et viennoiseries maison, cuits sur place toute la journée.',
  entreprise: 'Dépannage et installation à Clichy et aux alentours, devis gratuit sous 48 heures.',
  association: 'Un club ouvert à tous, dès 6 ans\u00A0: entraînements le mercredi et le samedi.',
  mairie: 'La mairie vous accueille pour vos démarches, du lundi au samedi matin.',
}

/** Highlighted while fewer than 6 characters are typed. */
function tooShort(description: string) {
  if (visibleText(description) === '' || !isDescriptionTooShortToType(description)) return undefined
  return { key: 'description_format_error', text: companyFieldTexts.description_format_error }
}

/** Recto and verso of the manager's identity card, at registration and after a refusal. */
export function IdentitySection({ form }: { form: ProfileForm }) {
  const isStored = form.company.identityStatus !== 'missing'
  return (
    <Card
      title="Votre pièce d’identité"
      sentence={
        form.company.identityStatus === 'refused'
          ? 'La précédente n’a pas pu être validée\u00a0: envoyez une autre pièce du gérant ou du responsable, recto et verso.'
          : 'La personne qui inscrit l’établissement doit en être le gérant ou le responsable. Votre page est en ligne dès l’envoi\u00a0: notre équipe vérifie sa pièce d’identité ensuite.'
      }
    >
      <div className="stack-3">
        <div className="stack-3 pair">
          <ImageField {...form.field('id-card-front')} label="Recto" required={!isStored} invitation="Photo du recto" />
          <ImageField {...form.field('id-card-back')} label="Verso" required={!isStored} invitation="Photo du verso" />
        </div>
        <p className="inline soft">
          <IconLock size={20} aria-hidden="true" />
          Ces photos sont chiffrées, jamais montrées aux habitants, et supprimées après la vérification.
        </p>
      </div>
    </Card>
  )
}
