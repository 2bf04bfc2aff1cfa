import { defineConfig } from 'vitest/config'

const setupFiles = ['./scripts/testing/fail-on-console-error.ts']
const project = (name: string, include: string[], globalSetup: string[] = []) => ({
  extends: true as const,
  test: { name, include, setupFiles, globalSetup, environment: 'node' as const },
})

export default defineConfig({
  test: {
    pool: 'forks',
    maxWorkers: 2,
    // The modules of the product are loaded once per worker: half of the time of a run was loading them for each file.
    isolate: false,
    testTimeout: 30_000,
    hookTimeout: 60_000,
    passWithNoTests: false,
    allowOnly: false,
    projects: [
      project('packages', ['packages/*/src/**/*.test.ts']),
      project('portal', ['apps/portal/src/**/*.test.{ts,tsx}']),
      project('site', ['apps/site/src/**/*.test.ts']),
      project('server', ['apps/server/**/*.test.ts', 'harness/**/*.test.ts'], ['./harness/server/global-setup.ts']),
      project('scripts', ['scripts/**/*.test.ts']),
    ],
  },
})
