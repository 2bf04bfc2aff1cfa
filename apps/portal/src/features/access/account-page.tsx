import { formatDay } from '@parvis/domain/kernel/french-format'
import { parisToday } from '@parvis/domain/kernel/paris-today'
import { formatPhone } from '@parvis/domain/kernel/phone'
import { checkPerson, type TypedPerson } from '@parvis/domain/registration/account-form'
import { accountErrorText } from '@parvis/domain/registration/registration.refusals.fr'
import { IconDownload, IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { query } from '../../api/query.ts'
import { refresh } from '../../api/query-client.ts'
import { endsSession, mayHaveHappened } from '../../lib/api-error.ts'
import { download } from '../../lib/download.ts'
import { presentMoment } from '../../lib/present.ts'
import { call } from '../../lib/request.ts'
import { useCompany, useEstablishment, useSession } from '../../lib/session.ts'
import { endSession, whileDeleting } from '../../lib/session-end.ts'
import { useForm } from '../../lib/use-form.ts'
import { useLeaveWarning } from '../../lib/use-leave-warning.ts'
import { ActButton } from '../../ui/act-button.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { ConfirmButton } from '../../ui/confirm-dialog.tsx'
import { ErrorSummary } from '../../ui/error-summary.tsx'
import { LegalLinks } from '../../ui/legal-links.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { Loading } from '../../ui/loading.tsx'
import { MailField } from '../../ui/mail-field.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { NumberField, TextField } from '../../ui/text-field.tsx'
import { showToast } from '../../ui/toast.tsx'
import { AddressQuestion } from './security-page.tsx'
import { type OpenSession, SessionRow, sessionsQuery, signOutDevices } from './session-row.tsx'

/** The person's account: identity, sessions, personal data. */
export function AccountPage() {
  const { data, error, refetch } = useQuery(sessionsQuery)
  return (
    <>
      <PageHeader title="Mon compte" sentence="Vos informations, vos appareils et vos données." />
      <div className="stack-3">
        <AddressQuestion />
        <TeamCard />
        <Card title="Sécurité" sentence="Vos clés d’accès, votre numéro, votre adresse.">
          <LinkButton to="/compte/securite">Sécurité</LinkButton>
        </Card>
        <PersonalCard />
        <Card title="Mes appareils" sentence="Déconnectez ceux que vous ne reconnaissez pas.">
          {data ? null : <Loading error={error} retry={refetch} height={72} />}
          <ul>
            {data?.map((session) => (
              <SessionRow key={session.id} session={session} />
            ))}
          </ul>
          <SignOutOthers sessions={data ?? []} />
        </Card>
        <OwnDataCard />
        <LegalLinks />
      </div>
    </>
  )
}

/** The way to the team, or to the first colleague of who is alone. */
function TeamCard() {
  const { data } = useQuery(query('GET /v1/company/:id/team'))
  const isAlone = data?.members.length === 1 && data.invitations.length === 0
  const title = isAlone ? 'Inviter un collègue' : 'Votre équipe'
  return (
    <Card title={title} sentence="Chacun avec son téléphone et son rôle.">
      <LinkButton to="/equipe">{title}</LinkButton>
    </Card>
  )
}

/** Signs out every other device, for a lost phone or a computer that was sold. */
function SignOutOthers({ sessions }: { sessions: readonly OpenSession[] }) {
  const others = sessions.filter(({ current }) => !current).map(({ id }) => id)
  if (others.length < 2) return null
  return (
    <ConfirmButton
      variant="secondary"
      ask={{
        title: `Déconnecter vos ${others.length} autres appareils\u00a0?`,
        children: 'Il faudra un nouveau code reçu par SMS pour s’y reconnecter.',
        confirmLabel: 'Déconnecter',
        danger: true,
        onConfirm: () => signOutDevices(others, 'Vos autres appareils sont déconnectés'),
      }}
    >
      Déconnecter tous les autres
    </ConfirmButton>
  )
}

const labels = { first_name: 'Prénom', last_name: 'Nom', email: 'E-mail', zip_code: 'Code postal', city: 'Ville' }

/** Name and e-mail; the phone is changed in « Sécurité ». */
function PersonalCard() {
  const { user } = useSession()
  const form = useForm<TypedPerson>({
    name: 'account',
    initial: {
      first_name: user.first_name ?? '',
      last_name: user.last_name ?? '',
      phone_number: user.phone_number,
      date_of_birth: user.date_of_birth ?? '',
      email: user.email ?? '',
      zip_code: user.zip_code ?? '',
      city: user.city ?? '',
    },
    check: (person) => checkPerson(person, parisToday(presentMoment())),
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
        <MailField label={labels.email} {...form.field('email')} />
        <NumberField label={labels.zip_code} required digits={5} {...form.field('zip_code')} />
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
  return (
    <Card title="Mes données" sentence="Elles sont à vous&nbsp;: emportez-les, ou demandez leur effacement.">
      <div className="row">
        <ActButton variant="secondary" icon={IconDownload} act={takeData}>
          Télécharger mes données
        </ActButton>
        <DeleteAccount />
      </div>
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

/**
 * The day of the erasure. Its answer lost, the session, which it ends, says whether it was done: to be asked to sign in again, as of a
 * session that expired, would lead to what cancels it.
 */
async function eraseAccount(): Promise<string | undefined> {
  try {
    return (await call('DELETE /v1/account')).deleteAfter
  } catch (error) {
    if (endsSession(error) || !mayHaveHappened(error)) throw error
    const session = await call('GET /v1/authentication/session').catch((ended: unknown) => ended)
    if (!endsSession(session)) throw error
    return undefined
  }
}

function DeleteAccount() {
  const { name } = useCompany()
  const isOwner = useEstablishment().role === 'owner'
  const remove = async () => {
    const day = await whileDeleting(eraseAccount)
    showToast(`Votre compte sera effacé ${day ? `le ${formatDay(day)}` : 'dans 30 jours'}`)
    endSession()
  }
  const lost = isOwner
    ? 'Dès maintenant, votre page n’est plus visible et votre abonnement s’arrête. Dans 30 jours, votre fiche, vos instants et vos conversations seront effacés.'
    : 'Votre compte sera effacé dans 30 jours\u00a0; l’établissement reste à son équipe.'
  return (
    <ConfirmButton
      variant="quiet"
      icon={IconTrash}
      ask={{
        title: isOwner ? `Supprimer votre compte et «\u00a0${name}\u00a0»\u00a0?` : 'Supprimer votre compte\u00a0?',
        children: `${lost} Pour tout garder, reconnectez-vous avant. Un e-mail vous le rappellera.`,
        confirmLabel: 'Supprimer mon compte',
        danger: true,
        onConfirm: remove,
      }}
    >
      Supprimer mon compte
    </ConfirmButton>
  )
}
