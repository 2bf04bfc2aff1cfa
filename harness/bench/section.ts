/** One table of the report, and which of its numbers are beyond their budget. */
export type Section = {
  title: string
  headings: readonly string[]
  rows: readonly (readonly string[])[]
  overruns: readonly string[]
}

/** As a Markdown table whose columns line up in a terminal too. */
function writeSection({ title, headings, rows }: Section): string {
  const all = [headings, ...rows]
  const widths = headings.map((_, column) => Math.max(3, ...all.map((row) => row[column]?.length ?? 0)))
  const line = (cells: readonly string[]) =>
    `| ${widths.map((width, column) => (cells[column] ?? '').padEnd(width)).join(' | ')} |`
  const rule = `|${widths.map((width) => '-'.repeat(width + 2)).join('|')}|`
  return [`## ${title}`, '', line(headings), rule, ...rows.map(line), ''].join('\n')
}

/** With when it was measured, and what is beyond. */
export const writeMeasured = (section: Section, when: string): string =>
  [writeSection(section), when, ...section.overruns.map((overrun) => `- Beyond: ${overrun}`)].join('\n')

/** A stored section with the rows that were measured again, and when each was. */
export function amend(stored: string, { title, headings, rows, overruns }: Section, when: string): string {
  const lines = stored.split('\n')
  const names = rows.map(([name = '']) => name)
  const cellsOf = (line: string) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim())
  const known = lines
    .filter((line) => line.startsWith('| '))
    .slice(1)
    .map(cellsOf)
  const merged = known.map((row) => rows.find(([name]) => name === row[0]) ?? row)
  const kept = lines.flatMap((line) => /^- Beyond: (.*)$/.exec(line)?.[1] ?? [])
  const others = kept.filter((overrun) => !names.some((name) => overrun.startsWith(`${name}:`)))
  const first = lines.find((line) => /^\d{4}-/.test(line)) ?? ''
  return writeMeasured(
    { title: lines[0]?.replace('## ', '') ?? title, headings, rows: merged, overruns: [...others, ...overruns] },
    `${first} Again, ${names.join(', ')}: ${when}`,
  )
}
