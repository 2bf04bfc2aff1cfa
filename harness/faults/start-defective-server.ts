import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { freePort } from '../../apps/server/src/db/embedded/free-port.ts'
import { tryCall } from '../bench/parts/http-client.ts'
import { until } from './until.ts'

const main = fileURLToPath(new URL('./defective-server.ts', import.meta.url))

export type DefectiveServer = AsyncDisposable & {
  base: string
  pid: number
  isAlive(): boolean
}

/** A small server with one defect that ours must not have (see defective-server.ts), in a process of its own. */
export async function startDefectiveServer(
  defect:
    | 'no query timeout'
    | 'no client error listener'
    | 'a connection per call'
    | 'in-flight cap off'
    | 'no request timeout'
    | 'no limit for readers'
    | 'no limit for bodies',
  url = '',
  more: Record<string, string> = {},
): Promise<DefectiveServer> {
  const port = await freePort()
  const child = spawn(process.execPath, [main, defect, String(port), url], {
    env: { ...process.env, ...more },
    stdio: 'ignore',
  })
  const endWithUs = () => child.kill('SIGKILL')
  process.once('exit', endWithUs)
  const end = once(child, 'exit')
  const base = `http://127.0.0.1:${port}`
  const answers = async () => (await tryCall(base, 'GET', '/', { timeout: 5_000 })).status > 0
  await until(`the server with ${defect}`, 30_000, answers)
  return {
    base,
    pid: child.pid ?? 0,
    isAlive: () => child.exitCode === null && child.signalCode === null,
    [Symbol.asyncDispose]: async () => {
      child.kill('SIGKILL')
      await end
      process.off('exit', endWithUs)
    },
  }
}
