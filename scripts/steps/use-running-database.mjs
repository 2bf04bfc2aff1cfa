import { resolve } from 'node:path'
import { root } from './root.mjs'

/**
 * Gives a tool that works beside the server the settings of that server: development and the embedded PostgreSQL
 * of PARVIS_DATA, unless NODE_ENV or DATABASE_URL say otherwise. False when no database runs there.
 */
export async function useRunningDatabase() {
  if (process.env.DATABASE_URL) return true
  process.env.NODE_ENV ||= 'development'
  const { readRunningPostgresUrl } = await import('../../apps/server/src/db/embedded/running-postgres.ts')
  const url = readRunningPostgresUrl(dataFolder())
  if (url) process.env.DATABASE_URL = url
  return Boolean(url)
}

export function dataFolder() {
  return resolve(root, process.env.PARVIS_DATA || '.data')
}
