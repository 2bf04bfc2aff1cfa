/** How a business sees a resident: first name and initial, never the family name (api.md, GET chat/discussion). */
export function displayName(firstName: string | null, lastName: string | null): string {
  const first = firstName?.trim()
  if (!first) return 'Un habitant'
  const [initial] = [...(lastName?.trim() ?? '')]
  return initial ? `${first} ${initial.toLocaleUpperCase('fr')}.` : first
}
