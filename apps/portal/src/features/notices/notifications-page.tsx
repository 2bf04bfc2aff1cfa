import type { NoticeChoice, NoticeKind } from '@parvis/domain/notices/notices'
import { useMutation, useMutationState, useQuery } from '@tanstack/react-query'
import { type Notifications, notificationsQuery, useSoundChoice } from '../../lib/alert-sound.ts'
import type { Configuration } from '../../lib/configuration.ts'
import { call } from '../../lib/request.ts'
import { PageLink } from '../../lib/router.tsx'
import { configurationQuery, useCompany } from '../../lib/session.ts'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { CheckboxField } from '../../ui/checkbox-field.tsx'
import { Loading } from '../../ui/loading.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { type ChoiceChange, ChoicesTable, type Way } from './choices-table.tsx'
import { DeviceCard } from './device-card.tsx'

/** The person's notifications: kinds, ways and times. */
export function NotificationsPage() {
  const { data, error, refetch } = useQuery(notificationsQuery)
  return (
    <>
      <PageHeader
        title="Notifications"
        sentence="Ce qui vous prévient quand un habitant commande ou écrit."
        back="/sessions"
      />
      {data ? null : <Loading error={error} retry={refetch} height={320} />}
      {data ? (
        <div className="stack-3">
          <DeviceCard devices={data.devices} />
          <SoundCard />
          <Choices settings={data} />
        </div>
      ) : null}
    </>
  )
}

function SoundCard() {
  const { isOn, choose } = useSoundChoice()
  return (
    <Card
      title="Son"
      sentence="Quand Parvis Pro est ouvert, une nouvelle commande sonne jusqu’à ce que vous l’ouvriez."
    >
      <div className="stack-2">
        <CheckboxField name="sound" label="Faire sonner mes appareils" look="switch" value={isOn} onChange={choose} />
        {isOn ? (
          <div>
            <Button variant="secondary" onClick={() => choose(true)}>
              Écouter le son
            </Button>
          </div>
        ) : null}
      </div>
    </Card>
  )
}

function Choices({ settings }: { settings: Notifications }) {
  const company = useCompany()
  const { data: configuration } = useQuery(configurationQuery)
  const { own, choose } = useChoices(settings.choices.filter(({ companyId }) => companyId === company.companyId))
  const served = servedWays(settings, configuration)
  const of = (kind: NoticeKind) => own.find((choice) => choice.kind === kind)
  const both = (change: Partial<NoticeChoice>) => {
    for (const kind of ['order', 'message'] as const) choose({ kind, ...change })
  }
  if (served.length === 0) return null
  return (
    <>
      <Card title="Ce qui me prévient" sentence={company.name}>
        <ChoicesTable served={served} own={own} onChange={choose} />
        <Addresses settings={settings} served={served} takesOrders={company.cacActive} />
      </Card>
      <Card
        title="Heures calmes"
        sentence="Quand vous êtes fermé, rien ne sonne&nbsp;: vous êtes prévenu 30 minutes avant l’ouverture, sauf pour une commande à retirer plus tôt."
      >
        <CheckboxField
          name="always"
          label="Me prévenir même fermé"
          look="switch"
          value={of('order')?.always === true && of('message')?.always === true}
          onChange={(always) => both({ always })}
        />
        <p className="note top-1">
          Vos heures calmes sont celles où vous êtes fermé (<PageLink to="/horaires">vos horaires</PageLink>).
        </p>
      </Card>
      {served.includes('push') ? (
        <Card title="Écran verrouillé" sentence="Par défaut, ni nom ni texte d’un habitant n’y apparaît.">
          <CheckboxField
            name="showContent"
            label="Montrer le contenu"
            hint="Le prénom et le début du message s’affichent&nbsp;: toute personne qui tient l’appareil peut les lire."
            look="switch"
            value={of('order')?.showContent === true && of('message')?.showContent === true}
            onChange={(showContent) => both({ showContent })}
          />
        </Card>
      ) : null}
    </>
  )
}

/** What cannot leave is not offered; SMS come with a plan. */
function servedWays({ sms }: Notifications, served: Configuration | undefined): Way[] {
  return [
    ...(served?.webPushKey ? ['push' as const] : []),
    ...(served?.email ? ['email' as const] : []),
    ...(sms.most > 0 ? ['sms' as const] : []),
  ]
}

const mutationKey = ['notice-choice']

/** The choices, those shown already that are still being saved; what was not saved is not shown any more. */
function useChoices(stored: Notifications['choices']) {
  const { mutate } = useMutation({
    mutationKey,
    mutationFn: (change: ChoiceChange) => call('PUT /v1/company/:id/notifications', { body: change }),
    meta: { toastsFailure: true, refreshes: ['GET /v1/account/notifications'] },
  })
  const pending = useMutationState({
    filters: { mutationKey, status: 'pending' },
    select: ({ state }) => state.variables as ChoiceChange,
  })
  const own = stored.map((one): Notifications['choices'][number] =>
    Object.assign({}, one, ...pending.filter(({ kind }) => kind === one.kind)),
  )
  return { own, choose: mutate }
}

type AddressesProps = { settings: Notifications; served: readonly Way[]; takesOrders: boolean }

/** Where mails go, how many SMS are left, after how many minutes a reminder comes. */
function Addresses({ settings: { address, sms }, served, takesOrders }: AddressesProps) {
  return (
    <div className="stack-2">
      {served.includes('email') ? <MailAddress address={address} /> : null}
      {served.includes('sms') ? (
        <p className="note top-1">
          SMS{'\u00a0'}: {sms.used} sur {sms.most} ce mois-ci, au numéro de votre compte.
          {served.includes('email') ? ' Ensuite, un e-mail les remplace.' : null}
        </p>
      ) : null}
      {takesOrders ? (
        <p className="note top-1">
          Les minutes avant un rappel se règlent dans{' '}
          <PageLink to="/commandes/reglages">les réglages des commandes</PageLink>.
        </p>
      ) : null}
    </div>
  )
}

function MailAddress({ address }: Pick<Notifications, 'address'>) {
  const change = <PageLink to="/sessions">Changer d’adresse</PageLink>
  if (address?.refused)
    return (
      <Alert tone="warning" title="Plus aucun e-mail ne part">
        Quelqu’un a répondu que {address.email} n’est pas la vôtre. {change}
      </Alert>
    )
  return address ? (
    <p className="note top-1">
      Les e-mails vont à {address.email}. {change}
    </p>
  ) : (
    <Alert tone="warning">Aucun e-mail ne peut partir sans adresse. {change}</Alert>
  )
}
