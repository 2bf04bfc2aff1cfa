import { chmodSync, lstatSync, mkdirSync } from 'node:fs'
import { CannotStart } from '../cannot-start.ts'

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
    // /var/tmp is everybody's: a folder prepared there by someone else must not be trusted with our binaries.
    if (!found.isDirectory() || found.uid !== 0) return false
    chmodSync(folder, 0o755)
    return true
  } catch {
    return false
  }
}
