import { Card } from '../../../ui/card.tsx'
import { CheckboxField } from '../../../ui/checkbox-field.tsx'
import { FieldErrorText } from '../../../ui/field.tsx'
import styles from '../form/form.module.css'
import { shareTexts } from './share-texts.fr.ts'
import type { Share } from './use-share.ts'

/** Facebook then Instagram, after the save; disabled when this installation has no application (I-054, AMB-91). */
export function ShareSection({ share }: { share: Share }) {
  const { isConfigured, networks, error, toggle } = share
  const shown = isConfigured ? error : ({ key: 'NOT_CONNECTED', text: shareTexts.NOT_CONNECTED } as const)
  return (
    <Card title="Partager" sentence="Publié sur vos pages une fois l’instant enregistré.">
      <div className={styles.fields}>
        <CheckboxField
          name="share-facebook"
          label="Facebook"
          value={networks.includes('facebook')}
          disabled={!isConfigured}
          onChange={(isTicked) => toggle('facebook', isTicked)}
        />
        <CheckboxField
          name="share-instagram"
          label="Instagram"
          value={networks.includes('instagram')}
          disabled={!isConfigured}
          onChange={(isTicked) => toggle('instagram', isTicked)}
        />
        {isConfigured ? (
          <FieldErrorText error={shown} />
        ) : (
          <p className={styles.hint} data-error={shown?.key}>
            {shown?.text}
          </p>
        )}
      </div>
    </Card>
  )
}
