import { IconLock } from '@tabler/icons-react'
import { Card } from '../../../ui/card.tsx'
import { ImageField } from '../../../ui/image-field.tsx'
import styles from './form.module.css'
import type { ProfileForm } from './use-profile-form.ts'

/** Recto and verso of the manager's identity card, at registration only (R-080 to R-082, AMB-34). */
export function IdentitySection({ form }: { form: ProfileForm }) {
  const isStored = form.company.identityStatus !== 'missing'
  return (
    <Card
      title="Votre pièce d’identité"
      sentence="La personne qui inscrit l’établissement doit en être le gérant ou le responsable. Notre équipe vérifie sa pièce d’identité après l’inscription."
    >
      <div className={styles.fields}>
        <div className={styles.pair}>
          <ImageField
            {...form.field('id-card-front')}
            label="Recto"
            required={!isStored}
            invitation="Photo du recto"
            hint="JPEG, PNG ou WebP, 10&nbsp;Mo maximum"
          />
          <ImageField
            {...form.field('id-card-back')}
            label="Verso"
            required={!isStored}
            invitation="Photo du verso"
            hint="Une photo prise avec votre téléphone suffit"
          />
        </div>
        <p className={styles.locked}>
          <IconLock size={20} aria-hidden="true" />
          Ces photos sont chiffrées, jamais montrées aux habitants, et supprimées après la vérification.
        </p>
      </div>
    </Card>
  )
}
