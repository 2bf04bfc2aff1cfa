import { fileURLToPath } from 'node:url'
import { freePort } from '../../apps/server/src/db/embedded/free-port.ts'
import { startAnswering } from '../bench/parts/owned-process.ts'
import type { Defect } from './defective-server.ts'

const main = fileURLToPath(new URL('./defective-server.ts', import.meta.url))

export type DefectiveServer = Awaited<ReturnType<typeof startDefectiveServer>>

/** A small server with one defect that ours must not have (see defective-server.ts), in a process of its own. */
export async function startDefectiveServer(defect: Defect, url = '', env: Record<string, string> = {}) {
  const port = await freePort()
  return await startAnswering(process.execPath, [main, defect, String(port), url], { port, env })
}
