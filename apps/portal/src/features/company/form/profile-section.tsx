import { categoriesOf, categoryLabel, searchWords } from '@parvis/domain/company/categories'
import { type DrawablePicture, drawablePictures, pictureRules } from '@parvis/domain/company/picture-sizes'
import { type BusinessType, isBusinessType } from '@parvis/domain/kernel/business-type'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { ImageField } from '../../../ui/image-field.tsx'
import { SearchSelectField } from '../../../ui/search-select-field.tsx'
import { SelectField } from '../../../ui/select-field.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { IllustrationChoice } from './illustration-choice.tsx'
import { typeChoices } from './profile-values.ts'
import type { ProfileForm } from './use-profile-form.ts'

type ProfileSectionProps = {
  form: ProfileForm
  /** Categories that the registry suggests, to choose in one tap. */
  candidates?: readonly string[]
}

/** What a cover may show, of their own kind for each. */
const coverExamples: Record<BusinessType, string> = {
  commerce: 'Votre devanture, votre équipe…',
  entreprise: 'Votre équipe, un chantier, votre atelier…',
  association: 'Vos adhérents, votre salle, une sortie…',
  mairie: 'La mairie, une place, votre commune…',
}

/** Pictures, name, type and category. */
export function ProfileSection({ form, candidates = [] }: ProfileSectionProps) {
  const { company, values, change, field } = form
  const isRegistering = company.category === null
  const trade = { type: values.type, category: values.category }
  const types = typeChoices(company.type)
  const changeType = (type: string) => {
    if (!isBusinessType(type)) return
    const isOffered = categoriesOf(type).some(({ slug }) => slug === values.category)
    change({ type, ...(!isOffered && { category: '' }) })
  }
  const picture = (name: DrawablePicture) => ({
    ...field(name),
    onChange: (value: Blob | null, isDrawn: boolean) => {
      const drawnPictures = drawablePictures.filter((it) => (it === name ? isDrawn : values.drawnPictures.includes(it)))
      change({ [name]: value, drawnPictures })
    },
  })
  return (
    <Card title="Votre vitrine" sentence="Ce que les habitants voient en premier.">
      <div className="stack-3">
        <ImageField
          {...picture('coverImage')}
          label="Photo de couverture"
          required={isRegistering}
          current={company.coverImage}
          target={pictureRules.cover.exact}
          otherWay={(take) => <IllustrationChoice {...trade} target={pictureRules.cover.exact} onTake={take} />}
          invitation={coverExamples[values.type]}
        />
        <ImageField
          {...picture('profileImage')}
          label="Photo de profil"
          required
          current={company.profileImage}
          target={pictureRules.profile.exact}
          otherWay={(take) => <IllustrationChoice {...trade} target={pictureRules.profile.exact} onTake={take} />}
          round
          invitation="Logo ou portrait"
        />
        <TextField {...field('name')} label="Nom de l’établissement" required limit={100} autoComplete="organization" />
        <div className="stack-3 pair">
          <SelectField
            {...field('type')}
            label="Type"
            options={types}
            onChange={changeType}
            disabled={types.length < 2}
          />
          <SearchSelectField
            {...field('category')}
            label="Catégorie"
            required
            placeholder="Tapez votre métier"
            nothing="Aucun métier de ce nom&nbsp;: essayez un autre mot, ou «&nbsp;Autre&nbsp;»"
            options={categoriesOf(values.type).map((category) => ({
              value: category.slug,
              label: category.label,
              words: searchWords(category),
            }))}
          />
        </div>
        {values.category === '' && candidates.length > 0 ? (
          <p className="row-center soft">
            D’après votre numéro&nbsp;:
            {candidates.map((slug) => (
              <Button key={slug} variant="secondary" size="small" onClick={() => change({ category: slug })}>
                {categoryLabel(slug, values.type)}
              </Button>
            ))}
          </p>
        ) : null}
      </div>
    </Card>
  )
}
