import { type Environment, noteFault } from './gateways/environment.ts'

export type DatabaseAddresses = {
  /** Absent: the embedded PostgreSQL under the data folder. */
  databaseUrl: string | undefined
  /** The same database as the role that owns its tables; absent, the role of `databaseUrl` migrates them too. */
  migrationDatabaseUrl: string | undefined
  /** The same database without a pooler in between, for LISTEN, jobs and migrations; absent, `databaseUrl` is direct. */
  directDatabaseUrl: string | undefined
}

/** Reads DATABASE_URL, MIGRATION_DATABASE_URL and DIRECT_DATABASE_URL; faults are noted, all are named at once. */
export function readDatabaseAddresses(env: Environment): DatabaseAddresses {
  const databaseUrl = databaseAddress(env, 'DATABASE_URL')
  const migrationDatabaseUrl = databaseAddress(env, 'MIGRATION_DATABASE_URL')
  if (migrationDatabaseUrl && !databaseUrl)
    noteFault(env, 'MIGRATION_DATABASE_URL', 'MIGRATION_DATABASE_URL n’a de sens qu’avec DATABASE_URL')
  const directDatabaseUrl = databaseAddress(env, 'DIRECT_DATABASE_URL')
  if (directDatabaseUrl && !databaseUrl)
    noteFault(env, 'DIRECT_DATABASE_URL', 'DIRECT_DATABASE_URL n’a de sens qu’avec DATABASE_URL')
  return { databaseUrl, migrationDatabaseUrl, directDatabaseUrl }
}

function databaseAddress(env: Environment, name: string): string | undefined {
  const url = env[name]
  if (!url) return undefined
  if (!/^postgres(ql)?:\/\//.test(url)) noteFault(env, name, `${name} doit commencer par postgres://`)
  if (namesSeveralHosts(url))
    noteFault(
      env,
      name,
      `${name} nomme plusieurs serveurs : indiquez une seule adresse, celle qui mène toujours au serveur principal`,
    )
  return url
}

/**
 * A database URL with several hosts: pg would read `a,b` as one name and ignore `target_session_attrs`, so that a standby would
 * be used as the leader.
 */
function namesSeveralHosts(url: string): boolean {
  const [authority = ''] = url.replace(/^\w+:\/\//, '').split(/[/?#]/)
  return authority.split('@').at(-1)?.includes(',') === true || /[?&]host=[^&]*(,|%2c)/i.test(url)
}
