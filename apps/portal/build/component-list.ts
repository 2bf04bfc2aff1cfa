import { readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Plugin } from 'vite'

type Locked = {
  name?: string
  version: string
  license?: string
  integrity?: string
  resolved?: string
  dev?: boolean
  optional?: boolean
  link?: boolean
}

/** Writes a software bill of materials (SBOM) beside each build. Its name begins with a dot, so that it is not served (T30). */
export function componentList(): Plugin {
  let outDir = ''
  return {
    name: 'parvis:component-list',
    apply: 'build',
    configResolved(config) {
      outDir = resolve(config.root, config.build.outDir)
    },
    // Runs after precompress: no compressed twin is needed for a file that is not served.
    closeBundle: { order: 'post', sequential: true, handler: () => writeComponentList(join(outDir, '.sbom.cdx.json')) },
  }
}

/** The components of the portal and the server (CycloneDX), read from the lockfile alone, so that the list is reproducible. */
export function writeComponentList(file: string): void {
  const lockfile = readFileSync(new URL('../../../package-lock.json', import.meta.url), 'utf8')
  const { packages, version } = JSON.parse(lockfile) as { packages: Record<string, Locked>; version: string }
  const components = Object.entries(packages)
    .filter(([path, { link }]) => path.includes('node_modules/') && !link)
    .map(([path, entry]) => component(entry.name ?? path.slice(path.lastIndexOf('node_modules/') + 13), entry))
  const application = { type: 'application', name: 'parvis', version }
  const list = {
    bomFormat: 'CycloneDX',
    specVersion: '1.5',
    version: 1,
    metadata: { component: application },
    components,
  }
  writeFileSync(file, `${JSON.stringify(list, null, 1)}\n`)
}

/** `excluded`: dependencies needed only to build, check or test. */
function component(name: string, { version, license, integrity, dev, optional, resolved }: Locked) {
  return {
    type: 'library',
    name,
    version,
    scope: dev ? 'excluded' : optional ? 'optional' : 'required',
    purl: `pkg:npm/${name.replace('@', '%40')}@${version}`,
    ...(license && { licenses: [{ license: { name: license } }] }),
    ...(integrity && { hashes: integrity.split(' ').map(hashOf) }),
    ...(resolved && { externalReferences: [{ type: 'distribution', url: resolved }] }),
  }
}

const algorithms: Record<string, string> = { sha512: 'SHA-512', sha256: 'SHA-256', sha1: 'SHA-1' }

function hashOf(written: string) {
  const [algorithm = '', content = ''] = written.split(/-(.*)/)
  return { alg: algorithms[algorithm], content: Buffer.from(content, 'base64').toString('hex') }
}
