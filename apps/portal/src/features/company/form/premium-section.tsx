import { pictureRules } from '@parvis/domain/company/picture-sizes'
import { subdomainUrl } from '@parvis/domain/company/subdomain'
import { useQuery } from '@tanstack/react-query'
import { configurationQuery } from '../../../lib/session.ts'
import { Card } from '../../../ui/card.tsx'
import { CheckboxField } from '../../../ui/checkbox-field.tsx'
import { Field } from '../../../ui/field.tsx'
import { ImageField } from '../../../ui/image-field.tsx'
import { TextareaField, TextField } from '../../../ui/text-field.tsx'
import styles from './form.module.css'
import type { PictureSlot } from './profile-values.ts'
import type { ProfileForm } from './use-profile-form.ts'

/** What the plan adds: a web address, click-and-collect. Nothing without either. */
export function PremiumSection({ form }: { form: ProfileForm }) {
  const { hasSubdomain, hasClickAndCollect } = form.company.subscription
  if (!hasSubdomain && !hasClickAndCollect) return null
  return (
    <Card title="Les plus de votre offre">
      <div className="stack-3">
        {hasSubdomain ? <SubdomainPart form={form} /> : null}
        {hasClickAndCollect ? <ClickAndCollectPart form={form} /> : null}
      </div>
    </Card>
  )
}

function SubdomainPart({ form }: { form: ProfileForm }) {
  const site = useQuery(configurationQuery).data?.residentUrl
  const { values, field } = form
  const name = values.premium_subdomain.trim().toLowerCase()
  return (
    <>
      <CheckboxField
        look="switch"
        {...field('hasSubdomain')}
        label="Mon adresse web"
        hint="Un site à votre nom, rempli avec votre fiche."
      />
      {values.hasSubdomain ? (
        <TextField
          {...field('premium_subdomain')}
          label="Sous-domaine"
          hint={
            site && /^[\w-]+$/.test(name)
              ? `Votre site\u00a0: ${new URL(subdomainUrl(name, site)).host}`
              : 'Lettres, chiffres, tirets'
          }
          maxLength={63}
          placeholder="ma-boulangerie"
        />
      ) : null}
    </>
  )
}

const { width, height } = pictureRules.clickAndCollect.exact

function ClickAndCollectPart({ form }: { form: ProfileForm }) {
  const { values, field, change, errors } = form
  const set = (rank: number, changes: Partial<PictureSlot>) =>
    change({ cacImages: values.cacImages.map((slot) => (slot.rank === rank ? { ...slot, ...changes } : slot)) })
  return (
    <>
      <CheckboxField
        look="switch"
        {...field('cacActive')}
        label="Click and collect"
        hint="Les habitants commandent par message et passent chercher leur commande."
      />
      {values.cacActive ? (
        <>
          <TextareaField
            {...field('cacDescription')}
            label="Comment commander"
            required
            hint="Plus de 10 caractères&nbsp;: ce que l’on peut commander, quand le retirer."
          />
          <Field
            group
            name="cacImages"
            label="Photos (une au moins)"
            hint={
              <>
                JPEG, PNG ou WebP, au moins {width}&nbsp;×&nbsp;{height} pixels, 10&nbsp;Mo maximum
              </>
            }
            error={errors.cacImages}
          >
            {() => (
              <div className={`stack-2 ${styles.slots}`}>
                {values.cacImages.map((slot) => (
                  <ImageField
                    key={slot.rank}
                    name={`cacImage-${slot.rank}`}
                    label={`Photo ${slot.rank + 1}`}
                    hint=""
                    target={pictureRules.clickAndCollect.exact}
                    value={slot.picture}
                    current={slot.isRemoved ? null : slot.url}
                    onChange={(picture) => set(slot.rank, { picture })}
                    onRemoveCurrent={() => set(slot.rank, { isRemoved: true })}
                  />
                ))}
              </div>
            )}
          </Field>
        </>
      ) : null}
    </>
  )
}
