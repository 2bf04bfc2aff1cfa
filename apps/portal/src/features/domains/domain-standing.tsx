import { formatDayTime } from '@parvis/domain/kernel/french-format'
import { IconCopy } from '@tabler/icons-react'
import { plainLink } from '../../lib/plain-link.ts'
import { call } from '../../lib/request.ts'
import { useCompany } from '../../lib/session.ts'
import { Button, QuietButton } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { ConfirmButton } from '../../ui/confirm-dialog.tsx'
import { copyText } from '../../ui/copy-text.ts'
import { FailureAlert } from '../../ui/failure-alert.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'
import { type OwnDomain, useChangeDomain } from './domain.queries.ts'
import styles from './domain-page.module.css'

type Shown = { domain: OwnDomain }
type LivingState = Exclude<OwnDomain['state'], 'none'>

const badges: Record<LivingState, { tone: 'waiting' | 'success' | 'warning' | 'off'; text: string }> = {
  to_prove: { tone: 'waiting', text: 'À prouver' },
  proven: { tone: 'waiting', text: 'Prouvé, en attente de votre vendeur de noms' },
  served: { tone: 'success', text: 'Servi' },
  proof_missing: { tone: 'warning', text: 'La preuve a disparu' },
  stopped: { tone: 'off', text: 'Arrêté' },
}

/** Where the domain stands, in words; the lines to write at the registrar; « Vérifier » and what was read. */
export function DomainStanding({ domain }: Shown) {
  const checking = useChangeDomain()
  const check = () => checking.mutate(() => call('POST /v1/company/:id/domain/check'))
  const sentence = useSentence(domain)
  const { state, shown, checkedAt } = domain
  if (state === 'none') return null
  const { tone, text } = badges[state]
  const isOver = state === 'stopped'
  return (
    <Card title={shown ?? ''} action={<StatusBadge tone={tone}>{text}</StatusBadge>}>
      <div className="stack-2">
        <p role="status">{sentence}</p>
        {isOver ? null : <Records domain={domain} />}
        <FailureAlert error={checking.error} />
        <div className="row">
          {isOver ? null : (
            <Button loading={checking.isPending} onClick={check}>
              Vérifier
            </Button>
          )}
          <Release name={shown ?? ''} />
        </div>
        <p className="soft">
          {checkedAt ? `Vérifié le ${formatDayTime(checkedAt)}. ` : 'Pas encore vérifié. '}
          {isOver ? '' : rhythm(state)}
        </p>
      </div>
    </Card>
  )
}

const rhythm = (state: OwnDomain['state']) =>
  state === 'to_prove'
    ? 'Nous vérifions aussi tout seuls, toutes les dix minutes pendant trois jours, puis toutes les heures.'
    : 'Nous vérifions la preuve chaque jour\u00a0: laissez-la en place.'

/** What the state of the domain means for visitors, and the next step. */
function useSentence({ state, shown, checkedAt, reason }: OwnDomain): string {
  const { siteUrl, publicUrl } = useCompany()
  const home = plainLink(siteUrl ?? publicUrl ?? '')
  const atEnd = `À la fin de votre offre, vos visiteurs seront menés à ${home}.`
  switch (state) {
    case 'to_prove':
      return checkedAt
        ? 'La ligne de preuve n’est pas encore visible. Chez certains vendeurs de noms, il faut quelques heures.'
        : 'Ajoutez ces deux lignes chez votre vendeur de noms\u00a0: elles prouvent que ce nom est à vous, et vous le réservent.'
    case 'proven':
      return 'Ce nom est à vous. Il ne mène pas encore ici\u00a0: vérifiez la seconde ligne chez votre vendeur de noms.'
    case 'served':
      return `Servi sur ${shown}. ${atEnd} Vos QR codes imprimés marchent toujours.`
    case 'proof_missing':
      return reason ?? ''
    default:
      return `Arrêté, vos visiteurs sont menés à ${home}. ${reason ?? ''}`.trim()
  }
}

/** The lines to copy, one value at a time: a registrar asks for them in three fields. */
function Records({ domain: { records } }: Shown) {
  return (
    <div className="stack-2">
      <p>
        Chez votre vendeur de noms de domaine, ajoutez {records.length === 2 ? 'ces deux lignes' : 'ces lignes'}. Vos
        e-mails n’en sont pas touchés.
      </p>
      <ol className={`stack-1 ${styles.records}`}>
        {records.map(({ type, name, value }) => (
          <li key={`${type} ${value}`}>
            <dl>
              <div>
                <dt>Type</dt>
                <dd>{type}</dd>
              </div>
              <Copied label="Nom" text={name} />
              <Copied label="Valeur" text={value} />
            </dl>
          </li>
        ))}
      </ol>
    </div>
  )
}

function Copied({ label, text }: { label: string; text: string }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>
        <code>{text}</code>
        <QuietButton
          icon={IconCopy}
          aria-label={`Copier ${text}`}
          onClick={() => void copyText(text, `${label} copié${label === 'Valeur' ? 'e' : ''}`)}
        >
          Copier
        </QuietButton>
      </dd>
    </div>
  )
}

function Release({ name }: { name: string }) {
  const { mutateAsync } = useChangeDomain()
  return (
    <ConfirmButton
      variant="quiet"
      ask={{
        title: `Ne plus utiliser «\u00a0${name}\u00a0»\u00a0?`,
        children:
          'Les personnes qui tapent encore cette adresse arriveront sur votre page. Le reprendre demandera une nouvelle preuve.',
        confirmLabel: 'Ne plus l’utiliser',
        danger: true,
        onConfirm: () => mutateAsync(() => call('DELETE /v1/company/:id/domain')),
      }}
    >
      Ne plus utiliser ce nom
    </ConfirmButton>
  )
}
