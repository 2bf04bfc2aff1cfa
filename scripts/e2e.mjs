import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { buildPortal, buildSite } from './steps/build-apps.mjs'
import { ensureInstalled } from './steps/ensure-installed.mjs'
import { ensureNode } from './steps/ensure-node.mjs'
import { findChromium } from './steps/find-chromium.mjs'
import { root } from './steps/root.mjs'

if (process.argv.includes('--help')) {
  process.stdout.write(
    'Usage: npm run e2e [-- playwright test arguments]\n\nThe journeys of e2e/ in a real browser, on a server of their own.\n',
  )
  process.exit(0)
}

ensureInstalled()
await ensureNode()
buildPortal()
buildSite()
const chromium = await findChromium()
const env = {
  ...process.env,
  CHROMIUM_PATH: chromium.path,
  ...(chromium.args.length > 0 && { CHROMIUM_ARGS: chromium.args.join(' ') }),
}
const playwright = join(root, 'node_modules', '@playwright', 'test', 'cli.js')
const child = spawn(process.execPath, [playwright, 'test', ...process.argv.slice(2)], {
  cwd: root,
  env,
  stdio: 'inherit',
})
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal))
child.on('exit', (code) => process.exit(code ?? 1))
