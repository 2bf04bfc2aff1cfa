import { type ActKind, actKinds, checkAct, cleanAct, maxActBytes, maxActText } from '@parvis/domain/acts/act'
import type { PostedAct } from '@parvis/domain/acts/acts.contract'
import { actsFieldTexts } from '@parvis/domain/acts/acts.refusals.fr'
import { actMatters } from '@parvis/domain/acts/matters'
import { writeFrenchDay } from '@parvis/domain/kernel/day'
import { parisDay } from '@parvis/domain/kernel/paris-time'
import { useState } from 'react'
import { ApiError } from '../../lib/api-error.ts'
import { call } from '../../lib/request.ts'
import { useForm } from '../../lib/use-form.ts'
import { useLeaveWarning } from '../../lib/use-leave-warning.ts'
import { useNow } from '../../lib/use-now.ts'
import { useStepTop } from '../../lib/use-step-top.ts'
import { Alert } from '../../ui/alert.tsx'
import { CheckboxField } from '../../ui/checkbox-field.tsx'
import { DayField } from '../../ui/date-field.tsx'
import { FormButtons } from '../../ui/dialog-form.tsx'
import { ErrorSummary } from '../../ui/error-summary.tsx'
import { Field } from '../../ui/field.tsx'
import input from '../../ui/input.module.css'
import { PageHeader } from '../../ui/page-header.tsx'
import { ResumedNotice } from '../../ui/resumed-notice.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { TextareaField, TextField } from '../../ui/text-field.tsx'
import styles from './acts-page.module.css'

const empty = {
  file: null as File | null,
  kind: 'deliberation' as ActKind,
  number: '',
  title: '',
  actDate: '',
  authorName: '',
  authorQuality: '',
  matter: '',
  text: '',
  namesPeople: false,
  supersedes: '',
}
type Values = typeof empty

const labels: Record<string, string> = {
  file: 'Fichier PDF',
  kind: 'Nature',
  number: 'Numéro',
  title: 'Objet',
  actDate: 'Date de l’acte',
  authorName: 'Auteur',
  authorQuality: 'Qualité',
  matter: 'Matière',
  text: 'Version texte',
  namesPeople: 'Nomme des particuliers',
  supersedes: 'Acte remplacé',
}

const posting =
  'Un acte publié ne se modifie plus\u00a0: il se remplace, et les deux restent visibles. Vérifiez qu’il ne contient aucune donnée privée.'

type PublishActProps = {
  replaced: PostedAct | undefined
  /** The author of the last act is kept. */
  last: PostedAct | undefined
  onClose: () => void
  onPublished: () => void
}

/** One column: the file, what the law wants beside it, a look at it all, then for good. */
export function PublishAct({ replaced, last, onClose, onPublished }: PublishActProps) {
  const today = parisDay(useNow()).toString()
  const [isReviewed, setReviewed] = useState(false)
  useStepTop(isReviewed)
  const form = useForm<Values>({
    initial: initialOf(replaced, last, today),
    check: ({ file, ...typed }) => ({
      // Said before twenty megabytes of a telephone's plan are spent on it.
      ...(file && file.size > maxActBytes && { file: 'over_sized_pdf_error' }),
      ...checkAct(cleanAct(typed), { today, hasFile: file !== null }),
    }),
    textOf: { ...actsFieldTexts, required_data_error: 'Choisissez le fichier PDF de l’acte.' },
    name: `act ${replaced?.id ?? 'new'}`,
    submit: async ({ file, ...body }) => {
      if (!isReviewed) {
        setReviewed(true)
        return false
      }
      const sent = call('POST /v1/company/:id/acts', { body, files: { file: file ?? undefined }, as: 'multipart' })
      // Only a wrong field brings the form back: after a lost connection the same button is pressed again.
      await sent.catch((error: unknown) => {
        if (error instanceof ApiError && Object.keys(error.fields).length > 0) setReviewed(false)
        throw error
      })
      onPublished()
    },
  })
  useLeaveWarning(form.isDirty)
  return (
    <>
      <PageHeader title={replaced ? 'Remplacer un acte' : 'Publier un acte'} sentence={posting} />
      <form className="stack-2 form" onSubmit={form.onSubmit} noValidate aria-label="Acte">
        {isReviewed ? <Review values={form.values} /> : <ActFields form={form} />}
        <ErrorSummary errors={form.errors} labels={labels} failure={form.failure} />
        <div className="row-center">
          <FormButtons
            isPending={form.isPending}
            {...(isReviewed
              ? { closeLabel: 'Modifier', submitLabel: 'Publier définitivement', onClose: () => setReviewed(false) }
              : { submitLabel: 'Relire', onClose })}
          />
        </div>
      </form>
    </>
  )
}

