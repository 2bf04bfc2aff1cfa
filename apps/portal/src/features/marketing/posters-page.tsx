import type { AnswerOf } from '@parvis/domain/api'
import { readableItems } from '@parvis/domain/instants/activation-time'
import { scheduleItemText } from '@parvis/domain/instants/schedule.fr'
import { counted, followersText } from '@parvis/domain/kernel/french-format'
import { maxCodeLabel, maxCodes } from '@parvis/domain/marketing/qr-links'
import { IconPlus, IconQrcode } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { query } from '../../api/query.ts'
import { useChange } from '../../api/use-change.ts'
import { call } from '../../lib/request.ts'
import { useCompany } from '../../lib/session.ts'
import { typographic } from '../../lib/typographic.ts'
import { useForm } from '../../lib/use-form.ts'
import { Alert } from '../../ui/alert.tsx'
import { Button, SmallButton } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Collapsible } from '../../ui/collapsible.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { FailureAlert } from '../../ui/failure-alert.tsx'
import { Loading } from '../../ui/loading.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { PosterLine } from './poster-line.tsx'
import { postersOf } from './poster-text.fr.ts'
import styles from './posters-page.module.css'
import { QrBody } from './qr-card.tsx'

type OwnCode = AnswerOf<'GET /v1/company/:id/codes'>[number]

const codesQuery = query('GET /v1/company/:id/codes')
const useChangeCodes = () => useChange<OwnCode[]>(codesQuery, { isQuiet: true })

/** What a code may lead to, and what the poster of an instant shows. */
const ownInstantsQuery = query('GET /v1/instants/company/:companyId')

/** Codes that count, one per place: to know which poster brings people in. */
export function PostersPage() {
  const company = useCompany()
  const { data: codes, error, refetch } = useQuery(codesQuery)
  const [line, setLine] = useState(postersOf(company.type).line)
  const [added, setAdded] = useState<string>()
  return (
    <div className="stack-3">
      <PageHeader
        title="Affiches et QR codes suivis"
        sentence="Un code par endroit, et vous savez lequel fait venir du monde."
        back="/marketing"
      />
      {codes ? null : <Loading error={error} retry={refetch} height={320} />}
      {codes ? (
        <>
          <AddCode codes={codes} onAdded={setAdded} />
          <Card
            title={`Vos codes, ${codes.length} sur ${maxCodes}`}
            sentence="Nous comptons les visites et les abonnés, jamais qui ils sont."
          >
            {codes.length === 0 ? (
              <EmptyState
                icon={IconQrcode}
                title="Aucun code pour l’instant"
                sentence="Commencez par celui de votre vitrine, puis un autre au comptoir."
              />
            ) : (
              <ul className="rows">
                {codes.map((code) => (
                  <li key={code.code}>
                    <CountedCode code={code} line={line} defaultOpen={code.code === added} />
                  </li>
                ))}
              </ul>
            )}
          </Card>
          <PosterLine name={company.name} line={line} onChange={setLine} />
        </>
      ) : null}
    </div>
  )
}

/** Where a shop hangs or lays a code. */
const places = ['Vitrine', 'Comptoir', 'Chevalet de table', 'Sac ou emballage', 'Tract', 'Marché']

type AddCodeProps = { codes: readonly OwnCode[]; onAdded: (code: string) => void }

