// oxlint-disable no-empty-pattern -- Playwright reads the names of what a fixture needs from this pattern.
import { join } from 'node:path'
import { temporaryFolder } from '@parvis/harness/temporary-folder'
import { startServer } from '../scripts/steps/start-server.mjs'
import { test as quiet } from './quiet.ts'

/** Journeys on a second server, that has an application of Meta: the other one must show what happens without. */
export const test = quiet.extend<object, { sharingBase: string }>({
  sharingBase: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of what a fixture needs from this pattern.
    async ({}, use, { workerIndex }) => {
      using folder = temporaryFolder('parvis-e2e-sharing')
      const logFile = join('test-results', `e2e-sharing-server-${workerIndex}.log`)
      await using server = await startServer({
        dataFolder: folder.path,
        logFile,
        settings: { FACEBOOK_APP_ID: '1234567890' },
      })
      await use(server.base)
    },
    { scope: 'worker', timeout: 90_000 },
  ],
  baseURL: async ({ sharingBase }, use) => use(sharingBase),
})
