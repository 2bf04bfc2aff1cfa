import { counted, formatDay } from '@parvis/domain/kernel/french-format'
import { formatPhone, isMobilePhone, normalisePhone } from '@parvis/domain/kernel/phone'
import { operatorFieldTexts } from '@parvis/domain/operator/operator.refusals.fr'
import { checkReason, maxReason } from '@parvis/domain/operator/reason'
import { useQuery } from '@tanstack/react-query'
import { cacheKey, query } from '../../api/query.ts'
import { call } from '../../lib/request.ts'
import { useForm } from '../../lib/use-form.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { CheckboxField } from '../../ui/checkbox-field.tsx'
import { FailureAlert } from '../../ui/failure-alert.tsx'
import { Loading } from '../../ui/loading.tsx'
import { PhoneField } from '../../ui/phone-field.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { showToast } from '../../ui/toast.tsx'
import styles from './operator.module.css'
import { ReasonButton, refreshDesk } from './reason-button.tsx'

/** Blocks and frees phones and conversations, suspends businesses and lifts it. */
export function BlockedPanel() {
  const { data, error, refetch } = useQuery(query('GET /v1/operator/blocked'))
  return (
    <div className="column gap-3">
      <div className={`stack-3 ${styles.pair}`}>
        <BlockForm kind="phone" />
        <BlockForm kind="company" />
        <BlockForm kind="discussion" />
      </div>
      <Card title="Actuellement bloqués ou suspendus">
        {data ? null : <Loading error={error} retry={refetch} height={44} />}
        {data && data.phones.length + data.companies.length + data.discussions.length === 0 ? (
          <p>Personne n’est bloqué, aucune fiche n’est suspendue.</p>
        ) : null}
        <ul className="rows">
          {data?.phones.map(({ phone, wrongCodes }) => (
            <BlockedRow
              key={phone}
              blocked={{ kind: 'phone', of: phone }}
              name={formatPhone(phone)}
              aside={wrongCodes > 0 ? counted(wrongCodes, 'code faux', 'codes faux') : undefined}
            />
          ))}
          {data?.companies.map(({ companyId, name, since, reason }) => (
            <BlockedRow
              key={companyId}
              blocked={{ kind: 'company', of: companyId }}
              name={name ? `Fiche «\u00a0${name}\u00a0»` : 'Fiche à compléter'}
              aside={`Depuis le ${formatDay(since)}\u00a0: ${reason}`}
            />
          ))}
          {data?.discussions.map(({ id, company }) => (
            <BlockedRow
              key={id}
              blocked={{ kind: 'discussion', of: id }}
              name={`Conversation avec «\u00a0${company}\u00a0»`}
              aside={id}
            />
          ))}
        </ul>
      </Card>
    </div>
  )
}

const freed = { act: 'Débloquer', done: 'Débloqué' }
const releaseWords = {
  phone: freed,
  discussion: freed,
  company: { act: 'Lever la suspension', done: 'Suspension levée' },
}

type BlockedRowProps = { blocked: Blocked; name: string; aside: string | undefined }

/** A blocked phone or conversation, or a suspended business, with the button that frees it. */
function BlockedRow({ blocked, name, aside }: BlockedRowProps) {
  const { act, done } = releaseWords[blocked.kind]
  const free = async (reason: string) => {
    await block({ ...blocked, on: false, reason })
    showToast(`${done}\u00a0: ${name}`)
  }
  return (
    <li className={`inline between ${styles.row}`}>
      <div>
        <strong>{name}</strong>
        {aside ? <span className={`note ${styles.aside}`}>{aside}</span> : null}
      </div>
      <ReasonButton
        size="small"
        variant="secondary"
        aria-label={`${act}\u00a0: ${name}`}
        ask={{ title: `${act}\u00a0: ${name}\u00a0?`, confirmLabel: act, onConfirm: free }}
      >
        {act}
      </ReasonButton>
    </li>
  )
}