/** As the act that it replaces, else with the author of the last one. */
function initialOf(replaced: PostedAct | undefined, last: PostedAct | undefined, today: string): Values {
  const { authorName = '', authorQuality = '' } = replaced ?? last ?? {}
  if (!replaced) return { ...empty, actDate: today, authorName, authorQuality }
  const { id, kind, actDate, namesPeople } = replaced
  const texts = { number: replaced.number ?? '', title: replaced.title ?? '', matter: replaced.matter ?? '' }
  return { ...empty, ...texts, kind, actDate, authorName, authorQuality, namesPeople, supersedes: String(id) }
}

type ActForm = ReturnType<typeof useForm<Values>>

const kinds = Object.entries(actKinds).map(([value, { name }]) => ({ value: value as ActKind, label: name }))
const matters = [...actMatters].map(([value, name]) => ({ value, label: `${value} ${name}` }))

function ActFields({ form }: { form: ActForm }) {
  const isDeliberation = form.values.kind === 'deliberation'
  return (
    <>
      <ResumedNotice form={form} />
      <FileField form={form} />
      <SelectField {...form.field('kind')} label={labels.kind ?? ''} required options={kinds} />
      <TextField {...form.field('number')} label="Numéro" required={isDeliberation} placeholder="2026-031" />
      <TextField {...form.field('title')} label="Objet" required limit={255} />
      <DayField {...form.field('actDate')} label="Date de l’acte" required />
      <TextField {...form.field('authorName')} label="Auteur&nbsp;: prénom et nom" required />
      <TextField {...form.field('authorQuality')} label="Qualité" required placeholder="Maire" />
      <SelectField
        {...form.field('matter')}
        label="Matière"
        required={isDeliberation}
        options={[{ value: '', label: isDeliberation ? 'Choisissez' : 'Aucune' }, ...matters]}
      />
      <TextareaField
        {...form.field('text')}
        label="Version texte"
        hint="Pour qui ne lit pas un PDF&nbsp;; les habitants la trouvent aussi par la recherche."
        limit={maxActText}
      />
      <CheckboxField
        {...form.field('namesPeople')}
        label="Cet acte nomme des particuliers"
        hint="Sa page reste publique, mais hors des moteurs de recherche."
      />
    </>
  )
}

function FileField({ form }: { form: ActForm }) {
  const { file } = form.values
  return (
    <Field name="file" label="Fichier PDF" required hint="20&nbsp;Mo au plus" error={form.errors.file}>
      {(control) => (
        <input
          {...control}
          ref={(drawn) => showFile(drawn, file)}
          type="file"
          className={input.input}
          accept="application/pdf"
          onChange={(event) => form.change({ file: event.currentTarget.files?.[0] ?? null })}
        />
      )}
    </Field>
  )
}

/** A control that is drawn again says which file is kept, in place of « Aucun fichier choisi ». */
function showFile(drawn: HTMLInputElement | null, file: File | null): void {
  if (!drawn || !file || drawn.files?.length) return
  const kept = new DataTransfer()
  kept.items.add(file)
  drawn.files = kept.files
}

const { file: _file, supersedes: _supersedes, ...reviewed } = labels

/** Everything once more, the file opened beside it. */
function Review({ values }: { values: Values }) {
  const { file, supersedes: _, ...typed } = values
  const texts: Record<string, string> = {
    ...typed,
    kind: actKinds[values.kind].name,
    actDate: writeFrenchDay(values.actDate),
    matter: actMatters.get(values.matter) ?? '',
    text: values.text.trim() ? 'Fournie' : '',
    namesPeople: values.namesPeople ? 'Oui, hors des moteurs de recherche' : 'Non',
  }
  return (
    <>
      <Alert tone="warning">{posting}</Alert>
      <dl className={styles.review}>
        <dt>Fichier</dt>
        <dd>{file?.name}</dd>
        {Object.entries(reviewed).map(([name, label]) => (
          <div key={name}>
            <dt>{label}</dt>
            <dd>{texts[name] || '–'}</dd>
          </div>
        ))}
      </dl>
    </>
  )
}
