import { randomBytes } from 'node:crypto'
import {
  chmodSync,
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { CannotStart } from '../../cannot-start.ts'
import { canReach, type SystemAccount } from './postgres-binaries.ts'

/**
 * Written when the cluster is created: where it stands and its passwords, the superuser's, the one of the role that owns
 * the tables and the one of the role that serves.
 */
export type PostgresSecrets = { folder: string; superuserPassword: string; password: string; servingPassword: string }

/** Written at each start and removed at each stop: who serves this data folder and on which port PostgreSQL listens. */
type RunningPostgres = { launcherPid: number; postgresPid: number; port: number }

/** The secrets of this data folder, generated at the first start. File mode 0600: they open every row. */
export function postgresSecrets(dataFolder: string, account: SystemAccount | undefined): PostgresSecrets {
  const known = readSecrets(dataFolder)
  if (known) return known
  const folder = clusterFolder(dataFolder, account)
  if (existsSync(join(folder, 'PG_VERSION')))
    throw new CannotStart(
      `${folder} contient une base mais ses mots de passe, ${secretsFile(dataFolder)}, manquent : reprenez ce fichier d’une sauvegarde.`,
    )
  const passwords = { superuserPassword: newPassword(), password: newPassword(), servingPassword: newPassword() }
  // A cluster inside the data folder is written down by its relative path, so that the folder can be moved or copied.
  const inside = relative(dataFolder, folder)
  writeAtomically(secretsFile(dataFolder), { folder: inside.startsWith('..') ? folder : inside, ...passwords })
  return { folder, ...passwords }
}

export function writeRunning(dataFolder: string, running: RunningPostgres): void {
  writeAtomically(runningFile(dataFolder), running)
}

export function forgetRunning(dataFolder: string): void {
  rmSync(runningFile(dataFolder), { force: true })
}

/** Who serves this data folder according to the file of its last start; that process may have died. */
export function readRunning(dataFolder: string): RunningPostgres | undefined {
  return readJson<RunningPostgres>(runningFile(dataFolder))
}

export function readSecrets(dataFolder: string): PostgresSecrets | undefined {
  const known = readJson<PostgresSecrets>(secretsFile(dataFolder))
  return known && { ...known, folder: resolve(dataFolder, known.folder) }
}

function clusterFolder(dataFolder: string, account: SystemAccount | undefined): string {
  const inside = join(dataFolder, 'postgres')
  if (!account || canBeOpened(dataFolder, account)) return inside
  const outside = join(stateFolder(), randomBytes(6).toString('hex'))
  mkdirSync(outside, { mode: 0o711 })
  return join(outside, 'postgres')
}

/** A data folder closed to others (0700, root's) is opened to the postgres group alone, and for traversal only. */
function canBeOpened(dataFolder: string, account: SystemAccount): boolean {
  if (canReach(account, dataFolder)) return true
  const { gid, mode } = statSync(dataFolder)
  chownSync(dataFolder, 0, account.gid)
  chmodSync(dataFolder, (mode & 0o700) | 0o050)
  if (canReach(account, dataFolder)) return true
  chownSync(dataFolder, 0, gid)
  chmodSync(dataFolder, mode)
  return false
}

const secretsFile = (dataFolder: string) => join(dataFolder, 'postgres.json')
const runningFile = (dataFolder: string) => join(dataFolder, 'postgres-running.json')
const newPassword = () => randomBytes(24).toString('hex')

function writeAtomically(file: string, content: unknown): void {
  writeFileSync(`${file}.new`, JSON.stringify(content), { mode: 0o600 })
  renameSync(`${file}.new`, file)
}

function readJson<T>(file: string): T | undefined {
  if (!existsSync(file)) return undefined
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as T
  } catch (error) {
    throw new CannotStart(
      `${file} est illisible (${error instanceof Error ? error.message : error}) : reprenez-le d’une sauvegarde.`,
    )
  }
}

/**
 * A lasting folder of root's that every account can traverse, for what the `postgres` account must reach when
 * the clone or the data folder stands under a closed folder such as a 0700 home. Root only.
 */
export function stateFolder(): string {
  const folder = ['/var/lib/parvis', '/var/tmp/parvis'].find(isOurs)
  if (folder) return folder
  throw new CannotStart(
    'PostgreSQL ne peut pas tourner ici : ni /var/lib/parvis ni /var/tmp/parvis ne peuvent être créés. Placez PARVIS_DATA dans un dossier que le compte « postgres » peut traverser.',
  )
}

function isOurs(folder: string): boolean {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o755 })
    const found = lstatSync(folder)
    // /var/tmp is world-writable: binaries in a folder that another account prepared there must not be run.
    if (!found.isDirectory() || found.uid !== 0) return false
    chmodSync(folder, 0o755)
    return true
  } catch {
    return false
  }
}
