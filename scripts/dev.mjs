import { spawn } from 'node:child_process'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { ensureInstalled } from './steps/ensure-installed.mjs'
import { ensureNode } from './steps/ensure-node.mjs'
import { readArguments } from './steps/read-arguments.mjs'
import { root } from './steps/root.mjs'
import { stopWithParent } from './steps/stop-with-parent.mjs'

readArguments(`
Usage: npm run dev

The server, started again at each change of it or of the domain; the residents’ site, built again at each change and read by
the server at once; the portal with hot reloading, at the address printed last: http://127.0.0.1:PORTAL_PORT, or 4310 (its /v1
and /dev calls go to the server, on PORT or 3000). Ctrl+C stops all.
`)

stopWithParent()
ensureInstalled()
await ensureNode()

const env = {
  ...process.env,
  NODE_ENV: process.env.NODE_ENV || 'development',
  PARVIS_API: `http://127.0.0.1:${process.env.PORT || 3000}`,
  PORTAL_PORT: process.env.PORTAL_PORT || '4310',
}
const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js')
const site = join(root, 'apps', 'site')
// What stands there from now on is no build of `npm start`.
rmSync(join(site, 'dist', '.built-from'), { force: true })
const children = [
  // By folders: a new build of the site, which the server imports, is no reason to start it again.
  start(
    root,
    {},
    '--watch-preserve-output',
    ...watched('apps/server/src', 'apps/server/migrations', 'packages'),
    'apps/server/src/run.ts',
  ),
  follow(),
  follow('--ssr'),
  start(join(root, 'apps', 'portal'), {}, vite),
]
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => stopAll('SIGTERM'))
const codes = await Promise.all(children.map((child) => child.ended))
process.exit(Math.max(...codes))

function watched(...folders) {
  return folders.map((folder) => `--watch-path=${join(root, folder)}`)
}

/** Builds the site again at each change; in React's production form, which `jsx` and the bundle must share. */
function follow(...options) {
  return start(site, { NODE_ENV: 'production' }, vite, 'build', ...options, '--watch', '--logLevel', 'warn')
}

function start(cwd, own, ...args) {
  const child = spawn(process.execPath, args, { cwd, env: { ...env, ...own }, stdio: ['ignore', 'inherit', 'inherit'] })
  // When one ends, the others are stopped.
  const ended = new Promise((resolve) => child.on('exit', (code) => resolve(code ?? 0))).finally(() =>
    stopAll('SIGTERM'),
  )
  return { child, ended }
}

// Vite waits for its open connections: after a while it is killed.
function stopAll(signal) {
  if (signal !== 'SIGKILL') setTimeout(stopAll, 5_000, 'SIGKILL').unref()
  for (const { child } of children) if (child.exitCode === null) child.kill(signal)
}
