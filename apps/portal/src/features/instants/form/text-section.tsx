import { textLengths } from '@parvis/domain/instants/instant-form'
import { categoriesOfForm, type InstantCategory, instantCategoryOf } from '@parvis/domain/instants/kind'
import { cleanText, countCharacters } from '@parvis/domain/kernel/text'
import { IconInfoCircle } from '@tabler/icons-react'
import { type ClipboardEvent, useState } from 'react'
import { Alert } from '../../../ui/alert.tsx'
import { Button, QuietButton } from '../../../ui/button.tsx'
import { Modal } from '../../../ui/modal.tsx'
import { SelectField } from '../../../ui/select-field.tsx'
import { TextareaField, TextField } from '../../../ui/text-field.tsx'
import { exampleOf } from '../kinds.fr.ts'
import type { InstantForm } from './use-instant-form.ts'

/** Section 0: title, descriptions, category. */
export function InstantTextSection({ form }: { form: InstantForm }) {
  const { field, values, change } = form
  const paste = useCleanPaste()
  const isLongOffered =
    values.longDescription === '' && countCharacters(values.shortDescription.trim()) >= textLengths.longDescription[0]
  return (
    <div className="stack-3" onPaste={paste.onPaste}>
      {paste.wasPasted ? (
        <Alert tone="warning" errorKey="pasted_text">
          Attention, un texte collé peut contenir des caractères invisibles
        </Alert>
      ) : null}
      <FromCalendar form={form} />
      <TextField
        {...field('title')}
        label="Titre"
        required
        hint={`${textLengths.title[0]} caractères au moins. Par exemple ${exampleOf(form.kind, form.company)}`}
        limit={textLengths.title[1]}
        autoComplete="off"
      />
      <TextareaField
        {...field('shortDescription')}
        label="Description courte"
        required
        hint="10 à 254 caractères, ce qui se lit d’un coup d’œil"
        rows={2}
        limit={textLengths.shortDescription[1]}
        counter
      />
      <div>
        <TextareaField
          {...field('longDescription')}
          label="Description longue"
          required
          hint="20 à 3000 caractères"
          rows={5}
          limit={textLengths.longDescription[1]}
          counter
        />
        {isLongOffered ? (
          <QuietButton onClick={() => change({ longDescription: values.shortDescription })}>
            Reprendre la description courte
          </QuietButton>
        ) : null}
      </div>
      <CategoryField form={form} />
    </div>
  )
}

const texts = ['title', 'shortDescription', 'longDescription'] as const

/** The texts of a calendar are its own until a hand changes them. */
function FromCalendar({ form: { instant, values } }: { form: InstantForm }) {
  if (!instant?.fromCalendar) return null
  const { fromCalendar, instantInformation: stored } = instant
  const isByHand = fromCalendar.owned.includes('texts') || texts.some((name) => values[name] !== stored[name])
  return isByHand ? (
    <Alert tone="info">Modifié ici&nbsp;: votre calendrier ne change plus ces textes.</Alert>
  ) : (
    <p className="soft">Ces textes viennent de votre calendrier.</p>
  )
}

/** Each pick explains the category; a special offer is a gift, not to be chosen. */
function CategoryField({ form }: { form: InstantForm }) {
  const { values, change, errors, kind } = form
  const [explained, setExplained] = useState<InstantCategory>()
  const close = () => setExplained(undefined)
  const offered = categoriesOfForm(kind).flatMap((slug) => instantCategoryOf(slug) ?? [])
  const chosen = values.category ? instantCategoryOf(values.category) : undefined
  if (kind === 'specialOffer') return <p className="note">Catégorie&nbsp;: {chosen?.label}</p>
  return (
    <div>
      <SelectField
        name="categoryId"
        label="Catégorie"
        required
        value={values.category}
        placeholder="Choisir une catégorie"
        options={offered.map(({ slug, label }) => ({ value: slug, label }))}
        error={errors.categoryId}
        onChange={(category) => {
          change({ category })
          setExplained(instantCategoryOf(category))
        }}
      />
      {chosen ? (
        <QuietButton icon={IconInfoCircle} onClick={() => setExplained(chosen)}>
          À quoi sert cette catégorie&nbsp;?
        </QuietButton>
      ) : null}
      {explained ? (
        <Modal onClose={close} title={explained.label} size="narrow">
          <div className="stack-3">
            <p>{explained.explanation}</p>
            <Button onClick={close} wide>
              J’ai compris
            </Button>
          </div>
        </Modal>
      ) : null}
    </div>
  )
}

/** Warns that something was pasted and takes its invisible characters away. */
function useCleanPaste() {
  const [wasPasted, setPasted] = useState(false)
  const onPaste = (event: ClipboardEvent) => {
    const { target } = event
    const isMultiline = target instanceof HTMLTextAreaElement
    if (!isMultiline && !(target instanceof HTMLInputElement)) return
    const text = event.clipboardData.getData('text')
    if (text === '') return
    setPasted(true)
    const cleaned = cleanText(text, { multiline: isMultiline })
    // execCommand('insertText'): the one insertion that the browser can undo and React notices.
    if (cleaned !== text && document.execCommand('insertText', false, cleaned)) event.preventDefault()
  }
  return { wasPasted, onPaste }
}
