/** A positive integer id written as a number or its text, at most 2^53 - 1 (api.md section 1); undefined otherwise. */
export function readId(value: string | number): number | undefined {
  const id = typeof value === 'number' ? value : readDigits(value)
  return Number.isSafeInteger(id) && id > 0 ? id : undefined
}

function readDigits(text: string): number {
  return /^[0-9]{1,16}$/.test(text) ? Number(text) : Number.NaN
}

/** True for the UUID v4 shape: in a discussion, the sender is then a company. */
export function isUuidV4(text: string): boolean {
  return /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i.test(text)
}