/** A code more: where it will be, and what it leads to. */
function AddCode({ codes, onAdded }: AddCodeProps) {
  const { mutateAsync } = useChangeCodes()
  const instants = useQuery(ownInstantsQuery).data ?? []
  const form = useForm({
    name: 'code',
    initial: { label: '', instantId: '' },
    check: ({ label }): Record<string, string> => (label.trim() === '' ? { label: 'label_error' } : {}),
    textOf: { label_error: 'Dites où sera ce code, par exemple «\u00a0Vitrine\u00a0».' },
    submit: async ({ label, instantId }) => {
      const body = { label, ...(instantId && { instantId: Number(instantId) }) }
      const all = await mutateAsync(() => call('POST /v1/company/:id/codes', { body }))
      form.reset()
      onAdded(all.at(-1)?.code ?? '')
    },
  })
  if (codes.length >= maxCodes) {
    return (
      <Alert tone="info">
        Vous avez vos {maxCodes} codes. Renommez-en un qui ne sert plus&nbsp;: l’affiche imprimée mène toujours chez
        vous.
      </Alert>
    )
  }
  const free = places.filter((place) => codes.every(({ label }) => label !== place))
  return (
    <Card title="Nouveau code">
      <form className="stack-2 fields" onSubmit={form.onSubmit} noValidate>
        <TextField label={'Où sera-t-il\u00a0?'} required limit={maxCodeLabel} {...form.field('label')} />
        <div className="row">
          {free.map((place) => (
            <SmallButton key={place} onClick={() => form.change({ label: place })}>
              {place}
            </SmallButton>
          ))}
        </div>
        <SelectField
          label="Il mène à"
          {...form.field('instantId')}
          options={[
            { value: '', label: 'Votre page' },
            ...instants.map(({ instantInformation: { id, title } }) => ({
              value: String(id),
              label: typographic(title),
            })),
          ]}
        />
        <FailureAlert error={form.failure} />
        <Button type="submit" icon={IconPlus} loading={form.isPending}>
          Créer le code
        </Button>
      </form>
    </Card>
  )
}

type CountedCodeProps = { code: OwnCode; line: string; defaultOpen: boolean }

/** One code: what it brought, the code itself to take away, its name, and whether it still counts. */
function CountedCode({ code, line, defaultOpen }: CountedCodeProps) {
  const [isOpen, setOpen] = useState(defaultOpen)
  const company = useCompany()
  const instants = useQuery(ownInstantsQuery).data
  const { instantId } = code.target
  const instant = instants?.find(({ instantInformation: { id } }) => id === instantId)
  const title = instant?.instantInformation.title
  return (
    <Collapsible title={code.label} aside={resultsOf(code)} look="plain" open={isOpen} onToggle={setOpen}>
      {isOpen ? (
        <div className={`stack-3 ${styles.code}`}>
          <QrBody
            link={code.url}
            logo="/logos/parvis.svg"
            fileName={`code-${code.code}`}
            poster={{ name: company.name, line, instant: instant && posterInstant(instant) }}
          />
          <div className={`stack-2 ${styles.settings}`}>
            <p className="soft">
              {instantId === null ? 'Mène à votre page.' : `Mène à «\u00a0${title ?? '…'}\u00a0».`}
            </p>
            <Settings code={code} />
          </div>
        </div>
      ) : null}
    </Collapsible>
  )
}

function Settings({ code: { code, label, active } }: { code: OwnCode }) {
  const { mutate, error } = useChangeCodes()
  const update = (body: { label?: string; active?: boolean }) =>
    mutate(() => call('PUT /v1/company/:id/codes/:code', { params: { code }, body }))
  const [typed, setTyped] = useState(label)
  return (
    <>
      <TextField name={`label-${code}`} label="Nom du code" value={typed} onChange={setTyped} limit={maxCodeLabel} />
      <div className="row">
        <Button
          variant="secondary"
          disabled={typed.trim() === '' || typed === label}
          onClick={() => update({ label: typed })}
        >
          Renommer
        </Button>
        <Button variant="quiet" onClick={() => update({ active: !active })}>
          {active ? 'Ne plus le compter' : 'Le compter de nouveau'}
        </Button>
      </div>
      {active ? null : <p className="soft">Il mène toujours chez vous, sans être compté.</p>}
      <FailureAlert error={error} />
    </>
  )
}

/** « 84 scans, 31 abonnés ». */
function resultsOf({ scans, follows, active }: OwnCode): string {
  const counts = `${counted(scans, 'scan')}, ${followersText(follows)}`
  return active ? counts : `${counts}, arrêté`
}

type ListedInstant = AnswerOf<'GET /v1/instants/company/:companyId'>[number]

/** What the poster of an instant says of it: title, first dates, picture. */
function posterInstant({ instantInformation: { title, pictureUrl }, instantActivationTimes }: ListedInstant) {
  const times = readableItems(instantActivationTimes).map(scheduleItemText)
  return { title, when: times.slice(0, 2).join(' · '), pictureUrl }
}
