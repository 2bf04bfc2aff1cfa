import { Card } from '../../../ui/card.tsx'
import { CheckboxField } from '../../../ui/checkbox-field.tsx'
import { FieldErrorText } from '../../../ui/field.tsx'
import { SelectField } from '../../../ui/select-field.tsx'
import { shareTexts } from './share-texts.fr.ts'
import { networkNames, type Share } from './use-share.ts'

/** Facebook then Instagram, after the save; disabled when this installation has no application. */
export function ShareSection({ share }: { share: Share }) {
  const { isConfigured, networks, error, toggle } = share
  return (
    <Card title="Partager" sentence="Publié sur vos pages une fois l’instant enregistré.">
      <div className="stack-3">
        {(['facebook', 'instagram'] as const).map((network) => (
          <CheckboxField
            key={network}
            name={`share-${network}`}
            label={networkNames[network]}
            value={networks.includes(network)}
            disabled={!isConfigured}
            onChange={(isTicked) => toggle(network, isTicked)}
          />
        ))}
        <PageChoice share={share} />
        {isConfigured ? (
          <FieldErrorText error={error} />
        ) : (
          <p className="note" data-error="NOT_CONNECTED">
            {shareTexts.NOT_CONNECTED}
          </p>
        )}
      </div>
    </Card>
  )
}

/** Where it will be posted; a choice for who runs several pages. */
function PageChoice({ share: { pages, page, choose } }: { share: Share }) {
  if (pages.length < 2) return page && pages.length > 0 ? <p className="note">Sur la page {page.name}</p> : null
  return (
    <SelectField
      name="share-page"
      label="Page Facebook"
      hint="Instagram est le compte professionnel lié à cette page"
      value={page?.id ?? ''}
      options={pages.map(({ id, name }) => ({ value: id, label: name }))}
      onChange={(id) => choose(pages.find((known) => known.id === id))}
    />
  )
}
