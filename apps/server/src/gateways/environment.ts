export type Environment = Record<string, string | undefined>

/** What is wrong with the settings, in French: one line per fault. */
export class ConfigError extends Error {}

/** The faults noted so far, by setting, while `collectFaults` reads. */
let collecting: { env: Environment; faults: Map<string, string> } | undefined

/**
 * Runs the readers of `env` to their end, then throws one ConfigError with every fault they noted, so that the operator corrects
 * them all at once. A reader that notes a fault goes on with its default, which is discarded.
 */
export function collectFaults<T>(env: Environment, read: () => T): T {
  if (collecting?.env === env) return read()
  const faults = new Map<string, string>()
  collecting = { env, faults }
  try {
    const settings = read()
    if (faults.size === 0) return settings
  } finally {
    collecting = undefined
  }
  throw new ConfigError([...faults.values()].join('\n'))
}

/** Notes that the setting `name` is wrong; only the first fault of a name is kept. Outside `collectFaults` it throws at once. */
export function noteFault(env: Environment, name: string, sentence: string): void {
  if (collecting?.env !== env) throw new ConfigError(sentence)
  if (!collecting.faults.has(name)) collecting.faults.set(name, sentence)
}

/** What `read` returns; when it throws, its message is a fault of `name`. */
export function readOr<T>(env: Environment, name: string, fallback: T, read: () => T): T {
  try {
    return read()
  } catch (error) {
    noteFault(env, name, error instanceof Error ? error.message : String(error))
    return fallback
  }
}

/** Names and addresses of the loopback (RFC 6761, RFC 1122): no other machine reaches them and no DNS resolves them. */
export function isLoopback(hostname: string): boolean {
  return /^(127(\.\d{1,3}){3}|\[?::1\]?|([a-z0-9-]+\.)*localhost)$/i.test(hostname)
}

/**
 * Production unless NODE_ENV is exactly `development` or `test`: a misspelt value must not open the development calls. A fault
 * here ends the start alone, since the other settings depend on it.
 */
export function isProduction(env: Environment): boolean {
  const places = ['production', 'development', 'test']
  const written = optional(env, 'NODE_ENV') ?? 'production'
  if (!places.includes(written)) throw new ConfigError(notOneOf('NODE_ENV', places, written))
  return written === 'production'
}

/** The value of a setting that its provider requires; `expected` says in French what it is. */
export function needed(env: Environment, name: string, expected: string): string {
  const value = optional(env, name)
  if (value === undefined) noteFault(env, name, `${name} manque : ${expected}`)
  return value ?? ''
}

export function optional(env: Environment, name: string): string | undefined {
  return env[name]?.trim() || undefined
}

export function oneOf<T extends string>(env: Environment, name: string, values: readonly T[], fallback: T): T {
  const written = optional(env, name)
  if (written === undefined) return fallback
  const value = values.find((candidate) => candidate === written)
  if (value === undefined) noteFault(env, name, notOneOf(name, values, written))
  return value ?? fallback
}

const notOneOf = (name: string, values: readonly string[], written: string): string =>
  `${name} doit être ${values.join(' ou ')}, et non « ${written} »`

export function wholeNumber(env: Environment, name: string, fallback: number, min: number, max: number): number {
  const written = env[name]
  if (!written) return fallback
  const value = Number(written)
  if (Number.isInteger(value) && value >= min && value <= max) return value
  noteFault(env, name, `${name} doit être un nombre entier de ${min} à ${max}, et non « ${written} »`)
  return fallback
}

/** A public http(s) address, without final slash. */
export function webAddress(env: Environment, name: string): string | undefined {
  const written = env[name]?.replace(/(?<!\/)\/+$/, '')
  if (!written) return undefined
  if (URL.canParse(written) && /^https?:/.test(written)) return written
  noteFault(env, name, `${name} doit être une adresse http(s)`)
  return undefined
}

/** Words separated by commas or spaces. */
export const wordsOf = (written: string | undefined): string[] => (written ?? '').split(/[\s,]+/).filter(Boolean)

/** The address of a service, without final slash, query or password; https unless it stays on this machine or network. */
export function address(env: Environment, name: string, fallback: string): string {
  const written = (optional(env, name) ?? fallback).replace(/(?<!\/)\/+$/, '')
  if (isServiceAddress(written)) return written
  noteFault(env, name, `${name} doit être une adresse https, sans paramètres ni mot de passe`)
  return fallback || 'https://localhost'
}

function isServiceAddress(written: string): boolean {
  if (!URL.canParse(written)) return false
  const { protocol, hostname, username, password, search } = new URL(written)
  if (username || password || search) return false
  return protocol === 'https:' || (protocol === 'http:' && isInside(hostname))
}

/** True for this machine, a private IPv4 address, or a name without dot (a service of the same container network). */
function isInside(hostname: string): boolean {
  return (
    /^(127\.|10\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.)[\d.]+$/.test(hostname) || /^(\[::1\]|[^.]+)$/.test(hostname)
  )
}
