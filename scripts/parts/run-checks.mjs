import { join } from 'node:path'
import { root } from '../steps/root.mjs'
import { runQuietly } from '../steps/run-quietly.mjs'
import { failedChecks } from './failed-tests.mjs'

/** npm run check, one point per check. */
export async function runChecks() {
  const onOutput = (piece) => process.stdout.write(piece)
  const { output } = await runQuietly(process.execPath, [join(root, 'scripts', 'check.mjs')], { cwd: root, onOutput })
  const [, passed, failed] = /(\d+) passed, (\d+) failed\s*$/.exec(output) ?? [0, 0, 1]
  return { passed: Number(passed), failed: Number(failed), failures: failedChecks(output) }
}
