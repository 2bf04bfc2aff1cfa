import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { ensureInstalled } from './steps/ensure-installed.mjs'
import { ensureNode } from './steps/ensure-node.mjs'
import { readArguments } from './steps/read-arguments.mjs'
import { root } from './steps/root.mjs'
import { stopWithParent } from './steps/stop-with-parent.mjs'

readArguments(`
Usage: npm run dev

The server, started again at each change, and the portal with hot reloading on http://127.0.0.1:4310
(its /v1 and /dev calls go to the server, on PORT or 3000). Ctrl+C stops both.
`)

stopWithParent()
ensureInstalled()
await ensureNode()

const env = {
  ...process.env,
  NODE_ENV: process.env.NODE_ENV || 'development',
  PARVIS_API: `http://127.0.0.1:${process.env.PORT || 3000}`,
}
const children = [
  start(root, '--watch-preserve-output', '--watch', 'apps/server/src/run.ts'),
  start(join(root, 'apps', 'portal'), join(root, 'node_modules', 'vite', 'bin', 'vite.js')),
]
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => stopAll('SIGTERM'))
const codes = await Promise.all(children.map((child) => child.ended))
process.exit(Math.max(...codes))

function start(cwd, ...args) {
  const child = spawn(process.execPath, args, { cwd, env, stdio: ['ignore', 'inherit', 'inherit'] })
  // When the server or Vite ends, the other one is stopped.
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
