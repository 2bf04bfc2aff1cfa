import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { fetchTransport } from '@parvis/client/client'
import { createTownClient, signIn } from '../../town/town-client.ts'
import { startServerProcess } from './server-process.ts'

/** A server with the demonstration town loaded, and the session of its baker; everything goes with `close`. */
export type TownServer = { base: string; token: string; folder: string; pid: number; close(): Promise<void> }

const loader = fileURLToPath(new URL('../../town/main.ts', import.meta.url))
const baker = '+33600000001'

export async function openTown(): Promise<TownServer> {
  const dataFolder = mkdtempSync(join(tmpdir(), 'bench-town-'))
  const server = await startServerProcess({ dataFolder, env: { RATE_LIMITS: 'relaxed' } })
  const close = async () => {
    await server.signal('SIGTERM')
    rmSync(dataFolder, { recursive: true, force: true })
  }
  try {
    await load(server.base)
    const token = await signIn(createTownClient(fetchTransport(server.base)), baker)
    return { base: server.base, token, folder: dataFolder, pid: server.pid, close }
  } catch (error) {
    await close()
    throw error
  }
}

async function load(base: string): Promise<void> {
  const child = spawn(process.execPath, [loader, '--once'], {
    env: { ...process.env, PUBLIC_URL: base },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const [code] = await once(child, 'exit')
  if (code !== 0) throw new Error(`the town could not be loaded (${code})`)
}
