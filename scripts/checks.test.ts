import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { untilTestEnds } from '../harness/server/lifetimes.ts'
import { temporaryFolder } from '../harness/temporary-folder.ts'
import { brokenFeatureList, brokenFeatureOrder, brokenRatchets, closedByHand } from './checks/house-rules.mjs'
import { brokenLockfileRules } from './checks/lockfile-rules.mjs'
import { productReaders, provenIds } from './checks/product-readers.mjs'
import { brokenSourceRules } from './checks/source-rules.mjs'
import { youngVersions } from './checks/version-ages.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const configs = ['biome.json', '.oxlintrc.json', '.dependency-cruiser.cjs', 'knip.jsonc', 'tsconfig.json']

const arrows: [rule: string, from: string, to: string][] = [
  ['no-cycles', 'packages/domain/src/kernel/planted.ts', './planted-back.ts'],
  ['no-unresolvable', 'packages/domain/src/kernel/planted.ts', './absent.ts'],
  ['domain-is-pure', 'packages/domain/src/agenda/planted.ts', 'node:fs'],
  ['domain-is-pure', 'packages/domain/src/agenda/planted.ts', 'fastify'],
  ['zod-in-contracts-only', 'packages/domain/src/agenda/planted.ts', 'zod'],
  ['rules-ignore-contracts', 'packages/domain/src/agenda/planted.ts', './agenda.contract.ts'],
  ['server-and-portal-never-meet', 'apps/server/src/features/agenda/planted.ts', '../../../../portal/src/lib/call.ts'],
  ['server-and-portal-never-meet', 'apps/portal/src/lib/planted.ts', '../../../server/src/db/sql.ts'],
  ['the-product-ignores-its-harness', 'apps/server/src/http/planted.ts', '../../../../harness/fakes/fake-s3.ts'],
  ['development-is-loaded-never-imported', 'apps/server/src/open-database.ts', './development/outbox.ts'],
  ['development-is-loaded-once', 'apps/server/src/app.ts', './development/outbox.ts'],
  ['the-client-knows-contracts-only', 'packages/client/src/planted.ts', '../../../apps/server/src/db/sql.ts'],
  ['features-do-not-import-each-other', 'apps/server/src/features/agenda/planted.ts', '../orders/accept-order.ts'],
  ['features-do-not-import-each-other', 'apps/portal/src/features/agenda/planted.ts', '../orders/orders-page.tsx'],
  ['nothing-below-imports-app', 'apps/portal/src/features/agenda/planted.ts', '../../app/router.tsx'],
  ['shared-does-not-know-features', 'apps/server/src/http/planted.ts', '../features/orders/index.ts'],
  ['shared-does-not-know-features', 'apps/portal/src/ui/planted.ts', '../features/orders/orders-page.tsx'],
  ['nothing-imports-the-command-line', 'apps/server/src/features/agenda/planted.ts', '../../operator/command.ts'],
  ['jobs-and-db-know-no-product', 'apps/server/src/jobs/planted.ts', '../features/orders/index.ts'],
  ['jobs-and-db-know-no-product', 'apps/server/src/db/planted.ts', '../http/planted-too.ts'],
  ['postgres-by-its-verbs', 'apps/server/src/jobs/planted.ts', '../../../../packages/postgres/src/connection.ts'],
  ['postgres-knows-no-server', 'packages/postgres/src/planted.ts', '../../../apps/server/src/db/sql.ts'],
  ['ui-never-calls-the-api', 'apps/portal/src/ui/planted.ts', '../lib/request.ts'],
  ['sql-lives-in-queries', 'apps/server/src/features/agenda/planted.ts', '../../db/sql.ts'],
  ['sql-lives-in-queries', 'apps/server/src/http/planted.ts', 'pg'],
  ['only-gateways-go-outside', 'apps/server/src/features/agenda/planted.ts', 'node:https'],
]

