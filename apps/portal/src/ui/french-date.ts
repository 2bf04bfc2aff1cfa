/** `31/12/1990`, `31121990`, `31 12 1990` or `1990-12-31` → `1990-12-31`; undefined when it is no date. */
export function readFrenchDate(text: string): string | undefined {
  const french = /^(\d{1,2})[\s/.-]?(\d{1,2})[\s/.-]?(\d{4})$/.exec(text.trim())
  const iso = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text.trim())
  const [year, month, day] = iso ? iso.slice(1).map(Number) : (french?.slice(1).map(Number).reverse() ?? [])
  if (!year || !month || !day) return undefined
  const date = new Date(Date.UTC(year, month - 1, day))
  const isReal = date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day
  return isReal ? date.toISOString().slice(0, 10) : undefined
}

/** `1990-12-31` → `31/12/1990`; anything else is left as it is. */
export function writeFrenchDate(day: string): string {
  return day.replace(/^(\d{4})-(\d{2})-(\d{2})$/, '$3/$2/$1')
}
