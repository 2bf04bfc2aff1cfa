import { spawn } from 'node:child_process'

/** Runs a command, keeping its output: resolves to its exit code, what it printed and how long it took. */
export function runQuietly(command, args, options = {}) {
  const started = performance.now()
  return new Promise((resolve) => {
    const child = spawn(command, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] })
    const pieces = []
    const keep = (piece) => {
      pieces.push(piece)
      options.onOutput?.(piece)
    }
    const end = (code) =>
      resolve({ code, output: Buffer.concat(pieces).toString('utf8'), seconds: (performance.now() - started) / 1000 })
    child.stdout.on('data', keep)
    child.stderr.on('data', keep)
    child.on('error', (error) => {
      keep(Buffer.from(error.message))
      end(127)
    })
    child.on('close', (code) => end(code ?? 1))
  })
}
