import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readArguments } from './steps/read-arguments.mjs'
import { root } from './steps/root.mjs'

const given = readArguments(
  `
Usage: npm run country -- [--print]

Writes docs/country.md: what the whole country would ask of the product, from the costs and
the assumptions below.

  --print   prints the page and writes nothing
`,
  { print: 'flag' },
)

/** Assumptions that no measurement covers: the country, its people, rows that production has not written yet. */
const assumed = {
  communes: 35_000,
  professionals: 3_500_000,
  activeShare: 0.1,
  residents: 10_000_000,
  residentsADay: 1_000_000,
  callsOfEach: 30,
  /** The busiest minute of the evening against the mean. */
  peak: 6,
  /** Signed-in pages left open at the peak, of the active professionals. */
  openPages: 0.5,
  /** Share of all calls. */
  lists: 0.1,
  writes: 0.05,
  /** Pages of the residents' site that are drawn anew, of all calls: the others come from memory or from a proxy's cache. */
  pages: 0.05,
}

/** Rows a day, bytes of one with its indexes (measured but where it says so), months kept, how it is divided. */
const tables = [
  ['messages', 1_000_000, 350, 24, 'one table up to 500 M rows, then by hash of discussion_id'],
  ['orders', 50_000, 970, 24, 'with messages'],
  ['view_counts', 2_000_000, 110, 25, 'by month of day (decision 0113)'],
  ['audit_log', 500_000, 700, 12, 'by week of at (decision 0113)'],
  ['idempotency_keys', 2_000_000, 640, 1 / 30, 'no: a day or two of them (decision 0113)'],
  ['push_deliveries', 1_000_000, 120, 1, 'no'],
  ['sign_in_events', 600_000, 150, 1 / 15, 'no'],
]

const target = join(root, 'docs/country.md')
const results = readFileSync(join(root, 'harness/bench/RESULTS.md'), 'utf8').split('<!-- ')
const calls = results.find((section) => section.startsWith('calls -->')) ?? ''
/** Milliseconds of processor of a call, server and PostgreSQL together, at an even pace; kB of an open page. */
const measured = {
  when: /^\d{4}-.*$/m.exec(calls)?.[0],
  small: cost('portal: one instant'),
  list: cost('portal: list of 100 instants'),
  write: cost('portal: message'),
  page: cost('site: its agenda'),
  openPage: 14,
}

function cost(name) {
  const row = calls.split('\n').find((line) => line.startsWith(`| ${name} `))
  const milliseconds = Number(row?.split('|')[3])
  if (!milliseconds) throw new Error(`${name} is not in harness/bench/RESULTS.md: npm run bench -- --only calls`)
  return milliseconds
}

function write() {
  const { callsOfEach, residentsADay, peak } = assumed
  const mean = (residentsADay * callsOfEach) / 86_400
  const rows = tables.map(([name, daily, bytes, months, divided]) => {
    const year = (daily * bytes * 365) / 1e9
    const standing = (daily * bytes * 30.4 * months) / 1e9
    const busiest = count((daily / 86_400) * peak)
    return [name, count(daily), busiest, count(bytes), year.toFixed(0), standing.toFixed(1), divided]
  })
  const standing = rows.reduce((sum, row) => sum + Number(row[5]), 0)
  return `# The country on paper

Written by \`npm run country\` from the costs in \`harness/bench/RESULTS.md\` and from assumptions, which are in
\`scripts/country.mjs\` and marked here as such. Nothing of this size was run. Measured: ${measured.when}

Assumed: ${count(assumed.communes)} communes, ${count(assumed.professionals)} professionals of which ${assumed.activeShare * 100} % active, ${count(assumed.residents)} residents, ${count(residentsADay)} of them a day
with ${callsOfEach} calls each, an evening peak of ${peak} times the mean, ${assumed.lists * 100} % of the calls lists, ${assumed.writes * 100} % writes,
${assumed.pages * 100} % pages of the site drawn anew.

## Rows

${table(['table', 'rows a day', 'a second at the peak', 'bytes with indexes', 'GB a year', 'GB standing', 'partitions'], rows)}

Standing in all: ${standing.toFixed(0)} GB, about twice that with the journal of a week. The rows a day are assumed; the bytes were
measured with short texts.

## Processors and connections at the peak

${table(['what', 'how much', 'from'], processors(mean, mean * peak))}

${verdict}`
}

const verdict = `One leader of 32 cores with two standbys carries it: sharding is not the next problem. What comes first: hot rows
(\`companies.followers_count\` of one town hall, \`view_counts\` of one page: one writer at a time until its commit
is replicated), then the memory of the indexes. Not measured at that size: 150 million
follows, cache misses, checkpoints.

## Beyond one leader

By cells of towns: a department, with its server, its worker and its database, behind a proxy that knows the cell of a town by its
INSEE code. Nothing of a town's pages reads another town's rows (W-126), and no foreign key joins the rows of two towns beyond people
and companies (\`composite-keys.api.test.ts\`): a cell is a copy of the rows of its companies. People are what cells share: a resident
follows shops of several towns, so sessions and follows stay where the person signed up, and the other cells ask there. Not built.
`

function processors(mean, atPeak) {
  const { lists, writes, pages } = assumed
  const { small, list, write: written, page: drawn, openPage } = measured
  const perCall = (1 - lists - writes - pages) * small + lists * list + writes * written + pages * drawn
  const streams = assumed.professionals * assumed.activeShare * assumed.openPages
  const cores = (atPeak * perCall) / 1_000
  const processes = Math.max(Math.ceil(cores / 0.6), Math.ceil(streams / 10_000))
  return [
    ['calls a second, mean and peak', `${count(mean)} and ${count(atPeak)}`, 'assumed'],
    [
      'processor of a small read, a list, a write, a page drawn',
      `${[small, list, written, drawn].join(' · ')} ms`,
      'measured, server and PostgreSQL: one instant, 100 instants, a message, an agenda of 500 businesses',
    ],
    ['cores, of servers and PostgreSQL', cores.toFixed(1), 'computed'],
    ['open pages', count(streams), 'assumed'],
    ['memory of an open page', `${openPage} kB`, 'measured: 10,000 streams'],
    ['processes that answer', String(processes), 'computed: 60 % of a core, 10,000 pages each'],
    ['connections to PostgreSQL', String(processes * 18 + 2 * 15), 'computed: 18 a process, two workers'],
  ]
}

function table(headings, rows) {
  const line = (cells) => `| ${cells.join(' | ')} |`
  return [line(headings), line(headings.map(() => '---')), ...rows.map(line)].join('\n')
}

function count(value) {
  return Math.round(value).toLocaleString('en')
}

if (given.print) process.stdout.write(write())
else writeFileSync(target, write())