const words = {
  phone: {
    title: 'Bloquer un téléphone',
    sentence: 'La personne est déconnectée partout et ne reçoit plus de code.',
    act: 'Bloquer',
    done: 'Téléphone bloqué',
  },
  company: {
    title: 'Suspendre une fiche',
    sentence: 'Les habitants ne la voient plus, rien ne part plus. Le professionnel lit le motif.',
    act: 'Suspendre',
    done: 'Fiche suspendue',
  },
  discussion: {
    title: 'Bloquer une conversation',
    sentence: 'Plus personne n’y écrit, ni le professionnel ni l’habitant.',
    act: 'Bloquer',
    done: 'Conversation bloquée',
  },
} as const
const ids = {
  company: { label: 'Identifiant de la fiche', hint: 'Trente-six caractères, à recopier du journal' },
  discussion: {
    label: 'Identifiant de la conversation',
    hint: 'La fin de l’adresse de la page, après conversation=',
  },
} as const
const empty = {
  phone: '',
  phone_reason: '',
  suspend: false,
  company: '',
  company_reason: '',
  discussion: '',
  discussion_reason: '',
}

/** Names whom to block or suspend, and why. */
function BlockForm({ kind }: { kind: Blocked['kind'] }) {
  const { title, sentence, act, done } = words[kind]
  // The forms are on one page: a field's name anchors it there.
  const reasonName = `${kind}_reason` as const
  const form = useForm({
    initial: empty,
    check: (values) => {
      const { reason } = checkReason(values[reasonName])
      return reason ? { [reasonName]: reason } : {}
    },
    textOf: () => operatorFieldTexts.reason_error,
    submit: async (values) => {
      const { [kind]: of, [reasonName]: reason, suspend } = values
      await block({ kind, of: of.trim(), on: true, reason, suspend })
      showToast(done)
      form.reset()
    },
  })
  return (
    <Card title={title} sentence={sentence}>
      <form className="stack-2 fields" onSubmit={form.onSubmit} noValidate>
        {kind === 'phone' ? (
          <PhoneField label="Numéro de téléphone" required {...form.field(kind)} />
        ) : (
          <TextField {...ids[kind]} required {...form.field(kind)} />
        )}
        <TextField label="Motif" required limit={maxReason} {...form.field(reasonName)} />
        {kind === 'phone' ? <SuspendToo phone={form.values.phone} {...form.field('suspend')} /> : null}
        <FailureAlert error={form.failure} />
        <Button type="submit" variant="secondary" disabled={!form.values[kind].trim()} loading={form.isPending}>
          {act}
        </Button>
      </form>
    </Card>
  )
}

type SuspendTooProps = { phone: string; name: string; value: boolean; onChange: (value: boolean) => void }

/** Offers to suspend the businesses of a phone with it, and names them once the number is whole. */
function SuspendToo({ phone, name, value, onChange }: SuspendTooProps) {
  const asked = normalisePhone(phone) ?? ''
  const { data } = useQuery({
    queryKey: cacheKey('POST /v1/operator/phones', { body: { phone: asked } }),
    queryFn: ({ signal }) => call('POST /v1/operator/phones', { body: { phone: asked }, signal }),
    enabled: isMobilePhone(asked),
  })
  const names = data?.companies.map((company) => company.name || 'une fiche à compléter').join(', ')
  // A line from the beginning: one that came later would move the button from under the finger.
  const hint = names === undefined ? 'Leurs noms s’affichent ici.' : names || 'Ce téléphone n’a pas de fiche.'
  return <CheckboxField label="Suspendre aussi ses fiches" {...{ name, value, onChange, hint }} />
}

/** A phone, the id of a conversation, or the id of a business, which is suspended rather than blocked. */
type Blocked = { kind: 'phone' | 'discussion' | 'company'; of: string }
/** `suspend`: the businesses of the phone as well. */
type Blocking = Blocked & { on: boolean; reason: string; suspend?: boolean }

/** Blocks or frees, with the reason that the audit trail keeps. */
async function block({ kind, of, on, reason, suspend = false }: Blocking): Promise<void> {
  const body = { on, reason }
  if (kind === 'phone') await call('POST /v1/operator/phones/block', { body: { ...body, phone: of, suspend } })
  else if (kind === 'company')
    await call('POST /v1/operator/companies/:companyId/suspend', { params: { companyId: of }, body })
  else await call('POST /v1/operator/discussions/:id/block', { params: { id: of }, body })
  await refreshDesk()
}
