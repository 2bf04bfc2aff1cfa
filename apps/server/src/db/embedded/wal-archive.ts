import { chmodSync, chownSync, mkdirSync } from 'node:fs'
import { CannotStart } from '../cannot-start.ts'
import { canWrite, type SystemAccount } from './system-account.ts'

/** The journal leaves the machine at least that often while anything is written: G32 allows five minutes. */
const mostSeconds = 240

/** PostgreSQL's settings that copy each finished file of its journal into the folder, compressed, before it is used again. */
export function archiveSettings(folder: string): string[] {
  const file = inShell(`${folder}/%f.gz`)
  const known = `gzip -dc ${file} | cmp -s - "%p"`
  // Under its name once it is whole and on the disk. One that is there already, from before a crash, must be the same.
  const copy = `gzip -c "%p" > ${file}.part && sync ${file}.part && mv ${file}.part ${file} && sync ${inShell(folder)}`
  return [
    'wal_level=replica',
    'archive_mode=on',
    `archive_timeout=${mostSeconds}`,
    `archive_command=if test -f ${file}; then ${known}; else ${copy}; fi`,
  ]
}

/** PostgreSQL's settings that play the journal of the folder again, up to the instant or to its end. */
export function replaySettings(folder: string, until: string | undefined): string[] {
  return [
    `restore_command=gzip -dc ${inShell(`${folder}/%f.gz`)} > "%p"`,
    'recovery_target_action=promote',
    // Ready once all is played, not as soon as something can be read.
    'hot_standby=off',
    // It knows no name of a zone yet, Z among them.
    ...(until === undefined ? [] : [`recovery_target_time=${until.replace('Z', '+00')}`]),
  ]
}

/** Makes the folder, readable by PostgreSQL's account only; throws CannotStart when that account cannot write there. */
export function prepareArchive(folder: string, account: SystemAccount | undefined): void {
  if (process.platform === 'win32') throw new CannotStart('PARVIS_WAL_ARCHIVE demande Linux ou macOS.')
  try {
    if (mkdirSync(folder, { recursive: true, mode: 0o700 }) && account) {
      chownSync(folder, account.uid, account.gid)
      chmodSync(folder, 0o700)
    }
  } catch {
    // Said below.
  }
  if (canWrite(account, folder)) return
  const who = account ? `le compte « ${account.name} »` : 'Parvis'
  throw new CannotStart(`PARVIS_WAL_ARCHIVE : ${who} ne peut pas écrire dans ${folder}.`)
}

/** For /bin/sh, within a setting where % begins a placeholder; %f and %p stay. */
function inShell(path: string): string {
  const [folder = '', name = ''] = path.endsWith('%f.gz') ? [path.slice(0, -5), '%f.gz'] : [path]
  return `'${folder.replaceAll('%', '%%').replaceAll("'", `'\\''`)}${name}'`
}
