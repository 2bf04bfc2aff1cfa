import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ensureInstalled } from './steps/ensure-installed.mjs'
import { ensureNode } from './steps/ensure-node.mjs'
import { readArguments } from './steps/read-arguments.mjs'
import { root } from './steps/root.mjs'
import { startServer } from './steps/start-server.mjs'

const usage = `
Usage: npm run injections [-- --only part-of-a-path]

sqlmap, at its level 3, on every parameter of a dozen calls of a server of its own: query, path, JSON, form and multipart
(docs/spec/trust.md, T09). Needs sqlmap (apt-get install sqlmap). Some minutes; not a part of npm test.
`
const { only = '' } = readArguments(usage, { only: 'value' })
ensureInstalled()
await ensureNode()
if (spawnSync('sqlmap', ['--version']).status !== 0) {
  process.stderr.write('sqlmap is not here: apt-get install sqlmap\n')
  process.exit(1)
}

const folder = mkdtempSync(join(tmpdir(), 'parvis-injections-'))
const server = await startServer({ dataFolder: join(folder, 'data'), logFile: join(folder, 'server.log') })
let failed = 0
try {
  const { callsToInject } = await import('./parts/calls-to-inject.mjs')
  const calls = (await callsToInject(server.base, makeSuperAdmin)).filter(({ path }) => path.includes(only))
  for (const call of calls) {
    const { found, requests } = await inject(call)
    if (found.length > 0) failed++
    process.stdout.write(
      `${found.length > 0 ? '✗' : '✓'} ${call.method} ${call.path}: ${requests} requests ${found.join(' ')}\n`,
    )
  }
  process.stdout.write(`${calls.length - failed} passed, ${failed} failed\n`)
  if (calls.length === 0) failed++
} finally {
  await server.stop()
  rmSync(folder, { recursive: true, force: true })
}
process.exit(failed > 0 ? 1 : 0)

function makeSuperAdmin(phone) {
  const tool = [join(root, 'apps/server/src/operator/main.ts'), 'super-admin', phone, 'on']
  execFileSync(process.execPath, tool, { env: server.env })
}

/** What sqlmap says of one call: the parameters it took for injectable, faults it met, or that it tested nothing. */
async function inject({ method, path, headers, body }) {
  const traffic = join(folder, 'traffic.txt')
  rmSync(traffic, { force: true })
  const file = join(folder, 'request.txt')
  const lines = Object.entries({ Host: new URL(server.base).host, ...headers }).map(
    ([name, value]) => `${name}: ${value}`,
  )
  writeFileSync(file, [`${method} ${path} HTTP/1.1`, ...lines, '', body ?? ''].join('\r\n'))
  const options = [
    '--batch',
    '--level=3',
    '--risk=2',
    '--dbms=PostgreSQL',
    '--threads=4',
    '--timeout=10',
    '--flush-session',
    '--ignore-stdin',
    '--ignore-code=400,401,403,404,409,422,429',
    `-t${traffic}`,
  ]
  const output = await run('sqlmap', [
    '-r',
    file,
    ...options,
    `--output-dir=${join(folder, 'sqlmap')}`,
    '--disable-coloring',
    '-v',
    '1',
  ])
  const found = [...output.matchAll(/^Parameter: (.+)$/gm)].map(([, name]) => name)
  const tested = /all tested parameters do not appear to be injectable/.test(output) || found.length > 0
  const answers = [...readFileSync(traffic, 'utf8').matchAll(/^HTTP response \[#\d+\] \((\d+)/gm)].map(
    ([, status]) => status,
  )
  const faults = answers.filter((status) => status.startsWith('5')).length
  const wrong = [...(faults > 0 ? [`${faults} answers of 5xx`] : []), ...(tested ? [] : [output.slice(-600)])]
  return { found: [...found, ...wrong], requests: answers.length }
}

function run(command, args) {
  return new Promise((resolve) => {
    const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'] })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => (output += data))
    child.on('exit', () => resolve(output))
  })
}
