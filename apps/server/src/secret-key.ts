import { randomBytes } from 'node:crypto'
import { existsSync, linkSync, mkdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { type Environment, isProduction, noteFault, optional, readOr } from './gateways/environment.ts'
import { pairOf } from './signing-keys.queries.ts'

export type Secrets = {
  /** 32 bytes from which keys of codes, signed addresses and sealed documents are derived. */
  secretKey: Buffer
  /** Private half of the key of attestations, 32 bytes in base64url; absent, the database makes and keeps one. */
  signingPrivateKey: string | undefined
}

export function readKeySettings(env: Environment, dataFolder: string): Secrets {
  const secretKey = readOr(env, 'SECRET_KEY', Buffer.alloc(0), () => readSecretKey(env, dataFolder))
  return { secretKey, signingPrivateKey: readSigningKey(env) }
}

function readSigningKey(env: Environment): string | undefined {
  const written = optional(env, 'SIGNING_PRIVATE_KEY')
  try {
    if (written !== undefined) pairOf(written)
  } catch {
    noteFault(env, 'SIGNING_PRIVATE_KEY', 'SIGNING_PRIVATE_KEY doit être une clé P-256 : 32 octets en base64url')
  }
  return written
}

const expected = 'doit être fait de 64 chiffres hexadécimaux (openssl rand -hex 32)'

/**
 * The 32 bytes of SECRET_KEY, of the file that SECRET_KEY_FILE names, or of `secret.key` in the data folder, which a
 * first start makes. Production takes the first two only, and no file beside what it seals. Throws an Error in French
 * for anything but 64 hexadecimal digits: an empty key would seal with what everybody can derive.
 */
export function readSecretKey(env: Environment, dataFolder: string): Buffer {
  const written = optional(env, 'SECRET_KEY')
  if (written !== undefined) return decodeKey(written, 'SECRET_KEY')
  const named = optional(env, 'SECRET_KEY_FILE')
  const own = join(dataFolder, 'secret.key')
  if (isProduction(env)) refuseBeside(named, dataFolder, own)
  else if (named === undefined) makeOnce(dataFolder, own)
  return readKeyFile(named === undefined ? own : resolve(named), named === undefined ? own : 'SECRET_KEY_FILE')
}

function refuseBeside(named: string | undefined, dataFolder: string, own: string): void {
  if (named === undefined) {
    const move = existsSync(own) ? `déplacez ${own} ailleurs et indiquez-le` : 'ou un fichier'
    throw new Error(`SECRET_KEY manque : 64 chiffres hexadécimaux (openssl rand -hex 32), ${move} par SECRET_KEY_FILE`)
  }
  const path = relative(realPath(dataFolder), realPath(resolve(named)))
  if (path.startsWith('..') || resolve(path) === path) return
  throw new Error(`SECRET_KEY_FILE doit être hors de ${dataFolder} : qui copie les données n’a pas à avoir leur clé`)
}

function realPath(path: string): string {
  return existsSync(path) ? realpathSync(path) : path
}

function readKeyFile(file: string, name: string): Buffer {
  if (!existsSync(file)) throw new Error(`${name} manque : ${file} n’existe pas`)
  return decodeKey(readFileSync(file, 'utf8').trim(), name)
}

function decodeKey(text: string, name: string): Buffer {
  if (!/^[0-9a-f]{64}$/i.test(text)) throw new Error(`${name} ${expected}`)
  return Buffer.from(text, 'hex')
}

/** Atomic: a temporary file, hard-linked once complete. A full disk or a second process never leaves a part of a key. */
function makeOnce(dataFolder: string, file: string): void {
  const aside = `${file}.${process.pid}-${randomBytes(4).toString('hex')}`
  try {
    mkdirSync(dataFolder, { recursive: true })
    if (!existsSync(file)) linkWhole(file, aside)
  } catch {
    if (existsSync(file)) return
    throw new Error(`PARVIS_DATA doit être un dossier où l’on peut écrire : ${dataFolder} n’en est pas un`)
  }
}

function linkWhole(file: string, aside: string): void {
  try {
    writeFileSync(aside, randomBytes(32).toString('hex'), { mode: 0o600, flag: 'wx', flush: true })
    linkSync(aside, file)
  } finally {
    rmSync(aside, { force: true })
  }
}
