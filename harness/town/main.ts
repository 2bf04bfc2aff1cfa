import { parseArgs } from 'node:util'
import { fetchTransport } from '@parvis/client/client'
import { liveTown } from './live-town.ts'
import { loadTown } from './load-town.ts'
import { createTownClient } from './town-client.ts'

const usage = `Usage : npm run town [-- --once]

Charge la ville de démonstration dans le serveur de développement en marche, puis y fait vivre quelques habitants.
  --once   charge la ville et s’arrête
Le serveur est celui de PUBLIC_URL, sinon http://127.0.0.1:PORT (3000).`

const say = (sentence: string) => console.log(`  ${sentence}`)

function readArguments() {
  try {
    return parseArgs({ options: { once: { type: 'boolean' }, help: { type: 'boolean', short: 'h' } } }).values
  } catch {
    console.error(usage)
    process.exit(2)
  }
}

const { once = false, help = false } = readArguments()
if (help) {
  console.log(usage)
  process.exit(0)
}
const base = (process.env.PUBLIC_URL ?? `http://127.0.0.1:${process.env.PORT ?? 3000}`).replace(/\/$/, '')
const client = createTownClient(fetchTransport(base))
const up = await client.call('GET /v1/health').catch(() => undefined)
if (!up) {
  console.error(`Aucun serveur ne répond sur ${base} : lancez d’abord npm start.`)
  process.exit(1)
}
console.log('Ville de démonstration :')
const town = await loadTown(client, say)
if (once) process.exit(0)

console.log('\nLes habitants vivent leur vie (Ctrl+C pour arrêter)')
const stopping = new AbortController()
process.once('SIGINT', () => stopping.abort())
await liveTown(client, town, say, stopping.signal)
