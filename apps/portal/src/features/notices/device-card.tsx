import { formatDayTime } from '@parvis/domain/kernel/french-format'
import { IconBell, IconDeviceDesktop, IconDeviceMobile, IconShare2 } from '@tabler/icons-react'
import type { Notifications } from '../../lib/alert-sound.ts'
import { call } from '../../lib/request.ts'
import { ActButton } from '../../ui/act-button.tsx'
import { Alert } from '../../ui/alert.tsx'
import { Button, SmallButton } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { FailureAlert } from '../../ui/failure-alert.tsx'
import row from '../../ui/list-row.module.css'
import { StatusBadge } from '../../ui/status-badge.tsx'
import styles from './notices.module.css'
import { useThisDevice } from './this-device.ts'

const failure = 'Le navigateur n’a pas pu s’inscrire à son service de notifications. Réessayez dans un instant.'
const question = 'Être prévenu d’une commande même quand Parvis Pro est fermé\u00a0?'

/** This device, shown first: whether it receives notifications, and what prevents it. */
export function DeviceCard({ devices }: Pick<Notifications, 'devices'>) {
  const device = useThisDevice()
  const { state, endpoint, remove } = device
  if (state === undefined || state === 'absent') return null
  return (
    <Card title="Cet appareil" sentence={state === 'on' ? 'Il sonne, même quand Parvis Pro est fermé.' : question}>
      <WhatToDo device={device} />
      <ul aria-label="Appareils prévenus">
        {devices.map((device) => (
          <DeviceRow key={device.id} device={device} isHere={device.endpoint === endpoint} remove={remove} />
        ))}
      </ul>
      <FailureAlert error={remove.error} />
    </Card>
  )
}

function WhatToDo({ device: { state, endpoint, turnOn } }: { device: ReturnType<typeof useThisDevice> }) {
  if (state === 'refused') return <Refused />
  if (state === 'iphone') return <OnIphone />
  if (state === 'on') return endpoint ? <TestButton endpoint={endpoint} /> : null
  return (
    <div className="stack-2">
      <div>
        <Button icon={IconBell} loading={turnOn.isPending} onClick={() => turnOn.mutate()}>
          Prévenir cet appareil
        </Button>
      </div>
      <FailureAlert error={turnOn.error && failure} />
    </div>
  )
}

type DeviceRowProps = {
  device: Notifications['devices'][number]
  isHere: boolean
  remove: ReturnType<typeof useThisDevice>['remove']
}

function DeviceRow({ device: { label, lastSeen, failing, endpoint }, isHere, remove }: DeviceRowProps) {
  const Icon = /mobile|phone|android/i.test(label) ? IconDeviceMobile : IconDeviceDesktop
  const isRemoving = remove.isPending && remove.variables === endpoint
  return (
    <li className={`inline ${row.row}`}>
      <Icon size={28} stroke={1.6} aria-hidden="true" />
      <div className={row.words}>
        <strong>{label}</strong>
        <span>Vu le {formatDayTime(lastSeen)}</span>
      </div>
      {failing ? <StatusBadge tone="warning">Ne répond plus depuis 7 jours</StatusBadge> : null}
      {isHere ? <StatusBadge tone="success">Cet appareil</StatusBadge> : null}
      <SmallButton aria-label={`Retirer ${label}`} loading={isRemoving} onClick={() => remove.mutate(endpoint)}>
        Retirer
      </SmallButton>
    </li>
  )
}

function TestButton({ endpoint }: { endpoint: string }) {
  return (
    <div>
      <ActButton
        variant="secondary"
        act={() => call('POST /v1/account/devices/test', { body: { endpoint } })}
        done="Notification d’essai envoyée"
        refreshes={['GET /v1/account/notifications']}
      >
        Tester sur cet appareil
      </ActButton>
    </div>
  )
}

const Refused = () => (
  <Alert tone="warning" title="Les notifications sont bloquées">
    Votre navigateur les refuse pour Parvis Pro. Touchez le cadenas à gauche de l’adresse, autorisez les notifications,
    et revenez sur cette page.
  </Alert>
)

const OnIphone = () => (
  <div className="stack-2">
    <p>
      Sur iPhone, ajoutez d’abord Parvis Pro à l’écran d’accueil&nbsp;: Partager, puis «&nbsp;Sur l’écran
      d’accueil&nbsp;».
    </p>
    <ol className={`stack-1 ${styles.steps}`}>
      <li>
        Touchez <IconShare2 size={20} aria-hidden="true" /> Partager, en bas de Safari.
      </li>
      <li>Choisissez «&nbsp;Sur l’écran d’accueil&nbsp;», puis «&nbsp;Ajouter&nbsp;».</li>
      <li>Ouvrez Parvis Pro depuis son icône et revenez ici.</li>
    </ol>
  </div>
)
