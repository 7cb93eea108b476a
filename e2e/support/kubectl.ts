import { dirname } from 'node:path'
import { afterAll, beforeAll, describe } from 'vitest'
import { startTestCluster, type TestCluster } from './cluster.ts'
import { itWith, type ProgramName, programs } from './programs.ts'
import type { Shell } from './shell.ts'

/** What a test with kubectl works with. */
export interface KubectlUser {
  sh: Shell
  /** The namespace of this test, which kubectl uses unless told otherwise. */
  namespace: string
  cluster: TestCluster
  /** Whether kubectl is 1.20. */
  old: boolean
}

type KubectlTest = (user: KubectlUser) => Promise<void>

/** How to add tests that run with every kubectl. */
export interface KubectlTests {
  test(name: string, run: KubectlTest): void
  /** A test that kubectl 1.20 cannot run; the reason says why, and is for the reader. */
  testNewer(reason: string, name: string, run: KubectlTest): void
}

/** The kubectls that users have: the machine's own, and Debian's old one. */
const KUBECTLS = [
  { program: 'kubectl', old: false },
  { program: 'oldKubectl', old: true },
] as const

/** Runs the same tests with every kubectl, against one server, each test in a namespace and a home of its own. */
export function describeKubectl(
  title: string,
  define: (tests: KubectlTests) => void,
  options: { nodes?: number } = {},
): void {
  describe(title, () => {
    let cluster: TestCluster
    beforeAll(async () => {
      cluster = await startTestCluster(options)
    })
    afterAll(() => cluster.close())

    describe.each(KUBECTLS)('$program', ({ program, old }) => {
      const it = itWith(program)
      const test: KubectlTests['test'] = (name, run) =>
        it(name, async () => {
          const namespace = await cluster.namespace()
          await run({ sh: cluster.shell(namespace, searchFirst(program)), namespace, cluster, old })
        })
      define({ test, testNewer: (_reason, name, run) => (old ? undefined : test(name, run)) })
    })
  })
}

/** The folder to search first for `kubectl` to be this one; none for the machine's own. */
function searchFirst(program: ProgramName): string[] {
  const { command } = programs[program]
  return command.includes('/') ? [dirname(command)] : []
}
