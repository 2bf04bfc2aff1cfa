import { defineConfig } from '@playwright/test'

// CHROMIUM_PATH and CHROMIUM_ARGS come from scripts/e2e.mjs, E2E_BASE_URL from the global set-up.
const executablePath = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium-headless-shell'
const args = ['--no-sandbox', '--disable-dev-shm-usage', ...(process.env.CHROMIUM_ARGS?.split(' ') ?? [])]

const matrices = /@matrix/
const teamPages = ['**/operator.e2e.ts', '**/stats.e2e.ts']

export default defineConfig({
  testDir: 'e2e',
  // The team's pages list everybody: they are looked at first, before the other journeys fill the town.
  // Matrices play one deed in many forms, sizes or builds: `npm run e2e -- --project matrices`, apart from `npm test`.
  projects: [
    { name: 'team', testMatch: teamPages, grepInvert: matrices },
    { name: 'town', testMatch: '**/*.{e2e,spec,test}.ts', testIgnore: teamPages, grepInvert: matrices },
    { name: 'matrices', testMatch: '**/*.{e2e,spec,test}.ts', grep: matrices },
  ],
  outputDir: 'test-results/e2e',
  globalSetup: './scripts/testing/server-setup.mjs',
  fullyParallel: true,
  // One more than the cores of the smallest machine: journeys wait for slow networks and clocks more than they work.
  workers: 3,
  timeout: 60_000,
  expect: { timeout: 7_000 },
  forbidOnly: true,
  // One more try, for a machine that is held up: the report names each journey that needed it, with its trace.
  retries: 1,
  reporter: [['list'], ['json', { outputFile: 'test-results/e2e.json' }]],
  use: {
    baseURL: process.env.E2E_BASE_URL ?? '',
    locale: 'fr-FR',
    timezoneId: 'Europe/Paris',
    // The worker would make the navigations that journeys refuse or delay; those about it allow it.
    serviceWorkers: 'block',
    launchOptions: { executablePath, args },
    screenshot: 'only-on-failure',
    trace: 'on-first-retry',
    // No journey waits for a movement to end; the one that watches a movement asks for it.
    contextOptions: { reducedMotion: 'reduce' },
  },
})
