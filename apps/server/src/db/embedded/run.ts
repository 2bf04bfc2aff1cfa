import { spawn } from 'node:child_process'

/** Runs a command to its end; never throws: a command that cannot start has code -1 and the reason as output. */
export function run(
  command: string,
  args: string[],
  options: { cwd: string; uid?: number; gid?: number },
): Promise<{ code: number; output: string }> {
  return new Promise((resolve) => {
    const child = spawn(command, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] })
    const pieces: Buffer[] = []
    const output = () => Buffer.concat(pieces).toString('utf8')
    child.stdout.on('data', (piece: Buffer) => pieces.push(piece))
    child.stderr.on('data', (piece: Buffer) => pieces.push(piece))
    child.on('error', (error) => resolve({ code: -1, output: error.message }))
    child.on('close', (code) => resolve({ code: code ?? -1, output: output() }))
  })
}
