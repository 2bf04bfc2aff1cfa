import { replayJournal } from '../db/embedded/replay-journal.ts'
import { BadArgument, type PlaceCommand } from './command.ts'

/** Brings the embedded database back from a base backup and the archived journal, while no server runs. */
export const restoreBase: PlaceCommand = async ({ dataFolder, databaseUrl, walArchive }, [base = '', instant = '']) => {
  if (databaseUrl) throw new BadArgument('DATABASE_URL est indiqué : restaurez avec les outils de ce PostgreSQL.')
  if (!walArchive) throw new BadArgument('Indiquez dans PARVIS_WAL_ARCHIVE le dossier du journal archivé.')
  const last = await replayJournal({ dataFolder, base, archive: walArchive, until: readUntil(instant) })
  const reached = last ? `telle qu’elle était le ${last}` : 'telle que copiée : le journal n’avait rien de plus'
  return [
    `Base rétablie dans ${dataFolder}, ${reached}.`,
    'Rétablissez secret.key (ou SECRET_KEY) et les fichiers, lancez Parvis, puis refaites une copie de base.',
  ]
}

/** The end of the journal, or an instant that names its zone: half past two means nothing on an October night. */
function readUntil(text: string): string | undefined {
  if (text === 'fin') return undefined
  if (/^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/.test(text) && !Number.isNaN(Date.parse(text)))
    return text
  throw new BadArgument(`« ${text} » n’est ni « fin » ni un instant avec son fuseau, comme 2027-01-31T14:05:00+01:00.`)
}
