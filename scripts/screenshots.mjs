import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildPortal, buildSite } from './steps/build-portal.mjs'
import { ensureInstalled } from './steps/ensure-installed.mjs'
import { ensureNode } from './steps/ensure-node.mjs'
import { findChromium } from './steps/find-chromium.mjs'
import { readArguments } from './steps/read-arguments.mjs'
import { root } from './steps/root.mjs'
import { startServer } from './steps/start-server.mjs'

readArguments(`
Usage: npm run screenshots

Takes the pictures of the README again, of the demonstration town on a server of its own: docs/screenshots/.
`)

const baker = '+33600000001'
const folder = join(root, 'docs/screenshots')
const views = [
  { name: 'company', path: '/company', width: 1280, height: 860 },
  { name: 'instants', path: '/instants', width: 1280, height: 860 },
  { name: 'messages-phone', path: '/messages', width: 390, height: 844 },
  { name: 'site-business', site: true, path: '/clichy-92110/fromagerie-beausejour', width: 390, height: 844 },
  { name: 'site-agenda', site: true, path: '/clichy-92110/agenda', width: 390, height: 844 },
]

ensureInstalled()
await ensureNode()
buildPortal()
buildSite()
mkdirSync(folder, { recursive: true })
const dataFolder = mkdtempSync(join(tmpdir(), 'parvis-screenshots-'))
const server = await startServer({ dataFolder, logFile: join(dataFolder, 'server.log') })
try {
  spawnSync(process.execPath, [join(root, 'harness/town/main.ts'), '--once'], {
    env: { ...server.env, PUBLIC_URL: server.base },
    stdio: 'inherit',
  })
  await takeAll(await signIn())
} finally {
  await server.stop()
  rmSync(dataFolder, { recursive: true, force: true })
}

async function signIn() {
  const { fetchTransport } = await import('@parvis/client/client')
  const town = await import('../harness/town/town-client.ts')
  return await town.signIn(town.createTownClient(fetchTransport(server.base)), baker)
}

async function takeAll(token) {
  const { chromium } = await import('@playwright/test')
  const { path, args } = await findChromium()
  const browser = await chromium.launch({ executablePath: path, args: ['--no-sandbox', ...args] })
  const site = server.base.replace('127.0.0.1', 'parvis.localhost')
  for (const { name, site: isSite, path: address, width, height } of views) {
    const page = await browser.newPage({ viewport: { width, height }, locale: 'fr-FR', timezoneId: 'Europe/Paris' })
    await page.addInitScript((value) => localStorage.setItem('token', value), token)
    await page.goto(`${isSite ? site : server.base}${address}`)
    await page.locator('main h1').first().waitFor()
    // Pictures and slides settle; the live connection never does, so that nothing says when.
    await page.waitForTimeout(2000)
    await page.screenshot({ path: join(folder, `${name}.png`) })
    process.stdout.write(`docs/screenshots/${name}.png\n`)
  }
  await browser.close()
}
