import { ensureInstalled } from './steps/ensure-installed.mjs'
import { ensureNode } from './steps/ensure-node.mjs'
import { dataFolder, useRunningDatabase } from './steps/use-running-database.mjs'

ensureInstalled()
await ensureNode()
const asksHelp = process.argv.length < 3 || process.argv.includes('--help') || process.argv.includes('-h')
if (!(await useRunningDatabase()) && !asksHelp) {
  process.stderr.write(
    `Parvis ne tourne pas sur le dossier ${dataFolder()} : lancez d’abord npm start, ou indiquez DATABASE_URL.\n`,
  )
  process.exit(1)
}
await import('../apps/server/src/town/main.ts')
