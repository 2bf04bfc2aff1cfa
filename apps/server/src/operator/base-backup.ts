import { mkdir, readdir } from 'node:fs/promises'
import { audit } from '../db/audit.queries.ts'
import { createDatabase } from '../db/database.ts'
import { copyRunningCluster } from '../db/embedded/base-backup.ts'
import { readRunningPostgres } from '../db/embedded/running-postgres.ts'
import { BadArgument, operatorActor, type PlaceCommand } from './command.ts'

/** Copies the running embedded database as it stands on the disk: with the archived journal, it comes back as of any instant since. */
export const baseBackup: PlaceCommand = async ({ dataFolder, databaseUrl }, [folder = '']) => {
  if (databaseUrl) throw new BadArgument('DATABASE_URL est indiqué : employez pg_basebackup de ce PostgreSQL.')
  await mkdir(folder, { recursive: true, mode: 0o700 })
  if ((await readdir(folder)).length > 0) throw new BadArgument(`Le dossier ${folder} n’est pas vide.`)
  const files = await copyRunningCluster(dataFolder, folder)
  await note(dataFolder, files)
  return [`${files} fichiers de la base copiés dans ${folder} ; le journal archivé depuis les complète.`]
}

async function note(dataFolder: string, files: number): Promise<void> {
  const db = createDatabase({ url: readRunningPostgres(dataFolder)?.url ?? '', size: 1 })
  try {
    await audit(db, { actor: operatorActor, action: 'base-backup', object: 'database', details: { files } })
  } finally {
    await db.destroy()
  }
}
