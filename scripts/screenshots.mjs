import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildPortal, buildSite } from './steps/build-apps.mjs'
import { ensureInstalled } from './steps/ensure-installed.mjs'
import { ensureNode } from './steps/ensure-node.mjs'
import { findChromium } from './steps/find-chromium.mjs'
import { readArguments } from './steps/read-arguments.mjs'
import { root } from './steps/root.mjs'
import { startServer } from './steps/start-server.mjs'

const { film } = readArguments(
  `
Usage: npm run screenshots [-- --film]

Takes the pictures of the README again, of the demonstration town on a server of its own: docs/screenshots/.

  --film  keeps instead the pictures that the journeys residents-loop and order-day took last (npm run e2e), those that
          docs/film.md names: docs/film/
`,
  { film: 'flag' },
)

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
if (film) {
  await keepFilm()
  process.exit(0)
}
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

/** Writes one picture per step, as WebP; a step that no journey took keeps its former picture and is reported. */
async function keepFilm() {
  const { default: sharp } = await import('sharp')
  const taken = join(root, 'test-results/e2e/film')
  const names = existsSync(taken) ? readdirSync(taken) : []
  for (const [, name] of readFileSync(join(root, 'docs/film.md'), 'utf8').matchAll(/\(film\/([\w-]+)\.webp\)/g)) {
    const file = names.find((one) => one.replace(/^desk-\d+-/, 'desk-') === `${name}.png`)
    if (file)
      await sharp(join(taken, file))
        .webp({ quality: 80 })
        .toFile(join(root, `docs/film/${name}.webp`))
    process.stdout.write(`docs/film/${name}.webp${file ? '' : ': not taken, left as it is'}\n`)
  }
}

async function signIn() {
  const { clientAt } = await import('../harness/bench/parts/http-client.ts')
  const town = await import('../harness/town/town-client.ts')
  return await town.signIn(clientAt(server.base), baker)
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
    // Waits for pictures and animations to settle; the event stream never ends, so that `networkidle` cannot be awaited.
    await page.waitForTimeout(2000)
    await page.screenshot({ path: join(folder, `${name}.png`) })
    process.stdout.write(`docs/screenshots/${name}.png\n`)
  }
  await browser.close()
}
