import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process'
import { once } from 'node:events'
import { until } from '../../faults/until.ts'
import { tryCall } from './http-client.ts'

type Ending = 'SIGKILL' | 'SIGTERM'

const running = new Map<ChildProcess, Ending>()
process.on('exit', () => {
  for (const [child, end] of running) child.kill(end)
})

export type OwnedProcess = ReturnType<typeof startProcess>

/** A program beside us, which ends when we do; disposed of, it has ended by `end`. */
export function startProcess(
  program: string,
  args: readonly string[],
  { end = 'SIGKILL', ...options }: SpawnOptions & { end?: Ending } = {},
) {
  const child = spawn(program, args, { stdio: 'ignore', ...options })
  running.set(child, end)
  child.once('exit', () => running.delete(child))
  return {
    pid: child.pid ?? 0,
    isAlive: () => isAlive(child),
    /** Sends the signal and, when it ends the process, waits for its end. */
    signal: (name: Ending | 'SIGSTOP' | 'SIGCONT') => signal(child, name),
    [Symbol.asyncDispose]: () => signal(child, end),
  }
}

/** The same, once it answers at that port: anything at `/`, or 200 at that path. */
export async function startAnswering(
  program: string,
  args: readonly string[],
  { port, path = '/', env = {}, end }: { port: number; path?: string; env?: Record<string, string>; end?: Ending },
) {
  const base = `http://127.0.0.1:${port}`
  const child = startProcess(program, args, { env: { ...process.env, ...env }, ...(end && { end }) })
  const isUp = async () => {
    const { status } = await tryCall(base, 'GET', path, { timeout: 5_000 })
    return path === '/' ? status > 0 : status === 200
  }
  await until(`${program} ${args[0]}`, 30_000, isUp)
  return { ...child, base }
}

/** Ends all that was started. */
export async function stopProcesses(): Promise<void> {
  await Promise.all([...running].map(([child, end]) => signal(child, end)))
}

const isAlive = ({ exitCode, signalCode }: ChildProcess) => exitCode === null && signalCode === null

async function signal(child: ChildProcess, name: NodeJS.Signals): Promise<void> {
  if (!isAlive(child)) return
  const end = name === 'SIGKILL' || name === 'SIGTERM' ? once(child, 'exit') : undefined
  child.kill(name)
  await end
}
