import { categoriesOf, categoryLabel, searchWords } from '@parvis/domain/company/categories'
import {
  type DrawablePicture,
  drawablePictures,
  type PictureSize,
  pictureRules,
} from '@parvis/domain/company/picture-sizes'
import { type BusinessType, isBusinessType } from '@parvis/domain/kernel/business-type'
import { IconPalette } from '@tabler/icons-react'
import { Suspense, useState } from 'react'
import { lazyPart } from '../../../lib/after-first-paint.ts'
import { QuietButton, SmallButton } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { ImageField, type OtherWay } from '../../../ui/image-field.tsx'
import { Modal } from '../../../ui/modal.tsx'
import { SearchSelectField } from '../../../ui/search-select-field.tsx'
import { SelectField } from '../../../ui/select-field.tsx'
import { TextField } from '../../../ui/text-field.tsx'
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
          otherWay={(way) => <IllustrationChoice {...trade} {...way} target={pictureRules.cover.exact} />}
          invitation={coverExamples[values.type]}
        />
        <ImageField
          {...picture('profileImage')}
          label="Photo de profil"
          required
          current={company.profileImage}
          target={pictureRules.profile.exact}
          otherWay={(way) => <IllustrationChoice {...trade} {...way} target={pictureRules.profile.exact} />}
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
              <SmallButton key={slug} onClick={() => change({ category: slug })}>
                {categoryLabel(slug, values.type)}
              </SmallButton>
            ))}
          </p>
        ) : null}
      </div>
    </Card>
  )
}

const IllustrationDrawings = lazyPart(() => import('./illustration-drawings.tsx').then((it) => it.IllustrationDrawings))

type IllustrationChoiceProps = OtherWay & {
  type: BusinessType
  /** Category of the business: its symbol is drawn. */
  category: string
  target: PictureSize
}

/** A drawn picture of the trade, in a few palettes, for an owner without a photo: it is cropped and sent like a chosen one. */
function IllustrationChoice({ id, type, category, target, onTake }: IllustrationChoiceProps) {
  const [isOpen, setOpen] = useState(false)
  const icon = categoriesOf(type).find(({ slug }) => slug === category)?.icon ?? 'store'
  const choose = (file: File) => {
    setOpen(false)
    onTake(file)
  }
  return (
    <>
      <QuietButton aria-describedby={`${id}-label`} icon={IconPalette} onClick={() => setOpen(true)}>
        Choisir une illustration
      </QuietButton>
      <Modal opened={isOpen} onClose={() => setOpen(false)} title="Choisir une illustration">
        <p className="below-1 soft">En attendant une vraie photo, que vous pourrez mettre à tout moment.</p>
        <Suspense fallback={null}>
          <IllustrationDrawings icon={icon} target={target} onChoose={choose} />
        </Suspense>
      </Modal>
    </>
  )
}
