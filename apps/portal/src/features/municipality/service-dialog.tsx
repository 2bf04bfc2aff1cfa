import { foldText } from '@parvis/domain/kernel/text'
import { municipalityFieldTexts } from '@parvis/domain/municipality/municipality.refusals.fr'
import { checkServiceForm, type ServiceType } from '@parvis/domain/municipality/service-form'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { refresh } from '../../api/query-client.ts'
import { call } from '../../lib/request.ts'
import { useCompanyId } from '../../lib/session.ts'
import { statusText } from '../../lib/status-text.ts'
import { useEditing } from '../../lib/use-editing.ts'
import type { useForm } from '../../lib/use-form.ts'
import { Alert } from '../../ui/alert.tsx'
import { FormDialog } from '../../ui/dialog-form.tsx'
import { Field, type FieldProps } from '../../ui/field.tsx'
import { Loading } from '../../ui/loading.tsx'
import { NewerVersionDialog } from '../../ui/newer-version-dialog.tsx'
import { RichTextField } from '../../ui/rich-text-field.tsx'
import { RichTextView } from '../../ui/rich-text-view.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { showToast } from '../../ui/toast.tsx'
import input from './icon-field.module.css'
import { type Service, type ServiceIcon, serviceIconsQuery, useChangeServices } from './use-services.ts'

type ServiceDialogProps = { service: Service | undefined; onClose: () => void }
type Values = { version: string; label: string; type: ServiceType; content: string; iconId: number | undefined }

const types = [
  { value: 'LINK', label: 'Un lien vers un site' },
  { value: 'INTERNAL_PAGE', label: 'Une page écrite ici' },
] as const
const empty: Values = { version: '', label: '', type: 'LINK', content: '', iconId: undefined }
const versionOf = ({ label, type, content, serviceIcon }: Service) =>
  JSON.stringify([label, type, content, serviceIcon.id])
const valuesOf = (service: Service): Values => {
  const { label, type, content, serviceIcon } = service
  return { version: versionOf(service), label, type, content, iconId: serviceIcon.id }
}
/** Any failure shows the one municipality message. */
const municipalityError = municipalityFieldTexts.service_label_error

/** What to do about each field; the sentence above the buttons is the catalogue's, once. */
const wrongTexts: Readonly<Record<string, string>> = {
  label: 'Donnez un nom de 3 à 100 caractères',
  iconId: 'Choisissez une icône',
  LINK: 'Indiquez une adresse qui commence par http:// ou https://',
  INTERNAL_PAGE: 'Écrivez le contenu de la page, 20\u00a0000 caractères au plus, mise en forme comprise',
}

/** Adds a service, or edits one: name, icon, link or page. */
export function ServiceDialog({ service, onClose }: ServiceDialogProps) {
  const companyId = useCompanyId()
  const { mutateAsync } = useChangeServices()
  const form = useEditing<Values, Service, unknown>({
    initial: service ? valuesOf(service) : empty,
    isNew: !service,
    stored: {
      read: async () => {
        const services = await call('GET /v1/municipality/:id/service')
        return services.find(({ id }) => id === service?.id) ?? (service as Service)
      },
      versionOf,
      valuesOf,
      textOf: () => 'Ce service a été modifié ailleurs',
      onTaken: () => void refresh('GET /v1/municipality/:id/service'),
    },
    check: checkServiceForm,
    textOf: (_key, field, { type }) => wrongTexts[field === 'content' ? type : field] ?? municipalityError,
    name: `service ${service?.id ?? 'new'}`,
    send: async ({ label, type, content, iconId }) => {
      const body = { label, type, content, iconId, cityId: companyId }
      const save = () =>
        service
          ? call('POST /v1/municipality/service/:id/update', { params: { id: service.id }, body })
          : call('POST /v1/municipality/:id/service', { body })
      return await mutateAsync(save)
    },
    onSaved: () => {
      showToast(service ? 'Le service est modifié' : 'Le service est ajouté')
      onClose()
    },
  })

  return (
    <FormDialog
      title={service ? `Modifier «\u00a0${service.label}\u00a0»` : 'Ajouter un service'}
      size="normal"
      form={form}
      alert={<ServiceAlert form={form} />}
      onClose={onClose}
    >
      <TextField label="Nom" required autoFocus={!service} placeholder="Piscine" limit={100} {...form.field('label')} />
      <IconField label="Icône" required {...form.field('iconId')} />
      <SelectField
        label="Ce que voit l’habitant"
        required
        options={types}
        {...form.field('type')}
        onChange={(type) => form.change({ type, content: '' })}
      />
      {form.values.type === 'LINK' ? (
        <TextField
          label="Adresse du site"
          required
          type="url"
          placeholder="https://www.ville.fr/piscine"
          hint="Elle commence par http:// ou https://"
          {...form.field('content')}
        />
      ) : (
        <RichTextField label="Contenu de la page" required {...form.field('content')} />
      )}
      {form.newer ? (
        <NewerVersionDialog {...form.newer.question} preview={<ServiceShown service={form.newer.stored} />} />
      ) : null}
    </FormDialog>
  )
}

/** A service as it is stored, under its name. */
function ServiceShown({ service: { label, type, content } }: { service: Service }) {
  return (
    <div className="pad-2 anywhere">
      <p className="bold">{label}</p>
      {type === 'LINK' ? <p>{content}</p> : <RichTextView html={content} />}
    </div>
  )
}

type ServiceAlertProps = { form: Pick<ReturnType<typeof useForm<Values>>, 'failure' | 'errors'> }

/** The one municipality message, but when no answer came, or when it was saved elsewhere. */
function ServiceAlert({ form: { failure, errors } }: ServiceAlertProps) {
  if (!failure && Object.keys(errors).length === 0) return null
  const status = failure && statusText(failure.error)
  return (
    <Alert tone="danger" errorKey={status ?? 'municipality'}>
      {status === '0' || status === '409' ? failure?.text : municipalityError}
    </Alert>
  )
}

type IconFieldProps = FieldProps & { value: number | undefined; onChange: (iconId: number) => void }

/** Chooses among the icons shipped with the product, found by their French words. */
function IconField(props: IconFieldProps) {
  const { value, onChange } = props
  const { data: icons, error, refetch } = useQuery(serviceIconsQuery)
  const [typed, setTyped] = useState('')
  const found = icons?.filter((icon) => matches(icon, typed))

  return (
    <Field {...props} group>
      {() => (
        <div className="box pad-2">
          <TextField
            name="icon-search"
            type="search"
            label={<span className="visually-hidden">Chercher une icône</span>}
            placeholder="Chercher&nbsp;: école, vélo, mairie…"
            value={typed}
            onChange={setTyped}
          />
          {icons ? null : <Loading error={error} retry={refetch} height={120} />}
          <div className={input.icons} role="radiogroup" aria-label="Icônes">
            {found?.map(({ id, tags, url }) => (
              <label key={id} className={`middle ${input.icon}`} title={tags}>
                <input
                  type="radio"
                  name="iconId"
                  className="visually-hidden"
                  checked={id === value}
                  onChange={() => onChange(id)}
                />
                <img src={url} alt={tags} width={28} height={28} loading="lazy" />
              </label>
            ))}
          </div>
          {found?.length === 0 ? <p className="top-1 soft">Aucune icône pour «&nbsp;{typed}&nbsp;»</p> : null}
        </div>
      )}
    </Field>
  )
}

function matches({ tags }: ServiceIcon, typed: string): boolean {
  return foldText(tags).includes(foldText(typed.trim()))
}
