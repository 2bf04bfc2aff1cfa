import { formatDay } from '@parvis/domain/kernel/french-format'
import { parisToday } from '@parvis/domain/kernel/paris-today'
import { formatPhone } from '@parvis/domain/kernel/phone'
import { checkPerson, type TypedPerson } from '@parvis/domain/registration/account-form'
import { accountErrorText } from '@parvis/domain/registration/registration.refusals.fr'
import { IconDownload, IconTrash } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { query } from '../../api/query.ts'
import { refresh } from '../../api/query-client.ts'
import { download } from '../../lib/download.ts'
import { call } from '../../lib/request.ts'
import { configurationQuery, useCompany, useCompanyId, useEstablishment, useSession } from '../../lib/session.ts'
import { endSession, whileDeleting } from '../../lib/session-end.ts'
import { useForm } from '../../lib/use-form.ts'
import { useLeaveWarning } from '../../lib/use-leave-warning.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { ErrorSummary } from '../../ui/error-summary.tsx'
import { LegalLinks } from '../../ui/legal-links.tsx'
import { Loading } from '../../ui/loading.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { showToast } from '../../ui/toast.tsx'
import { AddressQuestion } from './security-page.tsx'
import { type OpenSession, SessionRow, sessionsQuery, useEndSessions } from './session-row.tsx'

/** The person's account: identity, sessions, personal data. */
export function AccountPage() {
  const { data, error, refetch } = useQuery(sessionsQuery)
  const { data: configuration } = useQuery(configurationQuery)
  return (
    <>
      <PageHeader title="Mon compte" sentence="Vos informations, vos appareils et vos données." />
      <div className="stack-3">
        <AddressQuestion />
        <TeamCard />
        <Card title="Sécurité" sentence="Vos clés d’accès, votre numéro, votre adresse.">
          <Link to="/compte/securite" className={buttonClass({ variant: 'secondary' })}>
            Sécurité
          </Link>
        </Card>
        <PersonalCard />
        <Card title="Mes appareils" sentence="Déconnectez ceux que vous ne reconnaissez pas.">
          {data ? null : <Loading error={error} retry={refetch} lines={3} />}
          <ul>
            {data?.map((session) => (
              <SessionRow key={session.id} session={session} />
            ))}
          </ul>
          <SignOutOthers sessions={data ?? []} />
        </Card>
        <OwnDataCard />
        <LegalLinks accessibility={configuration?.accessibility} />
      </div>
    </>
  )
}

/** The way to the team, or to the first colleague of who is alone. */
function TeamCard() {
  const { data } = useQuery(query('GET /v1/company/:id/team', { params: { id: useCompanyId() } }))
  const isAlone = data?.members.length === 1 && data.invitations.length === 0
  const title = isAlone ? 'Inviter un collègue' : 'Votre équipe'
  return (
    <Card title={title} sentence="Chacun avec son téléphone et son rôle.">
      <Link to="/equipe" className={buttonClass({ variant: 'secondary' })}>
        {title}
      </Link>
    </Card>
  )
}

/** Signs out every other device, for a lost phone or a computer that was sold. */
function SignOutOthers({ sessions }: { sessions: readonly OpenSession[] }) {
  const [isAsking, setAsking] = useState(false)
  const end = useEndSessions()
  const others = sessions.filter(({ current }) => !current).map(({ id }) => id)
  const confirm = () =>
    end.mutate(others, {
      onSuccess: () => {
        setAsking(false)
        showToast('Vos autres appareils sont déconnectés')
      },
    })
  if (others.length < 2) return null
  return (
    <>
      <Button variant="secondary" onClick={() => setAsking(true)}>
        Déconnecter tous les autres
      </Button>
      <ConfirmDialog
        opened={isAsking}
        onClose={() => setAsking(false)}
        onConfirm={confirm}
        title={`Déconnecter vos ${others.length} autres appareils\u00a0?`}
        confirmLabel="Déconnecter"
        danger
        pending={end.isPending}
        error={end.error}
      >
        Il faudra un nouveau code reçu par SMS pour s’y reconnecter.
      </ConfirmDialog>
    </>
  )
}

const labels = { first_name: 'Prénom', last_name: 'Nom', email: 'E-mail', zip_code: 'Code postal', city: 'Ville' }

