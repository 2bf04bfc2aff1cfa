import { expect, test } from 'vitest'
import { checkTypedSettings, settingsBody, typedSettings } from './typed-settings.ts'
import type { DeskSettings } from './use-order.ts'

const stored: DeskSettings = {
  slotsOn: true,
  alertMinutes: 10,
  preparation: 30,
  horizon: 14,
  cutOff: { days: 1, time: '18:00' },
  capacity: null,
  instruction: 'Par la cour',
  reasons: ['Rupture', 'Fermé ce jour-là'],
  photoAllowed: false,
  minimum: 1_234.5,
  version: 3,
  pausedUntil: null,
  rush: null,
  pauseEnds: { closing: null, tomorrow: null },
}

test('Q-036 what is read and saved untouched is the same settings, at the version that was read', () => {
  const { pausedUntil: _, rush: __, pauseEnds: ___, ...settings } = stored
  expect(settingsBody(typedSettings(stored), 3)).toEqual(settings)
})

test('Q-036 each field has its bounds before anything is sent', () => {
  const typed = typedSettings(stored)
  expect(checkTypedSettings(typed)).toEqual({})
  const wrong = { preparation: '1441', horizon: '0', capacity: '100', cutOffTime: '25:00', minimum: 'abc' }
  for (const [field, value] of Object.entries(wrong))
    expect(checkTypedSettings({ ...typed, [field]: value })).toEqual({
      [field]: field === 'cutOffTime' ? 'cut_off_error' : `${field}_error`,
    })
  expect(checkTypedSettings({ ...typed, reasons: 'un\n'.repeat(9) })).toEqual({ reasons: 'reasons_error' })
  expect(checkTypedSettings({ ...typed, reasons: '\n\nun\n \n'.repeat(8) })).toEqual({})
  expect(checkTypedSettings({ ...typed, instruction: 'é'.repeat(201) })).toEqual({ instruction: 'instruction_error' })
})
