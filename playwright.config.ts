import { defineConfig } from '@playwright/test'

// CHROMIUM_PATH and CHROMIUM_ARGS come from scripts/e2e.mjs, E2E_BASE_URL from the global set-up.
const executablePath = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium'
const args = ['--no-sandbox', '--disable-dev-shm-usage', ...(process.env.CHROMIUM_ARGS?.split(' ') ?? [])]

export default defineConfig({
  testDir: 'e2e',
  testMatch: '**/*.{e2e,spec,test}.ts',
  outputDir: 'test-results/e2e',
  globalSetup: './scripts/testing/server-setup.mjs',
  fullyParallel: true,
  workers: 2,
  timeout: 60_000,
  expect: { timeout: 7_000 },
  forbidOnly: true,
  retries: 0,
  reporter: [['list'], ['json', { outputFile: 'test-results/e2e.json' }]],
  use: {
    baseURL: process.env.E2E_BASE_URL ?? '',
    locale: 'fr-FR',
    timezoneId: 'Europe/Paris',
    launchOptions: { executablePath, args },
    screenshot: 'only-on-failure',
    trace: 'retain-on-failure',
  },
})
