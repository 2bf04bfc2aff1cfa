import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Optional packages (binaries of other machines) that the lockfile does not list. npm leaves them out when the registry in use
 * does not have them, and "npm ci" then refuses the lockfile everywhere.
 */
export function brokenLockfileRules(root) {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))
  return Object.entries(packages).flatMap(([path, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies)
      .filter((name) => !packages[`node_modules/${name}`] && !packages[`${path}/node_modules/${name}`])
      .map((name) => `package-lock.json lacks ${name}, optional for ${path || 'the project'}`),
  )
}
