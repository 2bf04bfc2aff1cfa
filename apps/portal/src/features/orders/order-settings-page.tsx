import { alertDelays, maxInstruction } from '@parvis/domain/orders/order-settings'
import { ordersFieldTexts } from '@parvis/domain/orders/orders.refusals.fr'
import { call } from '../../lib/request.ts'
import { useCompany } from '../../lib/session.ts'
import type { useForm } from '../../lib/use-form.ts'
import { useVersionedForm } from '../../lib/use-versioned-form.ts'
import { Card } from '../../ui/card.tsx'
import { CheckboxField } from '../../ui/checkbox-field.tsx'
import { Field } from '../../ui/field.tsx'
import { Loading } from '../../ui/loading.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { ResumedNotice } from '../../ui/resumed-notice.tsx'
import { SaveRow } from '../../ui/save-row.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { NumberField, PriceField, TextareaField } from '../../ui/text-field.tsx'
import { TimeInput } from '../../ui/time-field.tsx'
import { showToast } from '../../ui/toast.tsx'
import { NoOrders } from './no-orders.tsx'
import { checkTypedSettings, settingsBody, type TypedDesk, typedSettings } from './typed-settings.ts'
import { type DeskSettings, useChangeDesk, useDeskSettings } from './use-order.ts'

/** Slots, preparation, capacity, cut-off, and what residents read. */
export function OrderSettingsPage() {
  const { cacActive } = useCompany()
  return (
    <>
      <PageHeader
        title="Réglages des commandes"
        sentence="Quand vos clients peuvent venir, et combien à la fois."
        back="/commandes"
      />
      {cacActive ? <Settings /> : <NoOrders />}
    </>
  )
}

function Settings() {
  const { data: settings, error, refetch } = useDeskSettings()
  if (settings) return <SettingsForm settings={settings} reload={refetch} />
  return <Loading error={error} retry={refetch} height={320} />
}

function SettingsForm({ settings, reload }: { settings: DeskSettings; reload: () => unknown }) {
  const { mutateAsync } = useChangeDesk(true)
  const form = useVersionedForm({
    stored: settings,
    valuesOf: typedSettings,
    reload,
    check: checkTypedSettings,
    textOf: ordersFieldTexts,
    name: 'commandes',
    save: async (typed, { version }) => {
      const body = settingsBody(typed, version)
      const saved = await mutateAsync(() => call('PUT /v1/company/:id/order-settings', { body }))
      showToast('Vos réglages sont enregistrés')
      return saved
    },
  })
  return (
    <form className="column gap-2" onSubmit={form.onSubmit} noValidate>
      <ResumedNotice form={form} />
      <SlotFields form={form} />
      <ResidentFields form={form} />
      <SaveRow form={form} what="les réglages" />
    </form>
  )
}

type FieldsProps = { form: ReturnType<typeof useForm<TypedDesk>> }

const cutOffs = [
  { value: '', label: 'Sans heure limite' },
  { value: '0', label: 'Le jour même avant' },
  { value: '1', label: 'La veille avant' },
  { value: '2', label: 'L’avant-veille avant' },
] as const

function SlotFields({ form }: FieldsProps) {
  const { cutOffDays } = form.values
  const other = cutOffs.some(({ value }) => value === cutOffDays)
    ? []
    : [{ value: cutOffDays, label: `${cutOffDays} jours plus tôt, avant` }]
  return (
    <Card title="Créneaux de retrait">
      <div className="column gap-2">
        <CheckboxField
          look="switch"
          label="Proposer des créneaux"
          hint="Des quarts d’heure dans vos horaires de retrait. Sans eux, vos clients demandent l’heure qu’ils veulent."
          {...form.field('slotsOn')}
        />
        <NumberField
          label="Préparation"
          suffix="min"
          hint="Comptée dans vos heures d’ouverture."
          {...form.field('preparation')}
        />
        {form.values.slotsOn ? (
          <>
            <NumberField
              label="Commandes par quart d’heure"
              hint="Laissez vide pour ne pas limiter."
              {...form.field('capacity')}
            />
            <NumberField
              label="Jours proposés"
              hint="Mettez 1 pour n’accepter que le jour même."
              {...form.field('horizon')}
            />
            <SelectField
              label="Commander au plus tard"
              options={[...cutOffs, ...other]}
              {...form.field('cutOffDays')}
            />
            {cutOffDays === '' ? null : (
              <Field {...form.field('cutOffTime')} label="Heure limite">
                {(control) => (
                  <TimeInput {...control} value={form.values.cutOffTime} onChange={form.field('cutOffTime').onChange} />
                )}
              </Field>
            )}
          </>
        ) : null}
      </div>
    </Card>
  )
}

const alertChoices = alertDelays.map((minutes) => ({
  value: String(minutes),
  label: `Après ${minutes} minutes d’ouverture`,
}))

function ResidentFields({ form }: FieldsProps) {
  return (
    <Card title="Demandes et réponses">
      <div className="column gap-2">
        <SelectField
          label="Rappeler une demande que personne n’a vue"
          options={alertChoices}
          {...form.field('alertMinutes')}
        />
        <TextareaField
          label="Consigne pour vos clients"
          rows={2}
          limit={maxInstruction}
          hint={'Par exemple\u00A0: entrez par la cour.'}
          {...form.field('instruction')}
        />
        <TextareaField
          label="Motifs de refus"
          rows={5}
          hint={'Un motif par ligne (huit au plus)\u00A0; il suffira de le toucher.'}
          {...form.field('reasons')}
        />
        <PriceField label="Minimum de commande" placeholder="Aucun" {...form.field('minimum')} />
        <CheckboxField label="Accepter une photo avec la demande" {...form.field('photoAllowed')} />
      </div>
    </Card>
  )
}
