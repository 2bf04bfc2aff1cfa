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
    testTimeout: 30_000,
    hookTimeout: 60_000,
    passWithNoTests: false,
    allowOnly: false,
    projects: [
      project('domain', ['packages/domain/src/**/*.test.ts']),
      project('portal', ['apps/portal/src/**/*.test.{ts,tsx}']),
      project(
        'server',
        ['apps/server/**/*.test.ts', 'town/**/*.test.ts', 'bench/**/*.test.ts'],
        ['./apps/server/src/testing/global-setup.ts'],
      ),
      project('scripts', ['scripts/**/*.test.ts']),
    ],
  },
})
