/** The query string as plain texts: `prosiret=01…` stays a text, and `@` stays readable when a redirect keeps it. */
export function parseSearch(search: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(search))
}

export function stringifySearch(params: Record<string, unknown>): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(params)) if (value !== undefined) search.append(name, String(value))
  const text = search.toString().replaceAll('%40', '@')
  return text ? `?${text}` : ''
}
