import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { readArguments } from '../../scripts/steps/read-arguments.mjs'
import { clientAt } from '../bench/parts/http-client.ts'
import { liveTown } from './live-town.ts'
import { businesses, loadTown } from './load-town.ts'

const usage = `Usage : npm run town [-- --once]

Charge la ville de démonstration dans le serveur de développement en marche, puis y fait vivre quelques habitants.
  --once   charge la ville et s’arrête
Le serveur est celui de PUBLIC_URL, sinon http://127.0.0.1:PORT (3000).`

const say = (sentence: string) => console.log(`  ${sentence}`)

const once = readArguments(usage, { once: 'flag' }).once === 'yes'
const base = (process.env.PUBLIC_URL ?? `http://127.0.0.1:${process.env.PORT ?? 3000}`).replace(/\/$/, '')
const client = clientAt(base)
const up = await client.call('GET /v1/health').catch(() => undefined)
if (!up) {
  console.error(`Aucun serveur ne répond sur ${base} : lancez d’abord npm start.`)
  process.exit(1)
}
console.log('Ville de démonstration :')
const town = await orLeave(loadTown(client, say))
verifyHalls()
console.log(`\nCôté habitants : ${town.site}/clichy-92110`)
const premium = businesses.find(({ subdomain }) => subdomain)?.subdomain
if (premium) console.log(`Adresse premium : ${town.site.replace('://', `://${premium}.`)}`)
if (once) process.exit(0)

console.log('\nLes habitants vivent leur vie (Ctrl+C pour arrêter)')
const stopping = new AbortController()
process.once('SIGINT', () => stopping.abort())
await orLeave(liveTown(client, town, say, stopping.signal))

/** The town halls are official by the operator's tool (W-045), where the data of that server are those of this machine. */
function verifyHalls(): void {
  if (process.env.PUBLIC_URL && !process.env.PARVIS_DATA && !process.env.DATABASE_URL) return
  const operator = fileURLToPath(new URL('../../apps/server/src/operator/main.ts', import.meta.url))
  for (const { type, companyId } of town.businesses)
    if (type === 'mairie')
      spawnSync(process.execPath, [operator, 'identity', companyId, 'verified'], {
        stdio: ['ignore', 'ignore', 'inherit'],
      })
}

/** One sentence when the server goes, instead of a stack trace. */
async function orLeave<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    if (await client.call('GET /v1/health').catch(() => undefined)) throw error
    console.error('\nLe serveur s’est arrêté : la ville s’endort avec lui.')
    process.exit(1)
  }
}
