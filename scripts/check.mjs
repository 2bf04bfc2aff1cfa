import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { brokenLockfileRules } from './checks/lockfile-rules.mjs'
import { brokenSourceRules } from './checks/source-rules.mjs'
import { ensureInstalled } from './steps/ensure-installed.mjs'
import { ensureNode } from './steps/ensure-node.mjs'
import { inLanes } from './steps/in-lanes.mjs'
import { readArguments } from './steps/read-arguments.mjs'
import { root } from './steps/root.mjs'
import { runQuietly } from './steps/run-quietly.mjs'

const usage = `
Usage: npm run check [-- --changed]

Format, lint, sizes, types, boundaries and cycles, unused code, our own rules. Prints what is wrong, then "N passed, N failed".
Format and the order of imports are mended by npm run fix.

  --changed  format and lint of the files that differ from main, committed or not, and the types of all
`
const { changed } = readArguments(usage, { changed: 'flag' })

ensureInstalled()
await ensureNode()

const folders = ['apps', 'packages', 'e2e', 'harness', 'ops'].filter((name) => existsSync(join(root, name)))
const checks = {
  'format and lint': () => tool('biome', 'check', '--max-diagnostics=50'),
  'lint, sizes, promises': () => tool('oxlint', '--type-aware', '--deny-warnings'),
  // Incremental: a second check reads only what changed since the first.
  // One checker: four, its default, each work out the types that they share, at twice the processor time.
  types: () =>
    tool(
      'tsc',
      '-p',
      'tsconfig.json',
      '--checkers',
      '1',
      '--incremental',
      '--tsBuildInfoFile',
      '.cache/types.tsbuildinfo',
    ),
  'boundaries and cycles': () => tool('depcruise', '--config', '.dependency-cruiser.cjs', ...folders),
  'unused code': () => tool('knip', '--no-progress'),
  // Tests are no readers here: what they alone call proves nothing about the product.
  'code that tests alone use': () => tool('knip', '--production', '--no-progress'),
  'our rules': () => found(brokenSourceRules(root)),
  lockfile: () => found(brokenLockfileRules(root)),
}

const results = await inLanes(3, Object.entries(changed ? checksOf(changedFiles()) : checks), runOne)
const failed = results.filter((passed) => !passed).length
process.stdout.write(`${results.length - failed} passed, ${failed} failed\n`)
process.exit(failed > 0 ? 1 : 0)

/** The checks that read file by file, on these alone. */
function checksOf(files) {
  const sources = files.filter((file) => /\.(tsx?|mjs|cjs)$/.test(file))
  return {
    ...(files.length > 0 && {
      'format and lint': () => tool('biome', 'check', '--no-errors-on-unmatched', ...files),
    }),
    ...(sources.length > 0 && {
      'lint, sizes, promises': () => tool('oxlint', '--type-aware', '--deny-warnings', ...sources),
    }),
    types: checks.types,
  }
}

function changedFiles() {
  const git = (...args) => spawnSync('git', args, { cwd: root, encoding: 'utf8' }).stdout.split('\n').filter(Boolean)
  const [base = 'HEAD'] = git('merge-base', 'HEAD', 'main')
  return [...git('diff', '--name-only', '--diff-filter=d', base), ...git('ls-files', '--others', '--exclude-standard')]
}

async function runOne([name, check]) {
  const { code, output } = await check()
  if (code !== 0) process.stdout.write(`\n✗ ${name}\n${output.trimEnd()}\n\n`)
  return code === 0
}

function tool(name, ...args) {
  return runQuietly(process.execPath, [join(root, 'node_modules', '.bin', name), ...args], { cwd: root })
}

function found(broken) {
  return { code: broken.length === 0 ? 0 : 1, output: broken.join('\n') }
}
