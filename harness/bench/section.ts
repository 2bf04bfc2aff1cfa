/** One table of the report, and which of its numbers are beyond their budget. */
export type Section = {
  title: string
  headings: readonly string[]
  rows: readonly (readonly string[])[]
  overruns: readonly string[]
}

/** As a Markdown table whose columns line up in a terminal too. */
export function writeTable(headings: readonly string[], rows: Section['rows']): string {
  const all = [headings, ...rows]
  const widths = headings.map((_, column) => Math.max(3, ...all.map((row) => row[column]?.length ?? 0)))
  const line = (cells: readonly string[]) =>
    `| ${widths.map((width, column) => (cells[column] ?? '').padEnd(width)).join(' | ')} |`
  const rule = `|${widths.map((width) => '-'.repeat(width + 2)).join('|')}|`
  return [line(headings), rule, ...rows.map(line), ''].join('\n')
}

/** With when it was measured, and what is beyond. */
export const writeMeasured = ({ title, headings, rows, overruns }: Section, when: string): string =>
  [`## ${title}\n`, writeTable(headings, rows), when, ...overruns.map((overrun) => `- Beyond: ${overrun}`)].join('\n')
