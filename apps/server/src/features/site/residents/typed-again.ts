import { fieldTexts } from '@parvis/domain/field-texts.fr'
import { formatClockTime } from '@parvis/domain/kernel/clock-time'
import { firstFieldError } from '@parvis/domain/kernel/field-errors'
import { parisDay, parisOf } from '@parvis/domain/kernel/paris-time'
import type { Refusal } from '@parvis/domain/refusals'
import { refusals } from '@parvis/domain/refusals'
import type { TypedAgain, TypedField } from '@parvis/domain/site/page'
import { longDay } from '@parvis/domain/site/when.fr'
import type { FastifyRequest } from 'fastify'
import { Temporal } from 'temporal-polyfill'
import type { Dependencies } from '../../../dependencies.ts'
import { readRefusedForm, receivedBody } from '../../../http/read-body.ts'

const labels: Record<string, string> = {
  message: 'Votre message',
  orderContent: 'Votre commande',
  text: 'Ce qui ne va pas',
  firstName: 'Votre prénom',
  pickupDateTime: 'Retrait',
  seats: 'Combien de places\u00a0?',
  phone: 'Numéro de mobile',
  code: 'Code',
}
const longTexts = ['message', 'orderContent', 'text']
/** Shown where they are what is wrong: hidden, a wrong value would be sent again for ever. */
const refusedLabels: Record<string, string> = {
  address: 'Adresse de la page ou du message',
  name: 'Votre nom (facultatif)',
  email: 'Votre e-mail (facultatif)',
  town: 'Ma commune',
  quietFrom: 'Heures calmes, de',
  quietTo: 'Heures calmes, à',
  digestAt: 'Heure du résumé',
  pausedUntil: 'Tout mettre en pause jusqu’au',
}
const unticked: TypedField = {
  name: 'goodFaith',
  value: '',
  label: 'Ces informations sont exactes, de bonne foi',
  choices: [
    { value: '0', label: 'Non' },
    { value: '1', label: 'Oui, je le certifie' },
  ],
}

/** True for a form of this very page: another site's form is not echoed under our name. */
export async function typedFields({ config }: Dependencies, request: FastifyRequest): Promise<Record<string, unknown>> {
  if (request.headers.origin !== config.residentUrl) return {}
  return request.body ? receivedBody(request).fields : await readRefusedForm(request).catch(() => ({}))
}

/**
 * Renders the form again as typed; with the next free quarters when its own was taken (W-050, residents.md 15.29), and the version that
 * stands when its own is old: it would be refused for ever.
 */
export function typedAgain(
  request: FastifyRequest,
  sent: Record<string, unknown>,
  { extras: { details, fields: wrong = {} } }: Refusal,
): TypedAgain | undefined {
  const texts = Object.entries(sent).filter((entry): entry is [string, string] => typeof entry[1] === 'string')
  if (!texts.some(([name, value]) => (name in labels || name in wrong) && value !== '')) return undefined
  const { slots: free = [], version } = (details ?? {}) as { slots?: { start: string }[]; version?: number }
  const choices = free.map(({ start }) => ({ value: start, label: momentOf(start) }))
  const asked = 'goodFaith' in wrong ? [unticked] : []
  const others = texts.filter(([name]) => asked.every((field) => field.name !== name))
  const fields = others.map(([name, value]): TypedField => {
    if (name === 'slot' && choices.length > 0) return { name, value, label: 'Retrait', choices }
    if (name === 'version' && version !== undefined) return { name, value: String(version) }
    const label = labels[name] ?? (name in wrong ? refusedLabels[name] : undefined)
    return { name, value, ...(label && { label }), ...(longTexts.includes(name) && { isLong: true }) }
  })
  const method = request.method === 'POST' ? [] : [{ name: '_method', value: request.method }]
  return { action: request.url, fields: [...method, ...fields, ...asked] }
}

function momentOf(iso: string): string {
  const moment = Temporal.Instant.from(iso)
  const { hour, minute } = parisOf(moment)
  return `${longDay(parisDay(moment))}, ${formatClockTime(hour * 60 + minute)}`
}

export function sentenceOf({ key, extras }: Refusal): string {
  const first = extras.fields && firstFieldError(extras.fields)
  const known = first && (fieldTexts as Record<string, string>)[first.key]
  const label = first && (labels[first.field] ?? refusedLabels[first.field])
  return extras.message ?? known ?? (label ? `À vérifier\u00a0: ${label}` : refusals[key].text)
}
