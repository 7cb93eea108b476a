import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { it } from 'vitest'

const path = (relative: string): string => fileURLToPath(new URL(relative, import.meta.url))

/** Outside programs that tests drive, and whether this machine has them. */
export const programs = {
  /** The machine's own kubectl. */
  kubectl: { command: 'kubectl', present: runs('kubectl', ['version', '--client']) },
  /** What the commands of the guides are made of. */
  'kubectl, curl and jq': {
    command: 'kubectl',
    present: runs('kubectl', ['version', '--client']) && runs('curl', ['--version']) && runs('jq', ['--version']),
  },
  /** Debian's kubectl 1.20, unpacked by scripts/install-test-programs.sh. */
  oldKubectl: {
    command: path('../../.cache/debian-kubectl/usr/bin/kubectl'),
    present: existsSync(path('../../.cache/debian-kubectl/usr/bin/kubectl')),
  },
  /** Debian's python with python3-kubernetes. */
  python: { command: '/usr/bin/python3', present: runs('/usr/bin/python3', ['-c', 'import kubernetes']) },
}

export type ProgramName = keyof typeof programs

function runs(command: string, args: string[]): boolean {
  return spawnSync(command, args, { stdio: 'ignore' }).status === 0
}

/**
 * `it` for tests that need an outside program: skipped, saying so, where it is missing; in CI the test runs and fails
 * instead, so that nothing is skipped unnoticed.
 */
export function itWith(name: ProgramName): typeof it | typeof it.skip {
  const { present } = programs[name]
  if (present || process.env['CI']) return it
  console.warn(`Skipping tests with ${name}: not installed (scripts/install-test-programs.sh installs it)`)
  return it.skip
}