const bystanders = {
  'packages/domain/src/kernel/planted-back.ts': "import './planted.ts'\nexport const back = 1\n",
  'apps/server/src/development/outbox.ts': 'export const outbox = 1\n',
  'harness/fakes/fake-s3.ts': 'export const fake = 1\n',
  'apps/server/src/http/knows-fakes.test.ts': "import '../../../../harness/fakes/fake-s3.ts'\n",
  'packages/domain/src/agenda/agenda.contract.ts': 'export const agendaContract = {}\n',
  'apps/portal/src/lib/call.ts': 'export const call = 1\n',
  'apps/portal/src/lib/request.ts': 'export const request = 1\n',
  'apps/portal/src/app/router.tsx': 'export const router = 1\n',
  'apps/portal/src/features/orders/orders-page.tsx': 'export const OrdersPage = 1\n',
  'apps/server/src/db/sql.ts': 'export const sql = 1\n',
  'packages/postgres/src/connection.ts': 'export const connection = 1\n',
  'apps/server/src/operator/command.ts': 'export const command = 1\n',
  'apps/server/src/http/planted-too.ts': 'export const planted = 1\n',
  'apps/server/src/features/orders/accept-order.ts': 'export const acceptOrder = 1\n',
  'apps/server/src/features/orders/index.ts': "export { acceptOrder } from './accept-order.ts'\n",
  'apps/server/src/features/orders/orders.queries.ts': "export { sql } from '../../db/sql.ts'\n",
  'apps/server/src/features/agenda/uses-door.ts':
    "import { acceptOrder } from '../orders/index.ts'\nexport const used = acceptOrder\n",
}

test('each boundary has a planted fault', () => {
  const { forbidden } = createRequire(import.meta.url)('../.dependency-cruiser.cjs') as {
    forbidden: { name: string }[]
  }
  expect([...new Set(arrows.map(([rule]) => rule))].sort()).toEqual(forbidden.map(({ name }) => name).sort())
})

test('the boundaries let through what the design allows', () => {
  const tree = plant({ ...bystanders, 'packages/domain/src/kernel/planted.ts': 'export const planted = 1\n' })
  const { code, output } = run('depcruise', tree, cruise)
  expect(output).toContain('no dependency violations found')
  expect(code).toBe(0)
})

test.for(arrows)('boundary %s reports %s importing %s', ([rule, from, to]) => {
  const tree = plant({ ...bystanders, [from]: `import '${to}'\nexport const planted = 1\n` })
  const { code, output } = run('depcruise', tree, cruise)
  expect(output).toContain(
    rule === 'no-cycles' ? 'error no-cycles: packages/domain/src/kernel/planted' : `error ${rule}: ${from}`,
  )
  expect(code).not.toBe(0)
})

const lines = (count: number) => Array.from({ length: count }, (_, line) => `  call(${line})`).join('\n')
const call = 'export const call = (value: number) => value\n'
const branches = Array.from({ length: 10 }, (_, n) => `  if (value === ${n}) return ${n + 1}`).join('\n')

const lints: [rule: string, file: string, text: string][] = [
  ['max-lines)', 'apps/server/src/long.ts', `${call}${lines(250)}\n`],
  ['max-lines)', 'apps/server/src/long.test.ts', `${call}${lines(400)}\n`],
  ['max-lines-per-function', 'apps/server/src/long.ts', `${call}export function long() {\n${lines(59)}\n}\n`],
  ['max-lines-per-function', 'apps/portal/src/long.tsx', `${call}export function Long() {\n${lines(119)}\n}\n`],
  [
    'complexity',
    'packages/domain/src/planted.ts',
    `export function many(value: number) {\n${branches}\n  return value\n}\n`,
  ],
  ['no-explicit-any', 'packages/domain/src/planted.ts', 'export const planted: any = 1\n'],
  ['no-floating-promises', 'apps/server/src/planted.ts', 'export function planted() {\n  Promise.resolve(1)\n}\n'],
  [
    'no-misused-promises',
    'apps/server/src/planted.ts',
    'export const planted = (list: number[]) => list.forEach(async (n) => { await Promise.resolve(n) })\n',
  ],
]

test.for(lints)('lint reports %s in %s', ([rule, file, text]) => {
  const { code, output } = run('oxlint', plant({ [file]: text }), ['--type-aware', '--deny-warnings'])
  expect(output).toContain(rule)
  expect(output).toContain(file)
  expect(code).not.toBe(0)
})

