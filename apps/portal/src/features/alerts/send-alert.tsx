import { proofTexts } from '@parvis/domain/access/proof-texts.fr'
import { levelNames, proofsAsked } from '@parvis/domain/alerts/alert'
import type { AlertAnswer } from '@parvis/domain/alerts/alerts.contract'
import { alertsFieldTexts } from '@parvis/domain/alerts/alerts.refusals.fr'
import { formatPhone } from '@parvis/domain/kernel/phone'
import { expectedReachText } from '@parvis/domain/residents/followers.fr'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { query } from '../../api/query.ts'
import { call } from '../../lib/request.ts'
import { PageLink } from '../../lib/router.tsx'
import { useCompany, useSession } from '../../lib/session.ts'
import { askCode, signInNonce } from '../../lib/sign-in.ts'
import { focusField, useForm } from '../../lib/use-form.ts'
import { presentInstant } from '../../lib/use-now.ts'
import { ActButton } from '../../ui/act-button.tsx'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { FormButtons } from '../../ui/dialog-form.tsx'
import { ErrorSummary } from '../../ui/error-summary.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { ResendCode, type SentCode, sentCode } from '../../ui/resend-code.tsx'
import { NumberField, TextField } from '../../ui/text-field.tsx'

export const alertsQuery = query('GET /v1/company/:id/alerts')

type SendAlertProps = { alert: AlertAnswer; onClose: () => void; onSent: () => void }

/** The notification as it will be read, whom it reaches, what proves that it is the hall's. */
export function SendAlert({ alert, onClose, onSent }: SendAlertProps) {
  const hasPasskey = useQuery(alertsQuery).data?.proofs.includes('passkey') ?? false
  const { name, city } = useCompany()
  const { phone_number: phone } = useSession().user
  const proofs = proofsAsked({ ...alert, hasPasskey })
  const form = useForm({
    initial: { confirmation: '', code: '' },
    textOf: alertsFieldTexts,
    submit: async (body) => {
      await call('POST /v1/alerts/:id/send', { params: { id: alert.id }, body, headers: signInNonce(phone) })
      onSent()
    },
  })
  return (
    <>
      <PageHeader
        title={alert.exercise ? 'Vérifier l’exercice' : 'Vérifier l’alerte'}
        sentence={
          alert.exercise
            ? 'Seule votre équipe le reçoit\u00a0: aucun habitant n’est prévenu.'
            : 'Relisez\u00a0: elle part aussitôt, et toute l’équipe en est avertie.'
        }
      />
      <form className="stack-2 form" onSubmit={form.onSubmit} noValidate aria-label="Envoi de l’alerte">
        <Card title={`${alert.exercise ? 'EXERCICE · ' : ''}${levelNames[alert.level]} · ${name}`} look="sunken">
          <p>
            <strong>{alert.title}</strong>
          </p>
          <p className="below-1 written">{alert.text}</p>
        </Card>
        <Reach alert={alert} />
        <TextField
          {...form.field('confirmation')}
          label="Nom de la commune"
          hint={`Recopiez «\u00a0${city}\u00a0» pour confirmer.`}
          required
          autoComplete="off"
        />
        {proofs.includes('code') ? <CodeField form={form} /> : <OtherProof alert={alert} hasPasskey={hasPasskey} />}
        <ErrorSummary errors={form.errors} labels={{ confirmation: 'Nom de la commune' }} failure={form.failure} />
        <div className="row-center taps">
          <FormButtons
            closeLabel="Pas maintenant"
            submitLabel={alert.exercise ? 'Envoyer l’exercice' : 'Envoyer l’alerte'}
            danger={!alert.exercise}
            isPending={form.isPending}
            onClose={onClose}
          />
        </div>
      </form>
    </>
  )
}

function Reach({ alert: { exercise, reach } }: { alert: AlertAnswer }) {
  if (!reach || exercise) return null
  return (
    <p>{expectedReachText(reach, presentInstant())} Le bandeau est montré à tous, sur chaque page de la commune.</p>
  )
}

/** Who wrote a danger cannot send it alone: a stolen phone must not frighten a town. */
function OtherProof({ alert, hasPasskey }: { alert: AlertAnswer; hasPasskey: boolean }) {
  const prove = async () => await (await import('../../lib/passkeys.ts')).proveByPasskey()
  return (
    <Alert tone="warning">
      <p>
        Écrite par {alert.writtenBy}&nbsp;: un autre membre de l’équipe l’envoie depuis sa propre session, sur cette
        page, ou {alert.writtenBy} avec sa clé d’accès. Un code par SMS ne suffit pas.
      </p>
      {hasPasskey ? (
        <ActButton
          variant="secondary"
          act={prove}
          done="C’est confirmé&nbsp;: vous avez un quart d’heure pour l’envoyer"
        >
          {proofTexts.usePasskey}
        </ActButton>
      ) : null}
      <PageLink to="/compte/securite">Ajouter une clé d’accès</PageLink>
    </Alert>
  )
}

function CodeField({ form }: { form: ReturnType<typeof useForm<{ confirmation: string; code: string }>> }) {
  const [sent, setSent] = useState<SentCode>()
  const { phone_number: phone } = useSession().user
  const { mutate: ask, isPending } = useMutation({
    mutationFn: async () => setSent(sentCode(await askCode(phone), sent)),
    // The button that asked has gone, and the code comes now.
    onSuccess: () => focusField('code'),
    meta: { toastsFailure: true },
  })
  return (
    <>
      <NumberField
        {...form.field('code')}
        label="Code reçu par SMS"
        hint={
          sent
            ? `Un code vient de partir au ${formatPhone(phone)}.`
            : 'Ou laissez un collègue envoyer l’alerte depuis sa session.'
        }
        autoComplete="one-time-code"
      />
      <div>
        {sent ? (
          <ResendCode key={sent.sentAt} sent={sent} isPending={isPending} onResend={ask} />
        ) : (
          <Button variant="quiet" loading={isPending} onClick={() => ask()}>
            Recevoir un code par SMS
          </Button>
        )}
      </div>
    </>
  )
}
