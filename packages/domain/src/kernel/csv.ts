export type CsvCell = string | number | null

/**
 * A table as spreadsheets in French read it: semicolons (commas where a format wants them), CRLF, every text quoted. A
 * text that a spreadsheet would run as a formula is made inert with an apostrophe (trust.md T10), also after each
 * character that some locale separates cells by: there a quote is a character of the cell, and what follows begins
 * another one.
 */
export function toCsv(rows: readonly (readonly CsvCell[])[], separator: ';' | ',' = ';'): string {
  return rows.map((row) => `${row.map(writeCell).join(separator)}\r\n`).join('')
}

/** The same as a file: after a byte order mark, without which Excel misreads the accents. */
export const toCsvFile = (rows: readonly (readonly CsvCell[])[]): string => `\uFEFF${toCsv(rows)}`

/** The beginning of a formula: at the start of the text, or after a separator of cells or lines. */
const formulas = /(?=[=+\-@＝＋－＠])(?<=(?:^|[;,\t\r\n])[^\S\t\r\n]*)/g

function writeCell(cell: CsvCell): string {
  if (cell === null) return ''
  if (typeof cell === 'number') return cell < 0 ? `"'${cell}"` : String(cell)
  const inert = cell.replace(/^(?=\s*[=+\-@＝＋－＠]|[\t\r\n])/, "'").replace(formulas, "'")
  return `"${inert.replaceAll('"', '""')}"`
}
