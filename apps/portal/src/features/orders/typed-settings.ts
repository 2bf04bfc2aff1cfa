import { readClockTime } from '@parvis/domain/kernel/clock-time'
import { readEuros } from '@parvis/domain/kernel/french-format'
import { countCharacters } from '@parvis/domain/kernel/text'
import { maxInstruction, maxReasons, settingBounds } from '@parvis/domain/orders/order-settings'
import type { OrderFieldKey } from '@parvis/domain/orders/orders.refusals.fr'
import { amountText } from '@parvis/domain/orders/shown-order'
import type { DeskSettings } from './use-order.ts'

/** As typed: an empty number is « none ». */
export type TypedDesk = ReturnType<typeof typedSettings>

export const typedSettings = (settings: DeskSettings) => ({
  slotsOn: settings.slotsOn,
  preparation: String(settings.preparation),
  horizon: String(settings.horizon),
  capacity: String(settings.capacity ?? ''),
  cutOffDays: String(settings.cutOff?.days ?? ''),
  cutOffTime: settings.cutOff?.time ?? '18:00',
  alertMinutes: String(settings.alertMinutes),
  instruction: settings.instruction,
  reasons: settings.reasons.join('\n'),
  photoAllowed: settings.photoAllowed,
  minimum: settings.minimum === 0 ? '' : amountText(settings.minimum).replace(/[^\d,]/g, ''),
})

const reasonsOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')

/** Errors by field, by the bounds that the server applies. */
export function checkTypedSettings(typed: TypedDesk): Record<string, string> {
  const reasons = reasonsOf(typed.reasons)
  const isLong = (text: string) => countCharacters(text) > maxInstruction
  const isAmount = typed.minimum.trim() === '' || readEuros(typed.minimum) !== undefined
  const found: [field: string, isWrong: boolean, key: OrderFieldKey][] = [
    ['preparation', !isWithin(typed.preparation, 'preparation'), 'preparation_error'],
    ['horizon', !isWithin(typed.horizon, 'horizon'), 'horizon_error'],
    ['capacity', typed.capacity.trim() !== '' && !isWithin(typed.capacity, 'capacity'), 'capacity_error'],
    ['cutOffTime', typed.cutOffDays !== '' && readClockTime(typed.cutOffTime) === undefined, 'cut_off_error'],
    ['instruction', isLong(typed.instruction), 'instruction_error'],
    ['reasons', reasons.length > maxReasons || reasons.some(isLong), 'reasons_error'],
    ['minimum', !isAmount, 'minimum_error'],
  ]
  return Object.fromEntries(found.filter(([, isWrong]) => isWrong).map(([field, , key]) => [field, key]))
}

function isWithin(text: string, name: keyof typeof settingBounds): boolean {
  const [min, max] = settingBounds[name]
  return /^\d{1,4}$/.test(text.trim()) && Number(text) >= min && Number(text) <= max
}

export const settingsBody = (typed: TypedDesk, version: number) => ({
  version,
  slotsOn: typed.slotsOn,
  preparation: Number(typed.preparation),
  horizon: Number(typed.horizon),
  capacity: typed.capacity.trim() === '' ? null : Number(typed.capacity),
  cutOff: typed.cutOffDays === '' ? null : { days: Number(typed.cutOffDays), time: typed.cutOffTime },
  alertMinutes: Number(typed.alertMinutes),
  instruction: typed.instruction,
  reasons: reasonsOf(typed.reasons),
  photoAllowed: typed.photoAllowed,
  minimum: (readEuros(typed.minimum) ?? 0) / 100,
})