/** Name and e-mail; the phone is changed in « Sécurité ». */
function PersonalCard() {
  const { user } = useSession()
  const form = useForm<TypedPerson>({
    initial: {
      first_name: user.first_name ?? '',
      last_name: user.last_name ?? '',
      phone_number: user.phone_number,
      date_of_birth: user.date_of_birth ?? '',
      email: user.email ?? '',
      zip_code: user.zip_code ?? '',
      city: user.city ?? '',
    },
    check: (person) => checkPerson(person, parisToday(Date.now())),
    textOf: (key, _field, person) => accountErrorText(key, person),
    submit: async (person) => {
      await call('POST /v1/profile/update', { body: person })
      await refresh('GET /v1/authentication/session')
      showToast('Vos informations sont enregistrées')
    },
  })
  useLeaveWarning(form.isDirty)
  return (
    <Card title="Mes informations" sentence={`Connexion par SMS au ${formatPhone(user.phone_number)}.`}>
      <form className="stack-2 pair" onSubmit={form.onSubmit} noValidate>
        <TextField label={labels.first_name} required autoComplete="given-name" {...form.field('first_name')} />
        <TextField label={labels.last_name} required autoComplete="family-name" {...form.field('last_name')} />
        <TextField label={labels.email} required type="email" autoComplete="email" {...form.field('email')} />
        <TextField label={labels.zip_code} required inputMode="numeric" maxLength={5} {...form.field('zip_code')} />
        <TextField label={labels.city} required autoComplete="address-level2" {...form.field('city')} />
        <div className="whole-row">
          <ErrorSummary errors={form.errors} labels={labels} failure={form.failure} />
          <Button type="submit" loading={form.isPending} disabled={!form.isDirty}>
            Enregistrer
          </Button>
        </div>
      </form>
    </Card>
  )
}

/** Export and erasure of the person's data. */
function OwnDataCard() {
  const [isAsking, setAsking] = useState(false)
  const take = useMutation({
    mutationFn: takeData,
    meta: { toastsFailure: true },
  })
  return (
    <Card title="Mes données" sentence="Elles sont à vous&nbsp;: emportez-les, ou demandez leur effacement.">
      <div className="row">
        <Button variant="secondary" icon={<IconDownload />} loading={take.isPending} onClick={() => take.mutate()}>
          Télécharger mes données
        </Button>
        <Button variant="quiet" icon={<IconTrash />} onClick={() => setAsking(true)}>
          Supprimer mon compte
        </Button>
      </div>
      {isAsking ? <DeleteAccountDialog onClose={() => setAsking(false)} /> : null}
    </Card>
  )
}

/** A job writes the file, whatever its size; its state is polled every second. */
async function takeData(): Promise<void> {
  let { state } = await call('POST /v1/account/export')
  while (state === 'preparing') {
    await new Promise((resolve) => setTimeout(resolve, 1_000))
    state = (await call('GET /v1/account/export/state')).state
  }
  await download('/v1/account/export/file', 'mes-donnees-parvis.json')
}

function DeleteAccountDialog({ onClose }: { onClose: () => void }) {
  const { name } = useCompany()
  const isOwner = useEstablishment().role === 'owner'
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => whileDeleting(() => call('DELETE /v1/account')),
  })
  const confirm = () =>
    mutate(undefined, {
      onSuccess: ({ deleteAfter }) => {
        showToast(`Votre compte sera effacé le ${formatDay(deleteAfter)}`)
        endSession()
      },
    })
  return (
    <ConfirmDialog
      danger
      title={isOwner ? `Supprimer votre compte et «\u00a0${name}\u00a0»\u00a0?` : 'Supprimer votre compte\u00a0?'}
      confirmLabel="Supprimer mon compte"
      pending={isPending}
      error={error}
      onConfirm={confirm}
      onClose={onClose}
    >
      <p>
        {isOwner
          ? 'Dès maintenant, votre page n’est plus visible et votre abonnement s’arrête. Dans 30 jours, votre fiche, vos instants et vos conversations seront effacés. '
          : 'Votre compte sera effacé dans 30 jours\u00a0; l’établissement reste à son équipe. '}
        Pour tout garder, reconnectez-vous avant. Un e-mail vous le rappellera.
      </p>
    </ConfirmDialog>
  )
}
