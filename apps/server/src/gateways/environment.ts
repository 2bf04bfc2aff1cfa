export type Environment = Record<string, string | undefined>

/** The names and addresses of this machine alone (RFC 6761, RFC 1122): nobody else reaches them, and no DNS answers for them. */
export function isLoopback(hostname: string): boolean {
  return /^(127(\.\d{1,3}){3}|\[?::1\]?|([a-z0-9-]+\.)*localhost)$/i.test(hostname)
}

/** Production unless NODE_ENV says development or test, in these words: a misspelt one must not open the development calls. */
export function isProduction(env: Environment): boolean {
  return oneOf(env, 'NODE_ENV', ['production', 'development', 'test'], 'production') === 'production'
}

/** The value of a setting that must be there once its provider is chosen; `expected` says in French what it is. */
export function needed(env: Environment, name: string, expected: string): string {
  const value = env[name]?.trim()
  if (!value) throw new Error(`${name} manque : ${expected}`)
  return value
}

export function optional(env: Environment, name: string): string | undefined {
  return env[name]?.trim() || undefined
}

export function oneOf<T extends string>(env: Environment, name: string, values: readonly T[], fallback: T): T {
  const written = optional(env, name)
  if (written === undefined) return fallback
  const value = values.find((candidate) => candidate === written)
  if (value === undefined) throw new Error(`${name} doit être ${values.join(' ou ')}, et non « ${written} »`)
  return value
}

/** An http(s) address without final slash, query or password; https unless it stays on this machine or network. */
export function address(env: Environment, name: string, fallback: string): string {
  const written = (optional(env, name) ?? fallback).replace(/(?<!\/)\/+$/, '')
  if (!isServiceAddress(written))
    throw new Error(`${name} doit être une adresse https, sans paramètres ni mot de passe`)
  return written
}

function isServiceAddress(written: string): boolean {
  if (!URL.canParse(written)) return false
  const { protocol, hostname, username, password, search } = new URL(written)
  if (username || password || search) return false
  return protocol === 'https:' || (protocol === 'http:' && isInside(hostname))
}

/** This machine, a private IPv4 address, or a name without dot (a service of the same container network). */
function isInside(hostname: string): boolean {
  return (
    /^(127\.|10\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.)[\d.]+$/.test(hostname) || /^(\[::1\]|[^.]+)$/.test(hostname)
  )
}
