import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Contract } from '@parvis/domain/kernel/contract'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../harness/temporary-folder.ts'
import { writeComponents } from './steps/build-apps.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))

const commands = [
  'bench',
  'faults',
  'ops',
  'start',
  'build',
  'test',
  'check',
  'dev',
  'spec-coverage',
  'screenshots',
  'numbers',
  'routes',
  'fuzz',
  'injections',
  'supply',
  'country',
]

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

test('the operator’s tool installs nothing: under running servers npm ci would take away the Node that they run on', () => {
  using release = temporaryFolder('pruned-release')
  for (const folder of ['scripts', 'package.json', 'package-lock.json'])
    cpSync(join(root, folder), join(release.path, folder), { recursive: true })
  const { status, stderr } = run('operator', ['--help'], process.env, release.path)
  expect([status, stderr]).toEqual([1, 'Nothing is installed here: run npm ci (or npm start) first.\n'])
  expect(existsSync(join(release.path, 'node_modules'))).toBe(false)
  // Pruned for production: what the lockfile lists beyond is no reason to install.
  mkdirSync(join(release.path, 'node_modules'))
  writeFileSync(join(release.path, 'node_modules', '.package-lock.json'), '{"packages":{}}')
  const env = { ...process.env, npm_config_registry: 'http://127.0.0.1:9' }
  expect(run('operator', ['--help'], env, release.path).stderr).not.toContain('Installing')
  expect(readdirSync(join(release.path, 'node_modules'))).toEqual(['.package-lock.json'])
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

test('X-010 routes lists each call of the API once, with who may make it', async () => {
  const { api } = await import('@parvis/domain/api')
  const { stdout, status } = run('routes', [])
  const lines = stdout.trimEnd().split('\n')
  const { developmentContract } = await import('../apps/server/src/development/index.ts')
  const contracts: Contract[] = [...Object.values(api), developmentContract]
  const endpoints = contracts.flatMap((contract) => Object.values(contract))
  expect([lines.at(-1), status]).toEqual([`${endpoints.length} routes`, 0])
  const listed = lines.slice(0, -1).map((line) => line.split(/\s+/, 2).join(' '))
  expect(listed.toSorted()).toEqual(endpoints.map(({ call }) => call).toSorted())
  expect(stdout).toMatch(
    /^GET {4}\/v1\/company\/settings\/:companyId +member of the company at params.companyId, counter at least, or super-admin$/m,
  )
  expect(stdout).toMatch(/^GET {4}\/v1\/stats +super-admin$/m)
  expect(stdout).toMatch(/^GET {4}\/v1\/dev\/outbox +public, development only$/m)
})

test('docs/country.md says what npm run country says today: run it where this fails', () => {
  const { stdout, status } = run('country', '--print')
  expect(status).toBe(0)
  expect(readFileSync(new URL('../docs/country.md', import.meta.url), 'utf8')).toBe(stdout)
})

test('operator says where it looked when no server runs', () => {
  const env = { ...process.env, PARVIS_DATA: '/tmp/parvis-nobody-here', DATABASE_URL: '' }
  const { status, stdout, stderr } = run('operator', ['super-admin', '0612345678', 'on'], env)
  expect(stderr).toBe('Parvis ne tourne pas sur le dossier /tmp/parvis-nobody-here : lancez d’abord npm start.\n')
  expect(stdout).toBe('')
  expect(status).toBe(1)
})

function run(command: string, args: string | string[], env: NodeJS.ProcessEnv = process.env, tree = root) {
  const script = join(tree, 'scripts', `${command}.mjs`)
  return spawnSync(process.execPath, [script, ...[args].flat()], { encoding: 'utf8', env })
}

test('T30 the list of components kept with a build is the lockfile, with what each part is for', () => {
  using folder = temporaryFolder('sbom')
  const file = join(folder.path, 'sbom.json')
  writeComponents(file)
  type Component = {
    'bom-ref': string
    name: string
    version: string
    hashes?: { content: string }[]
    properties?: object[]
  }
  const { components } = JSON.parse(readFileSync(file, 'utf8')) as { components: Component[] }
  type Locked = { packages: Record<string, { name?: string; version?: string; link?: boolean; integrity?: string }> }
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as Locked
  const locked = Object.entries(packages).filter(([path, { link }]) => path.includes('node_modules/') && !link)
  const wanted = locked.map(([path, { name, version }]) => `${name ?? path.split('node_modules/').at(-1)}@${version}`)
  const listed = components.map((component) => component['bom-ref']).filter((name) => !name.startsWith('@parvis/'))
  expect(new Set(listed)).toEqual(new Set(wanted))
  const fastify = components.find(({ name }) => name === 'fastify')
  expect(fastify).toMatchObject({ purl: `pkg:npm/fastify@${fastify?.version}`, scope: 'required' })
  const hash = Buffer.from(fastify?.hashes?.[0]?.content ?? '', 'hex').toString('base64')
  expect(packages['node_modules/fastify']?.integrity).toBe(`sha512-${hash}`)
  const development = { name: 'cdx:npm:package:development', value: 'true' }
  expect(components.find(({ name }) => name === 'vitest')?.properties).toContainEqual(development)
})