test('lint lets a file at the limits pass', () => {
  const page = `${call}export function Page() {\n${lines(118)}\n}\n`
  const tree = plant({ 'apps/portal/src/page.tsx': page, 'apps/server/src/full.ts': `${call}${lines(249)}\n` })
  expect(run('oxlint', tree, ['--type-aware', '--deny-warnings'])).toMatchObject({ code: 0 })
})

const styles: [rule: string, file: string, text: string][] = [
  ['format', 'packages/domain/src/planted.ts', 'export const planted = "1";\n'],
  ['lint/correctness/noUnusedVariables', 'packages/domain/src/planted.ts', 'const planted = 1\n'],
  ['lint/style/noDefaultExport', 'packages/domain/src/planted.ts', 'export default 1\n'],
  [
    'lint/style/noNonNullAssertion',
    'packages/domain/src/planted.ts',
    'export const planted = (a?: string) => a!.length\n',
  ],
  [
    'lint/style/noProcessEnv',
    'apps/server/src/features/agenda/planted.ts',
    'export const planted = process.env.PORT\n',
  ],
  ['lint/suspicious/noSkippedTests', 'packages/domain/src/planted.test.ts', "test.skip('planted', () => {})\n"],
]

test.for(styles)('biome reports %s in %s', ([rule, file, text]) => {
  const { code, output } = run('biome', plant({ [file]: text }), ['check', '--vcs-enabled=false'])
  expect(output).toContain(rule)
  expect(output).toContain(file)
  expect(code).not.toBe(0)
})

test('only config.ts reads the environment', () => {
  const tree = plant({ 'apps/server/src/config.ts': 'export const port = process.env.PORT\n' })
  expect(run('biome', tree, ['check'])).toMatchObject({ code: 0 })
})

test('types are checked, to the unchecked index', () => {
  const tree = plant({ 'packages/domain/src/planted.ts': 'export const first = (list: string[]): string => list[0]\n' })
  const { code, output } = run('tsc', tree, ['-p', 'tsconfig.json'])
  expect(output).toContain('packages/domain/src/planted.ts(1,')
  expect(code).not.toBe(0)
})

test('code that nothing uses is reported', () => {
  const tree = plant({
    'package.json': '{ "name": "planted", "workspaces": ["packages/*", "apps/*"] }',
    'apps/server/package.json': '{ "name": "server" }',
    'apps/server/src/main.ts': "import { used } from './used.ts'\nused()\n",
    'apps/server/src/used.ts': 'export const used = () => 1\nexport const forgotten = 2\n',
    'apps/server/src/orphan.ts': 'export const orphan = 1\n',
  })
  const { code, output } = run('knip', tree, ['--no-config-hints', '--no-progress'])
  expect(output).toMatch(/forgotten\s+apps\/server\/src\/used\.ts/)
  expect(output).toContain('apps/server/src/orphan.ts')
  expect(code).not.toBe(0)
})

test('code that tests alone use is reported, unless it says that it is exported for them', () => {
  const tree = plant({
    'package.json': '{ "name": "planted", "workspaces": ["packages/*", "apps/*"] }',
    'apps/server/package.json': '{ "name": "server" }',
    'apps/server/src/main.ts': "import { used } from './used.ts'\nused()\n",
    'apps/server/src/used.ts':
      'export const used = () => tested\nexport const rehearsed = 2\n/**\n * Seven.\n * @internal\n */\nexport const tested = 7\n',
    'apps/server/src/used.test.ts': "import { rehearsed, tested } from './used.ts'\ntest(rehearsed + tested)\n",
  })
  const { code, output } = run('knip', tree, ['--production', '--no-config-hints', '--no-progress'])
  expect(output).toMatch(/rehearsed\s+apps\/server\/src\/used\.ts/)
  expect(output).not.toMatch(/tested\s/)
  expect(code).not.toBe(0)
})

const clocks = [
  'Date.now()',
  'new Date()',
  'sql`select now()`',
  'Temporal.Now.instant()',
  'sql`where a < current_date`',
]

