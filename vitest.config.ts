import { defineConfig } from 'vitest/config'

// Tests run the packages' sources, so that a change is tested without a build in between.
const conditions = ['skep:source', 'node', 'import', 'module', 'default']

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions, externalConditions: conditions } },
  test: {
    include: ['{packages,operators,services,cli,e2e,examples,scripts,bench}/**/*.test.ts'],
    exclude: ['**/node_modules/**', '**/dist/**'],
    testTimeout: 20_000,
    reporters: ['default', './scripts/summary-reporter.ts'],
  },
})
