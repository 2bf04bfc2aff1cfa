/** Field → key of its French sentence, in the order of the rules: the first entry is the first failing rule. */
export type FieldErrors = Record<string, string>

/** The first failing rule's field and key, if any. */
export function firstFieldError(errors: FieldErrors): { field: string; key: string } | undefined {
  const [first] = Object.entries(errors)
  return first && { field: first[0], key: first[1] }
}