test.for(clocks)('one clock: %s is refused in features and rules', (text) => {
  const line = `export const planted = ${text}\n`
  const tree = plant({
    'apps/server/src/features/agenda/planted.ts': line,
    'packages/domain/src/agenda/planted.ts': line,
  })
  expect(brokenSourceRules(tree)).toEqual([
    expect.stringMatching(/^apps\/server\/src\/features\/agenda\/planted\.ts:1 one-clock: /),
    expect.stringMatching(/^packages\/domain\/src\/agenda\/planted\.ts:1 one-clock: /),
  ])
})

test('one clock: what is not the time of now passes', () => {
  const text = '// Date.now() would be wrong here\nexport const planted = [new Date(0), app_now(), performance.now()]\n'
  const tree = plant({ 'apps/server/src/features/agenda/planted.ts': text, 'packages/domain/src/planted.ts': '' })
  expect(brokenSourceRules(tree)).toEqual([])
})

test('H-001 one engine of hours: what is computed outside domain/hours is refused', () => {
  const computed = 'now.getHours()\nline.startTime <= wall\nmergeRanges(lines)\nopening_hours.end_time > $1'
  const tree = plant({
    'apps/portal/src/planted.tsx': computed,
    'apps/server/src/planted.ts': "export const asked = [{ startTime: '09:00' }, openingAt(plan, now).state]\n",
    'packages/domain/src/hours/planted.ts': computed,
  })
  const refused = [1, 2, 3, 4].map((line) => `apps/portal/src/planted.tsx:${line} one-engine-of-hours`)
  expect(brokenSourceRules(tree).map((one) => one.split(': ')[0])).toEqual(refused)
})

test('what leaves, connections, the inside of pg and lengths of time in SQL have one place each', () => {
  const tree = plant({
    'apps/server/src/features/agenda/planted.ts': "export const planted = () => fetch('https://example.org')\n",
    'apps/server/src/http/planted.ts':
      "`interval '4 hours'`\n`'1 day'::interval`\n`make_interval(days => 30)`\n`make_interval(days => $1)`",
    'apps/server/src/gateways/sms/planted.ts': "export const planted = () => fetch('https://example.org')\n",
    'apps/server/src/http/private.ts': 'export const planted = (query) => query._result\n',
    'apps/server/src/jobs/planted.ts': 'export const planted = () => pool.connect()\n',
    'packages/domain/src/agenda/planted.ts': "export const fetched = () => fetch('https://example.org')\n",
  })
  expect(brokenSourceRules(tree).map((one) => one.split(': ')[0])).toEqual([
    'apps/server/src/features/agenda/planted.ts:1 only-gateways-fetch',
    ...[1, 2, 3].map((line) => `apps/server/src/http/planted.ts:${line} durations-are-parameters`),
    'apps/server/src/http/private.ts:1 no-inside-of-pg',
    'apps/server/src/jobs/planted.ts:1 own-every-checkout',
    'packages/domain/src/agenda/planted.ts:1 only-gateways-fetch',
  ])
})

test('a file of forty lines that only its neighbour reads counts, one more than allowed is reported', () => {
  const tree = plant({
    'apps/server/src/orders/list.ts':
      "import { one } from './one.ts'\nimport { two } from './two.ts'\nexport const late = () => import('./later.ts')\n",
    'apps/server/src/orders/later.ts': 'export const later = 1\n',
    'apps/server/src/orders/one.ts': 'export const one = 1\n',
    'apps/server/src/orders/two.ts': `export const two = 2\n${'// long\n'.repeat(40)}`,
    'apps/server/src/orders/one.test.ts': "import { one } from './one.ts'\n",
  })
  const counted = /^one-reader files of 40 lines or less: 1, 0 allowed .*\n +apps\/server\/src\/orders\/one\.ts/
  expect(brokenRatchets(tree, {})).toEqual([expect.stringMatching(counted)])
  expect(brokenRatchets(tree, { 'one-reader files of 40 lines or less': 1 })).toEqual([])
})

