import { conflict, type Refusals } from '../kernel/refusal.ts'

export const calendarsRefusals = {
  'calendars.unread': conflict(
    'CALENDAR_UNREAD',
    'Attendez la première lecture\u00a0: vous verrez ce que votre calendrier contient.',
  ),
} satisfies Refusals

export const calendarsFieldTexts = {
  calendar_address_error:
    'Collez l’adresse de votre calendrier\u00a0: elle commence par https:// ou webcal:// et finit souvent par .ics.',
  calendar_own_error: 'C’est déjà un calendrier de Parvis.',
} as const satisfies Record<string, string>

export type CalendarFieldKey = keyof typeof calendarsFieldTexts
