import type { AnswerOf } from '@parvis/domain/api'
import { formatDay } from '@parvis/domain/kernel/french-format'
import {
  type LegalKind,
  legalFactLabels,
  legalFieldTexts,
  legalKindLabels,
  legalKinds,
} from '@parvis/domain/legal/legal'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { query } from '../../api/query.ts'
import { refresh } from '../../api/query-client.ts'
import { call } from '../../lib/request.ts'
import { useForm } from '../../lib/use-form.ts'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { DayField } from '../../ui/date-field.tsx'
import { FailureAlert } from '../../ui/failure-alert.tsx'
import { Loading } from '../../ui/loading.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { TextareaField } from '../../ui/text-field.tsx'
import { showToast } from '../../ui/toast.tsx'

type LegalDesk = AnswerOf<'GET /v1/operator/legal'>

/** What the legal pages of both hosts still lack, their versions, and the next one. */
export function LegalPanel() {
  const { data, error, refetch } = useQuery(query('GET /v1/operator/legal'))
  if (!data) return <Loading error={error} retry={refetch} height={240} />
  return (
    <div className="column gap-3">
      <Missing names={data.missing} />
      {data.texts.map((text) => (
        <Versions key={text.kind} {...text} />
      ))}
      <PublishForm />
    </div>
  )
}

const labels: Record<string, string> = {
  ...legalFactLabels,
  ...legalKindLabels,
  ACCESSIBILITY_STATE: 'Conformité du portail',
  ACCESSIBILITY_DATE: 'Jour de l’audit du portail',
  RESIDENT_ACCESSIBILITY_STATE: 'Conformité du site des habitants',
  RESIDENT_ACCESSIBILITY_DATE: 'Jour de l’audit du site des habitants',
}

function Missing({ names }: { names: LegalDesk['missing'] }) {
  if (names.length === 0) return <Alert tone="success">Les pages légales sont complètes.</Alert>
  return (
    <Alert tone="danger" title="Il manque aux pages légales">
      <p>Ces lignes n’y figurent pas. Les noms en capitales sont des réglages du serveur.</p>
      <ul className="stack-1 top-1">
        {names.map((name) => (
          <li key={name}>
            {labels[name] ? `${labels[name]} ` : ''}
            {name in legalKindLabels ? '(texte à publier)' : <code className="anywhere">{name}</code>}
          </li>
        ))}
      </ul>
    </Alert>
  )
}

const paths: Record<LegalKind, string> = {
  terms: '/conditions',
  privacy: '/confidentialite',
  accessibility: '/accessibilite',
}

function Versions({ kind, versions }: LegalDesk['texts'][number]) {
  const path = paths[kind]
  return (
    <Card title={legalKindLabels[kind]}>
      {versions.length === 0 ? <p>Aucune version publiée.</p> : null}
      <ul>
        {versions.toReversed().map(({ version, effectiveOn, publishedAt }) => (
          <li key={version}>
            <a href={`${path}?version=${version}`}>Version {version}</a>, en vigueur le {formatDay(effectiveOn)},
            publiée le {formatDay(publishedAt)}
          </li>
        ))}
      </ul>
    </Card>
  )
}

const empty = { kind: 'terms' as LegalKind, effectiveOn: '', html: '' }

function PublishForm() {
  const [isAsking, setAsking] = useState(false)
  const form = useForm({
    name: 'legal version',
    initial: empty,
    check: ({ effectiveOn, html }) => ({ ...(!effectiveOn && { effectiveOn: '' }), ...(!html.trim() && { html: '' }) }),
    textOf: (key) => legalFieldTexts[key] ?? 'Merci de vérifier ce champ',
    submit: async (values) => {
      // Asked once the form itself refuses nothing more.
      if (!isAsking) {
        setAsking(true)
        return false
      }
      await call('POST /v1/operator/legal', { body: values })
      void refresh('GET /v1/operator/legal')
      showToast(`${legalKindLabels[values.kind]}\u00a0: nouvelle version publiée`)
      form.reset()
    },
  })
  return (
    <Card
      title="Publier une version"
      sentence="Les précédentes restent lisibles à leur adresse. De nouvelles conditions s’appliquent 15 jours plus tard au plus tôt, et leur annonce part aussitôt par e-mail."
    >
      <form className="stack-2 fields" onSubmit={form.onSubmit} noValidate>
        <SelectField
          label="Texte"
          options={legalKinds.map((kind) => ({ value: kind, label: legalKindLabels[kind] }))}
          {...form.field('kind')}
        />
        <DayField label="En vigueur le" required {...form.field('effectiveOn')} />
        <TextareaField label="Texte en HTML simple" required rows={8} {...form.field('html')} />
        <FailureAlert error={form.failure} />
        <Button type="submit" variant="secondary" loading={form.isPending}>
          Publier
        </Button>
      </form>
      {isAsking ? (
        <ConfirmDialog
          title={`Publier «\u00a0${legalKindLabels[form.values.kind]}\u00a0»\u00a0?`}
          confirmLabel="Publier définitivement"
          onConfirm={() => form.onSubmit()}
          onClose={() => setAsking(false)}
        >
          <p>Cette version ne pourra plus être corrigée ni retirée.</p>
        </ConfirmDialog>
      ) : null}
    </Card>
  )
}
