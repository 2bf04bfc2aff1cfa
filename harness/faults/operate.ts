import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const operator = fileURLToPath(new URL('../../apps/server/src/operator/main.ts', import.meta.url))

/** `npm run operator -- …` on that data folder. */
export async function operate(dataFolder: string, args: readonly string[], more: Record<string, string> = {}) {
  const env = { ...process.env, PARVIS_DATA: dataFolder, NODE_ENV: 'development', DATABASE_URL: '', ...more }
  await promisify(execFile)(process.execPath, [operator, ...args], { env })
}
