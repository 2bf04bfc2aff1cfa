import type { TestProject } from 'vitest/node'
import type { DatabaseUrls } from '../../apps/server/src/db/embedded/running-postgres.ts'
import { buildSite } from '../../scripts/steps/build-apps.mjs'
import { ensureTemplate } from './test-database.ts'
import { joinTestServer } from './test-server.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    testDatabase: { servers: DatabaseUrls; template: string }
  }
}

/** Once per run: a PostgreSQL to test on (TEST_DATABASE_URL, else ours; TEST_POSTGRES=15 for Debian's) and its migrated template. */
export default async function globalSetup(project: TestProject): Promise<() => Promise<void>> {
  buildSite()
  const given = process.env.TEST_DATABASE_URL
  const server = given
    ? { urls: { url: given, ownerUrl: given }, alone: false, leave: async () => {} }
    : await joinTestServer(process.env.TEST_POSTGRES)
  try {
    const template = await ensureTemplate(server.urls, server.alone)
    project.provide('testDatabase', { servers: server.urls, template })
  } catch (error) {
    await server.leave()
    throw error
  }
  return () => server.leave()
}
