/** A user's or company's postal code: five digits as text, 01 to 98 (AMB-24, R-067). */
export function isZip(zip: string): boolean {
  return /^(0[1-9]|[1-8][0-9]|9[0-8])[0-9]{3}$/.test(zip)
}

/** An instant's postal code, 00 to 98 (AMB-24, I-077). */
export function isInstantZip(zip: string): boolean {
  return /^([0-8][0-9]|9[0-8])[0-9]{3}$/.test(zip)
}

/** Gives back the leading zeros that a number loses: `1000` → `01000` (AMB-24). Other texts come back trimmed. */
export function padZip(zip: string | number): string {
  const text = String(zip).trim()
  return /^[0-9]{3,4}$/.test(text) ? text.padStart(5, '0') : text
}
