import { userInfo } from 'node:os'
import { CannotStart } from '../cannot-start.ts'
import { readDatabaseSettings, readDocumentSettings } from '../config.ts'
import { createDatabase } from '../db/database.ts'
import { readRunningPostgres } from '../db/embedded/running-postgres.ts'
import { isDatabaseUnavailable } from '../db/unavailable.ts'
import { ConfigError } from '../gateways/environment.ts'
import { BadArgument, nameAccount, type OperatorDeps } from './command.ts'
import { runOperator, usageText } from './run-operator.ts'

const args = process.argv.slice(2)
nameAccount(userInfo().username)

if (args.includes('--help') || args.includes('-h')) {
  console.log(usageText())
} else {
  try {
    for (const line of await runOperator(openDeps, args)) console.log(line)
  } catch (error) {
    console.error(sentenceOf(error))
    process.exitCode = 1
  }
}

function sentenceOf(error: unknown): string {
  if (isDatabaseUnavailable(error)) return 'La base de données ne répond pas : vérifiez que Parvis tourne.'
  if (error instanceof BadArgument || error instanceof CannotStart || error instanceof ConfigError) return error.message
  throw error
}

/** The server's own database: the one of DATABASE_URL, else the embedded one that is running now. */
function openDeps(asOwner: boolean): OperatorDeps {
  const { databaseUrl, migrationDatabaseUrl, dataFolder } = readDatabaseSettings()
  const postgres = databaseUrl ? undefined : readRunningPostgres(dataFolder)
  const url = asOwner ? (migrationDatabaseUrl ?? databaseUrl ?? postgres?.ownerUrl) : (databaseUrl ?? postgres?.url)
  if (!url) throw new CannotStart(`Parvis ne tourne pas sur le dossier ${dataFolder} : lancez d’abord npm start.`)
  return {
    db: createDatabase({ url, size: 2, queryTimeoutMs: 600_000 }),
    openDocuments,
    openFiles,
    openEvidence: readDocumentSettings,
  }
}

async function openDocuments() {
  const { secretKey, ...settings } = readDocumentSettings()
  const { createSealedStore } = await import('../gateways/gateways.ts')
  return createSealedStore(settings, secretKey)
}

async function openFiles() {
  const { createBlobs } = await import('../gateways/gateways.ts')
  return createBlobs(readDocumentSettings())
}
