import type { BusinessType } from '../kernel/business-type.ts'
import type { FieldErrors } from '../kernel/field-errors.ts'
import { countCharacters } from '../kernel/text.ts'
import { effectiveMembership, type Membership } from '../subscription/plans.ts'

export const maxReply = 5_000

/** A short name of 2 to 30 characters and a text of 1 to 5,000 (time-and-orders.md 5.2); both cleaned. */
export function checkQuickReply({ shortcut, text }: { shortcut: string; text: string }): FieldErrors {
  const errors: FieldErrors = {}
  const letters = countCharacters(shortcut)
  if (letters < 2 || letters > 30) errors.shortcut = 'shortcut_error'
  if (text === '') errors.text = 'reply_text_error'
  else if (countCharacters(text) > maxReply) errors.text = 'message_too_long'
  return errors
}

/** Quick replies kept, and messages waiting to leave at once (section 8). */
export function maxPrepared(type: BusinessType, purchased: Membership): number {
  return { freemium: 5, basic: 20, premium: 100, digital: 100 }[effectiveMembership(type, purchased)]
}
