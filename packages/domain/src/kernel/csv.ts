export type CsvCell = string | number | null

/**
 * A table as RFC 4180 text: CRLF, every text quoted. A text that a spreadsheet would run as a formula is made inert with
 * a leading apostrophe (trust.md T10).
 */
export function toCsv(rows: readonly (readonly CsvCell[])[]): string {
  return rows.map((row) => `${row.map(writeCell).join(',')}\r\n`).join('')
}

function writeCell(cell: CsvCell): string {
  if (cell === null) return ''
  if (typeof cell === 'number') return cell < 0 ? `"'${cell}"` : String(cell)
  const inert = /^\s*[=+\-@]|^[\t\r\n]/.test(cell) ? `'${cell}` : cell
  return `"${inert.replaceAll('"', '""')}"`
}