test('a name that two files export, a call of the API by a text and an id in a comment are counted', () => {
  const tree = plant({
    'apps/portal/src/order.ts': '// Kept (Q-001).\nexport type Order = { id: number }\n',
    'apps/portal/src/orders.ts': 'export const Order = 1\n',
    'apps/server/src/order.api.test.ts': "const answer = await server.call('GET', '/v1/orders/1')\n",
  })
  expect(brokenRatchets(tree, {})).toEqual([
    expect.stringMatching(/Order: apps\/portal\/src\/order\.ts, apps\/portal\/src\/orders\.ts/),
    expect.stringMatching(/requirement ids in comments: 1, 0 allowed .*\n +apps\/portal\/src\/order\.ts Q-001/),
    'apps/server/src/order.api.test.ts calls the API by a text: use server.client',
  ])
  const texts = { 'apps/server/src/order.api.test.ts': 'a path that no contract has' }
  const names = { 'exported names with two meanings': 1, 'requirement ids in comments': 1 }
  expect(brokenRatchets(tree, { ...names, 'calls of the API by a text': texts })).toEqual([])
})

test('a feature that ARCHITECTURE.md forgets, and one that it makes up, are reported', () => {
  const tree = plant({
    'ARCHITECTURE.md': '| domain | orders |\n| server | orders, ghosts |\n| portal | |\n',
    'packages/domain/src/orders/order.ts': '',
    'apps/server/src/features/orders/order.ts': '',
    'apps/portal/src/features/stats/page.tsx': '',
  })
  expect(brokenFeatureList(tree)).toEqual([
    'ARCHITECTURE.md names ghosts, which apps/server/src/features does not have',
    'ARCHITECTURE.md does not name stats, a feature of the portal',
  ])
})

test('what the harness or a test closes by hand is reported, and a starter whose answer cannot be disposed of', () => {
  const started = 'export type Started = {\n  close(): void\n}\nexport type Owned = Disposable & {\n  stop(): void\n}\n'
  const byHand = 'try {\n} finally {\n}\nafterAll(() => one.close())\nawait app.close()\n'
  const tree = plant({ 'harness/fakes/fake.ts': started, 'e2e/one.e2e.ts': byHand })
  expect(closedByHand(tree).map((line) => line.split(': ')[0])).toEqual([
    ...[2, 4].map((line) => `e2e/one.e2e.ts:${line} closed-by-hand`),
    'harness/fakes/fake.ts Started can be closed',
  ])
})

test('a table that a second file inserts into is reported: an effect is written in one place', () => {
  const tree = plant({
    'apps/server/src/features/orders/place.queries.ts': 'sql`insert into orders (id) values (1)`\n',
    'apps/server/src/features/orders/again.queries.ts': 'run(tx)`insert into orders (id) values (2)`\n',
    'packages/domain/src/order.ts': 'export const order = 1\n',
    'apps/server/src/features/messages/say.queries.ts': 'sql`insert into messages (id) values (1)`\n',
  })
  expect(brokenSourceRules(tree)).toEqual([
    'apps/server/src/features/orders/again.queries.ts, apps/server/src/features/orders/place.queries.ts write-in-one-place: orders is inserted into by 2 files',
  ])
})

test('features of the server that stand on each other, through whatever door, are reported', () => {
  const tree = plant({
    'apps/server/src/features/orders/order.ts': "import { shop } from '../shops/index.ts'\n",
    'apps/server/src/features/shops/shop.ts': "export { hours } from '../hours/index.ts'\n",
    'apps/server/src/features/hours/week.ts': "import '../orders/index.ts'\n",
  })
  expect(brokenFeatureOrder(tree)).toEqual(['features of the server in a circle: hours → orders → shops → hours'])
})

test('a requirement counts as proved only if the product reads what the unit test calls', () => {
  const tree = plant({
    'packages/domain/src/order.ts': 'export const orderActions = () => []\nexport const orderTotal = () => 0\n',
    'apps/server/src/show-order.ts': "import { orderActions } from '@parvis/domain/order'\norderActions()\n",
  })
  const imports = "import { orderActions, orderTotal } from './order.ts'\n"
  const tests = "test('O-001 the actions', () => orderActions())\ntest('O-002 the total', () => orderTotal())\n"
  const proven = (file: string) => provenIds(productReaders(tree), file, imports + tests)
  expect(proven('packages/domain/src/order.test.ts')).toEqual(['O-001'])
  expect(proven('apps/server/src/order.api.test.ts')).toEqual(['O-001', 'O-002'])
})

