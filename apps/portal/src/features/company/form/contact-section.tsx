import { isDescriptionTooShortToType } from '@parvis/domain/company/company-profile'
import { fieldTexts } from '@parvis/domain/field-texts.fr'
import { completeWebsite } from '@parvis/domain/kernel/internet-address'
import { visibleText } from '@parvis/domain/kernel/visible-text'
import { Card } from '../../../ui/card.tsx'
import { CheckboxField } from '../../../ui/checkbox-field.tsx'
import { PhoneField } from '../../../ui/phone-field.tsx'
import { RichTextField } from '../../../ui/rich-text-field.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import styles from './form.module.css'
import type { ProfileForm } from './use-profile-form.ts'

/** Description, e-mail, phone, website (E-006, E-046 to E-055, E-080). */
export function ContactSection({ form }: { form: ProfileForm }) {
  const { field, values, change } = form
  const isRegistering = form.company.category === null
  return (
    <Card title="Vous présenter, vous joindre" sentence="Quelques phrases simples suffisent.">
      <div className={styles.fields}>
        <RichTextField
          {...field('description')}
          error={field('description').error ?? tooShort(values.description)}
          label="Description"
          required
          hint="Au moins 14 caractères&nbsp;: ce que vous proposez, ce qui vous distingue."
          placeholder="Pains au levain et viennoiseries maison, cuits sur place toute la journée."
        />
        <div className={styles.pair}>
          <PhoneField {...field('phoneNumber')} label="Téléphone" required={isRegistering} />
          <TextField
            {...field('email')}
            label="Adresse e-mail"
            required
            type="email"
            inputMode="email"
            autoComplete="email"
            placeholder="contact@monsite.fr"
          />
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

/** Highlighted while fewer than 6 characters are typed (E-047). */
function tooShort(description: string) {
  if (visibleText(description) === '' || !isDescriptionTooShortToType(description)) return undefined
  return { key: 'description_format_error', text: fieldTexts.description_format_error ?? '' }
}
