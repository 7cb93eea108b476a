import type { Reporter, TestModule } from 'vitest/node'

/** Ends the run with one line that people and programs can read: `N passed, N failed`. What was skipped stands before it. */
export default class SummaryReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], errors: readonly unknown[]): void {
    const counts = { passed: 0, failed: errors.length, skipped: 0, pending: 0 }
    for (const module of modules) {
      for (const test of module.children.allTests()) counts[test.result().state] += 1
      // A file that cannot be loaded has no tests, but it has failed all the same.
      if (module.state() === 'failed' && module.errors().length > 0) counts.failed += 1
    }
    if (counts.skipped > 0) console.log(`${counts.skipped} skipped`)
    console.log(`${counts.passed} passed, ${counts.failed} failed`)
  }
}
