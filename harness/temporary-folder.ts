import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** An empty folder under that of the system, which goes with all that it holds. */
export function temporaryFolder(name: string): Disposable & { path: string } {
  const path = mkdtempSync(join(tmpdir(), `${name}-`))
  return { path, [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true }) }
}