test('T30 F20 a lockfile with a loose version, an unknown content, another source or an install script is reported', () => {
  const lockfile = {
    packages: {
      '': { dependencies: { loose: '^1.0.0', exact: '1.0.0' } },
      'apps/server': { dependencies: { tagged: 'latest' } },
      'node_modules/exact': { version: '1.0.0', integrity: 'sha512-a' },
      'node_modules/unknown': { version: '1.0.0' },
      'node_modules/for-macs': { version: '1.0.0', optional: true, os: ['darwin'], cpu: ['arm64'] },
      'node_modules/for-servers': { version: '1.0.0', optional: true, os: ['linux'], cpu: ['x64'], libc: ['glibc'] },
      'node_modules/elsewhere': { integrity: 'sha512-a', resolved: 'https://evil.example/a.tgz' },
      'node_modules/a/node_modules/runs': { integrity: 'sha512-a', hasInstallScript: true },
      'node_modules/@swc/core': { integrity: 'sha512-a', hasInstallScript: true },
      'node_modules/@parvis/server': { link: true, resolved: 'apps/server' },
    },
  }
  expect(brokenLockfileRules(plant({ 'package-lock.json': JSON.stringify(lockfile) }))).toEqual([
    'the project takes loose ^1.0.0: name one version',
    'apps/server takes tagged latest: name one version',
    'package-lock.json has no integrity for node_modules/unknown',
    'package-lock.json has no integrity for node_modules/for-servers',
    'node_modules/elsewhere comes from https://evil.example/a.tgz',
    'node_modules/a/node_modules/runs wants to run a script when installed',
  ])
})

test('T30 a version of less than a week, or of an unknown day, is reported', () => {
  const times = { '1.0.0': '2026-11-01T00:00:00Z', '1.1.0': '2026-11-14T00:00:01Z' }
  const used = [...Object.keys(times), '2.0.0'].map((version) => ({ name: 'a', version, times }))
  expect(youngVersions(used, Date.parse('2026-11-21T00:00:00Z'))).toEqual([
    'a 1.1.0 is 6 days old',
    'the registry does not say when a 2.0.0 was published',
  ])
})

test('a lockfile without the binaries of another machine is reported', () => {
  const binaries = { 'tool-darwin': '1.0.0', 'tool-linux': '1.0.0' }
  const lockfile = {
    packages: {
      'node_modules/tool': { integrity: 'sha512-a', optionalDependencies: binaries },
      'node_modules/tool-linux': { integrity: 'sha512-b', optional: true },
    },
  }
  const tree = plant({ 'package-lock.json': JSON.stringify(lockfile) })
  expect(brokenLockfileRules(tree)).toEqual(['package-lock.json lacks tool-darwin, optional for node_modules/tool'])
})

const cruise = ['--config', '.dependency-cruiser.cjs', '--no-progress', 'apps', 'packages']

/** A small tree of its own with our settings, so that the working tree is never dirtied. */
function plant(files: Record<string, string>): string {
  const tree = untilTestEnds(temporaryFolder('parvis-checks')).path
  for (const config of configs) copyFileSync(join(root, config), join(tree, config))
  symlinkSync(join(root, 'node_modules'), join(tree, 'node_modules'))
  const named = { 'package.json': '{\n  "name": "planted",\n  "type": "module"\n}\n', ...files }
  for (const [file, text] of Object.entries(named)) {
    mkdirSync(dirname(join(tree, file)), { recursive: true })
    writeFileSync(join(tree, file), text)
  }
  return tree
}

function run(tool: string, cwd: string, args: string[]): { code: number | null; output: string } {
  const argv = [join(root, 'node_modules', '.bin', tool), ...args]
  const { status, stdout, stderr } = spawnSync(process.execPath, argv, { cwd, encoding: 'utf8' })
  return { code: status, output: stdout + stderr }
}
