import '../src/ui/theme/tokens.css'
import '../src/ui/theme/base.css'
import '../src/ui/theme/utilities.css'
import '../src/ui/theme/signed-out-fonts.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { queryClient } from '../src/api/query-client.ts'
import { Alert } from '../src/ui/alert.tsx'
import { Button } from '../src/ui/button.tsx'
import { Card } from '../src/ui/card.tsx'
import { CategoryBadge } from '../src/ui/category-badge.tsx'
import { CheckboxField } from '../src/ui/checkbox-field.tsx'
import { CodeForm } from '../src/ui/code-form.tsx'
import { Collapsible } from '../src/ui/collapsible.tsx'
import { ConfirmDialog } from '../src/ui/confirm-dialog.tsx'
import { DayField } from '../src/ui/date-field.tsx'
import { DateTimeField } from '../src/ui/date-time-field.tsx'
import { EmptyState } from '../src/ui/empty-state.tsx'
import { ErrorSummary } from '../src/ui/error-summary.tsx'
import { FailureAlert } from '../src/ui/failure-alert.tsx'
import { LoadError } from '../src/ui/load-error.tsx'
import { Modal } from '../src/ui/modal.tsx'
import { PageHeader } from '../src/ui/page-header.tsx'
import { PhoneField } from '../src/ui/phone-field.tsx'
import { Picture } from '../src/ui/picture.tsx'
import { QrCode } from '../src/ui/qr-code.tsx'
import { RadioCards } from '../src/ui/radio-cards.tsx'
import { ResumedNotice } from '../src/ui/resumed-notice.tsx'
import { SaveBar } from '../src/ui/save-bar.tsx'
import { SearchSelectField } from '../src/ui/search-select-field.tsx'
import { SelectField } from '../src/ui/select-field.tsx'
import { ShortCode } from '../src/ui/short-code.tsx'
import { Skeleton } from '../src/ui/skeleton.tsx'
import { StatusBadge } from '../src/ui/status-badge.tsx'
import { Steps } from '../src/ui/steps.tsx'
import { Tabs } from '../src/ui/tabs.tsx'
import { TextareaField, TextField } from '../src/ui/text-field.tsx'
import { showToast, Toasts } from '../src/ui/toast.tsx'

