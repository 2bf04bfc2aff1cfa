export type SmsMessage = {
  /** E.164, e.g. +33612345678. Which numbers may be written to is decided by the caller. */
  to: string
  text: string
  /** One per message wanted by a person: the same key is never handed to a provider twice once sent. */
  key: string
}

/** Text messages to French mobiles. */
export type Sms = {
  /**
   * Hands the message to the operator; resolves once the operator took it, in 5 s at most.
   * Throws GatewayFailure; the caller answers 503 SMS_UNAVAILABLE and does not spend the code.
   */
  send(message: SmsMessage): Promise<void>
}

/** How often the job of a message that nobody waits for tries: for 80 minutes, which outlast an outage and end before the night. */
export const smsTries = 9

/**
 * Folds what texts hold beyond the GSM-7 alphabet (’ « » œ ê ú …), so that a message stays at 160 characters
 * instead of 70. Anything else (an emoji) is left, and then the whole message is sent in UCS-2.
 */
export function gsmText(text: string): string {
  return [...text].map((character) => (gsm7.has(character) ? character : folded(character))).join('')
}

function folded(character: string): string {
  const plain = foldedCharacters[character] ?? character.normalize('NFD').replace(/\p{M}/gu, '')
  return isGsmText(plain) ? plain : character
}

/** Whether every character is in the GSM-7 alphabet or its extension table (3GPP TS 23.038). */
export function isGsmText(text: string): boolean {
  return [...text].every((character) => gsm7.has(character))
}

const gsm7 = new Set(
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà^{}\\[~]|€',
)

const foldedCharacters: Readonly<Record<string, string>> = {
  '’': "'",
  '‘': "'",
  '«': '"',
  '»': '"',
  '“': '"',
  '”': '"',
  '–': '-',
  '—': '-',
  '…': '...',
  '\u00a0': ' ',
  '\u202f': ' ',
  œ: 'oe',
  Œ: 'OE',
}
