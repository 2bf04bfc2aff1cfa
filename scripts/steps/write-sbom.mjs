import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './root.mjs'

/** The list of what the build and the server are made of (CycloneDX), from the lockfile alone: two builds of it are alike. */
export function writeSbom(file) {
  const { packages, version } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))
  const components = Object.entries(packages)
    .filter(([path, { link }]) => path.includes('node_modules/') && !link)
    .map(([path, entry]) => component(entry.name ?? path.slice(path.lastIndexOf('node_modules/') + 13), entry))
  const application = { type: 'application', name: 'parvis', version }
  const bom = {
    bomFormat: 'CycloneDX',
    specVersion: '1.5',
    version: 1,
    metadata: { component: application },
    components,
  }
  writeFileSync(file, `${JSON.stringify(bom, null, 1)}\n`)
}

/** `excluded`: needed to build, check or test only. */
function component(name, { version, license, integrity, dev, optional, resolved }) {
  return {
    type: 'library',
    name,
    version,
    scope: dev ? 'excluded' : optional ? 'optional' : 'required',
    purl: `pkg:npm/${name.replace('@', '%40')}@${version}`,
    ...(license && { licenses: [{ license: { name: license } }] }),
    ...(integrity && { hashes: hashesOf(integrity) }),
    ...(resolved && { externalReferences: [{ type: 'distribution', url: resolved }] }),
  }
}

const algorithms = { sha512: 'SHA-512', sha256: 'SHA-256', sha1: 'SHA-1' }

function hashesOf(integrity) {
  return integrity.split(' ').map((hash) => {
    const [algorithm, content] = hash.split(/-(.*)/)
    return { alg: algorithms[algorithm], content: Buffer.from(content, 'base64').toString('hex') }
  })
}
