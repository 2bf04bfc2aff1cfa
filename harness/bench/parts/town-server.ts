import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { fetchTransport } from '@parvis/client/client'
import { temporaryFolder } from '../../temporary-folder.ts'
import { createTownClient, signIn } from '../../town/town-client.ts'
import { startServerProcess } from './testbed.ts'

/** A server with the demonstration town loaded, and the session of its baker; everything goes with it. */
export type TownServer = Awaited<ReturnType<typeof openTown>>

const loader = fileURLToPath(new URL('../../town/main.ts', import.meta.url))
const baker = '+33600000001'

export async function openTown() {
  await using owned = new AsyncDisposableStack()
  const { path: folder } = owned.use(temporaryFolder('bench-town'))
  const { base } = owned.use(await startServerProcess({ dataFolder: folder, env: { RATE_LIMITS: 'relaxed' } }))
  await load(base)
  const token = await signIn(createTownClient(fetchTransport(base)), baker)
  const all = owned.move()
  return { base, token, folder, [Symbol.asyncDispose]: () => all.disposeAsync() }
}

async function load(base: string): Promise<void> {
  const child = spawn(process.execPath, [loader, '--once'], {
    env: { ...process.env, PUBLIC_URL: base },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const [code] = await once(child, 'exit')
  if (code !== 0) throw new Error(`the town could not be loaded (${code})`)
}
