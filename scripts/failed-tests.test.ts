import { spawnSync } from 'node:child_process'
import { readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../harness/temporary-folder.ts'
import { failedInNodeTest, failedInPlaywright, failedInVitest, listFailures } from './parts/failed-tests.mjs'
import { root } from './steps/root.mjs'

const planted = (from: string) => `import { test } from '${from}'
test('a good one', () => {})
test('a « bad » one', () => {
  throw new Error('first line\\n\\nsecond line')
})
`

test('the end of npm test names each failed test of each of its runners with the first lines of its message', () => {
  using folder = temporaryFolder('failed-tests')
  symlinkSync(join(root, 'node_modules'), join(folder.path, 'node_modules'))
  const plant = (file: string, text: string) => writeFileSync(join(folder.path, file), text)
  plant('n.mjs', planted('node:test'))
  plant('v.mjs', planted('vitest'))
  plant('vitest.config.mjs', "export default { test: { include: ['v.mjs'] } }\n")
  plant('p.mjs', planted('@playwright/test'))
  plant('playwright.config.mjs', "export default { testMatch: 'p.mjs' }\n")
  const run = (...args: string[]) =>
    spawnSync(process.execPath, args, { cwd: folder.path, encoding: 'utf8', env: { PATH: process.env.PATH } }).stdout
  const tool = (name: string) => join(root, 'node_modules', '.bin', name)
  run(tool('vitest'), 'run', '--reporter=json', '--outputFile=v.json')
  const failures = [
    ...failedInNodeTest('n.mjs', run('--test', '--test-reporter=spec', 'n.mjs')),
    ...failedInVitest(JSON.parse(readFileSync(join(folder.path, 'v.json'), 'utf8'))),
    ...failedInPlaywright(JSON.parse(run(tool('playwright'), 'test', '--reporter=json'))),
  ]
  const lines = listFailures(failures).filter((line) => /›|first|second/.test(line))
  expect(lines.map((line) => line.replace(/(✗ ).*\/|^ +(Error: )?/, '$1'))).toEqual(
    ['n.mjs', 'v.mjs', 'p.mjs'].flatMap((file) => [`✗ ${file} › a « bad » one`, 'first line', 'second line']),
  )
})

test('the list of failed tests has a bound, and says how many are left out', () => {
  const failures = Array.from({ length: 50 }, (_, n) => ({ file: 'f', title: `t${n}`, message: 'a\nb\nc' }))
  expect(listFailures(failures.slice(0, 10), 30)).toHaveLength(30)
  expect(listFailures(failures, 30)).toHaveLength(31)
  expect(listFailures(failures, 30).at(-1)).toBe('… and 20 more')
})