/** The components of the portal, each in its states: `npm run dev`, then /dev/kit. In no build. */
const stories: Readonly<Record<string, ReactNode>> = {
  'En-tête de page': <PageHeader title="Commandes" sentence="Répondre, préparer, remettre." />,
  Boutons: (
    <div className="inline wrap gap-tight">
      {(['primary', 'secondary', 'quiet', 'danger'] as const).map((variant) => (
        <Button key={variant} variant={variant}>
          {variant}
        </Button>
      ))}
      <Button size="small">petit</Button>
      <Button disabled>désactivé</Button>
      <Button loading>en cours</Button>
    </div>
  ),
  Alertes: (
    <div className="stack-1">
      {(['info', 'success', 'warning', 'danger'] as const).map((tone) => (
        <Alert key={tone} tone={tone} title={tone} action={<Button size="small">Agir</Button>}>
          Une phrase qui dit quoi faire.
        </Alert>
      ))}
      <FailureAlert error={{ key: 'SERVER_ERROR', text: 'Une erreur est survenue.' }} />
      <ErrorSummary
        errors={{ 'text-wrong': { key: 'a', text: 'Écrivez un titre' } }}
        labels={{ 'text-wrong': 'Faux' }}
      />
      <ResumedNotice form={{ isResumed: true, isDirty: true, isPending: false, reset: () => undefined }} />
      <LoadError error={new Error('réseau')} onRetry={() => undefined} />
    </div>
  ),
  Pastilles: (
    <div className="inline wrap gap-tight">
      {(['success', 'waiting', 'warning', 'danger', 'info', 'off', 'sky', 'brick', 'mustard'] as const).map((tone) => (
        <StatusBadge key={tone} tone={tone}>
          {tone}
        </StatusBadge>
      ))}
      <CategoryBadge slug="concert" />
    </div>
  ),
  'Champs de texte': (
    <Typed initial="Fournée du soir">
      {(value, onChange) => (
        <div className="stack-2">
          <TextField name="text" label="Titre" hint="Court" limit={40} counter value={value} onChange={onChange} />
          <TextField name="text-wrong" label="Faux" required error={wrong} value={value} onChange={onChange} />
          <TextField name="text-off" label="Désactivé" disabled value={value} onChange={onChange} />
          <TextareaField name="long" label="Description" limit={3} value={value} onChange={onChange} />
        </div>
      )}
    </Typed>
  ),
  'Téléphone, dates': (
    <Typed initial="">
      {(value, onChange) => (
        <div className="stack-2">
          <PhoneField name="phone" label="Mobile" value={value} onChange={onChange} />
          <DayField name="day" label="Jour" error={wrong} value={value} onChange={onChange} />
          <DateTimeField name="moment" label="Jour et heure" value={value} onChange={onChange} />
        </div>
      )}
    </Typed>
  ),
  Choix: (
    <Typed initial="one">
      {(value, onChange) => (
        <div className="stack-2">
          <SelectField name="select" label="Liste" options={options} value={value} onChange={onChange} />
          <SearchSelectField
            name="search"
            label="Liste à chercher"
            placeholder="Chercher"
            nothing="Rien"
            options={options}
            value={value}
            onChange={onChange}
          />
          <RadioCards
            name="cards"
            label="Cartes"
            options={options.map((option) => ({ ...option, hint: 'Ce que c’est' }))}
            value={value}
            onChange={onChange}
          />
        </div>
      )}
    </Typed>
  ),
  Cases: (
    <Typed initial={true}>
      {(value, onChange) => (
        <div className="stack-1">
          <CheckboxField name="box" label="Case" hint="Ce que cela fait" value={value} onChange={onChange} />
          <CheckboxField name="switch" look="switch" label="Bascule" value={value} onChange={onChange} />
          <CheckboxField name="box-wrong" label="Fausse" error={wrong} value={!value} onChange={onChange} />
          <CheckboxField name="box-off" label="Désactivée" disabled value={value} onChange={onChange} />
        </div>
      )}
    </Typed>
  ),
  Codes: (
    <Typed initial="">
      {(value, onChange) => (
        <div className="stack-2">
          <CodeForm
            received="reçus au"
            phone="06 12 34 56 78"
            sent={undefined}
            code={value}
            onChange={onChange}
            onSubmit={() => undefined}
            submitLabel="Confirmer"
            isPending={false}
            error={{ key: 'code_wrong', text: 'Ce code est faux' }}
          >
            <span />
          </CodeForm>
          <ShortCode
            label="Code de retrait"
            submitLabel="Remettre"
            isPending={false}
            onSubmit={(_, clear) => clear()}
          />
        </div>
      )}
    </Typed>
  ),
  Cartes: (
    <div className="stack-2">
      <Card title="Carte" sentence="Ce qu’elle contient." action={<Button size="small">Agir</Button>}>
        <Picture src={null} />
      </Card>
      <Card title="Retrait" look="sunken">
        Carte en creux
      </Card>
      <Collapsible title="Repliée" aside="2 filtres">
        Contenu
      </Collapsible>
      <EmptyState title="Rien ici" sentence="Ce qui y viendra." action={<Button>Commencer</Button>} />
      <Skeleton height={44} />
      <QrCode link="https://parvis.example/clichy-92110" logo="/favicon.svg" label="Code de la boulangerie" />
    </div>
  ),
  'Onglets et étapes': (
    <Typed initial="one">
      {(value, onChange) => (
        <>
          <Steps steps={['Établissement', 'Compte', 'Profil']} current={2} />
          <Tabs
            label="Listes"
            tabs={options.map((option) => ({ ...option, count: 3, panel: `Liste « ${option.label} »` }))}
            value={value}
            onChange={onChange}
          />
        </>
      )}
    </Typed>
  ),
  Fenêtres: (
    <Typed initial="">
      {(value, onChange) => (
        <div className="inline wrap gap-tight">
          <Button onClick={() => onChange('window')}>Fenêtre</Button>
          <Button onClick={() => onChange('question')}>Question</Button>
          <Button onClick={() => showToast('C’est enregistré.', 'success', () => undefined)}>Annonce</Button>
          <Modal opened={value === 'window'} onClose={() => onChange('')} title="Fenêtre">
            <p>Son contenu.</p>
          </Modal>
          <ConfirmDialog
            opened={value === 'question'}
            onClose={() => onChange('')}
            onConfirm={() => onChange('')}
            title="Supprimer l’offre ?"
            confirmLabel="Supprimer"
            danger
          />
        </div>
      )}
    </Typed>
  ),
  'Barre d’enregistrement': <SaveBar label="Enregistrer" isPending={false} progress={0} />,
}

const wrong = { key: 'wrong', text: 'Ce qui ne va pas, et quoi écrire' }
const options = [
  { value: 'one', label: 'Une' },
  { value: 'two', label: 'Deux' },
]

function Typed<V>({ initial, children }: { initial: V; children: (value: V, set: (value: V) => void) => ReactNode }) {
  const [value, setValue] = useState(initial)
  return children(value, setValue)
}

createRoot(document.getElementById('root') ?? document.body).render(
  <QueryClientProvider client={queryClient}>
    <main className="stack-3" style={{ maxWidth: 720, margin: '0 auto', padding: 24 }}>
      {Object.entries(stories).map(([name, story]) => (
        <section key={name} aria-label={name} className="stack-1">
          <p className="soft">{name}</p>
          {story}
        </section>
      ))}
      <Toasts />
    </main>
  </QueryClientProvider>,
)
