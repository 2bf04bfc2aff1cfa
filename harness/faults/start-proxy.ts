import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { call } from '../bench/parts/http-client.ts'
import { until } from './until.ts'

export type ProxyServer = AsyncDisposable & { base: string }

/** A proxy in the foreground, once what is behind it answers on that port; it ends with us. */
export async function startProxy(program: string, args: readonly string[], port: number): Promise<ProxyServer> {
  const child = spawn(program, args, { stdio: 'ignore' })
  const endWithUs = () => child.kill('SIGTERM')
  process.once('exit', endWithUs)
  const end = once(child, 'exit')
  const base = `http://127.0.0.1:${port}`
  await until(program, 15_000, async () => {
    return (await call(base, 'GET', '/v1/health', { timeout: 5_000 }).catch(() => undefined))?.status === 200
  })
  return {
    base,
    [Symbol.asyncDispose]: async () => {
      child.kill('SIGTERM')
      await end
      process.off('exit', endWithUs)
    },
  }
}

/** Why this program cannot be started here, when it cannot. */
export function missesProgram(program: string, debianPackage: string, version = '-v'): string | undefined {
  try {
    execFileSync(program, [version], { stdio: 'ignore' })
    return undefined
  } catch {
    return `${program} is not installed (apt-get install ${debianPackage})`
  }
}
