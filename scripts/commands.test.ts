import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const commands = ['start', 'test', 'check', 'dev', 'spec-coverage', 'screenshots']

test.for(commands)('%s --help prints its usage', (command) => {
  const { status, stdout, stderr } = run(command, '--help')
  expect(stdout).toMatch(/^Usage: npm (start|test|run \w+)/)
  expect(stderr).toBe('')
  expect(status).toBe(0)
})

test.for(commands)('%s names an unknown argument and exits 2', (command) => {
  const { status, stdout, stderr } = run(command, '--unknown')
  expect(stderr).toMatch(/^Unknown argument: --unknown\n\nUsage: npm /)
  expect(stdout).toBe('')
  expect(status).toBe(2)
})

test('test names an unknown part and exits 2', () => {
  expect(run('test', ['--only', 'checks,everything'])).toMatchObject({
    status: 2,
    stderr: expect.stringContaining('Unknown part: everything'),
  })
})

test('spec lists the requirements of the asked area only', () => {
  const { status, stdout } = run('spec-coverage', '--area=K')
  expect(stdout).toMatch(/^K: \d+ of 8 tested\n/)
  expect(stdout).toMatch(/\d+ of 8 requirements have no test\n$/)
  expect(status).toBe(0)
})

test('operator says where it looked when no server runs', () => {
  const env = { ...process.env, PARVIS_DATA: '/tmp/parvis-nobody-here', DATABASE_URL: '' }
  const { status, stdout, stderr } = run('operator', ['super-admin', '0612345678', 'on'], env)
  expect(stderr).toBe('Parvis ne tourne pas sur le dossier /tmp/parvis-nobody-here : lancez d’abord npm start.\n')
  expect(stdout).toBe('')
  expect(status).toBe(1)
})

function run(command: string, args: string | string[], env: NodeJS.ProcessEnv = process.env) {
  const script = fileURLToPath(new URL(`${command}.mjs`, import.meta.url))
  return spawnSync(process.execPath, [script, ...[args].flat()], { encoding: 'utf8', env })
}
