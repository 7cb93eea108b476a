import { defineConfig } from 'vitest/config'

// Tests run the packages' sources, so that a change is tested without a build in between.
// `import` and `require` are added where they apply; named here, node would take `import` for `require` as well.
const conditions = ['skep:source', 'node']

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions, externalConditions: conditions } },
  test: {
    include: ['{packages,operators,providers,services,cli,e2e,examples,scripts,bench}/**/*.test.ts'],
    exclude: ['**/node_modules/**', '**/dist/**'],
    testTimeout: 20_000,
    // Tests keep to themselves: none changes a module for others. Loading everything anew for each file takes longer than they do.
    isolate: false,
    // Many tests wait for programs that they started: both cores of a small machine find something to do.
    maxWorkers: 2,
    reporters: ['default', './scripts/summary-reporter.ts'],
  },
})
