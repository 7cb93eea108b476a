import { mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { beforeAll, describe, expect, onTestFinished } from 'vitest'
import { parse } from 'yaml'
import { buildSkep } from '../cli/src/test/skep.ts'
import { freePorts } from './support/free-ports.ts'
import { itWith } from './support/programs.ts'
import { openShell, type Shell } from './support/shell.ts'

const ROOT = fileURLToPath(new URL('..', import.meta.url))

beforeAll(buildSkep, 180_000)

/** A folder that looks like the root of a clone, in which a guide may leave what it makes. */
function openClone(): { folder: string; sh: Shell } {
  const folder = mkdtempSync(join(tmpdir(), 'skep-guide-'))
  for (const name of readdirSync(ROOT).filter((entry) => !entry.startsWith('.'))) {
    symlinkSync(join(ROOT, name), join(folder, name))
  }
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return { folder, sh: openShell(folder, { HOME: folder, TMPDIR: folder }, { timeLimitMs: 90_000 }) }
}

/** Commands as they are printed, on ports and in a folder that are free. */
async function onFreePorts(script: string, folder: string): Promise<string> {
  const [kubernetes, control, service] = await freePorts(3)
  return script
    .replaceAll('/tmp/', `${folder}/`)
    .replaceAll('localhost:8001', `localhost:${service}`)
    .replace(/(skep wait --for=(?!up)\S+)/g, `$1 --url http://localhost:${service}`)
    .replaceAll('hive-simulator --config', `hive-simulator --port ${kubernetes} --api-port ${control} --config`)
    .replaceAll('clusters-service serve', `clusters-service serve --port ${service}`)
    .replaceAll('skep sim ', `SKEP_SIM_URL=http://localhost:${control} skep sim `)
    .replace(/bin\/(SKEP_SIM_URL=\S+) skep/g, '$1 bin/skep')
}

const commandsOf = (guide: string): string =>
  [...readFileSync(join(ROOT, guide), 'utf8').matchAll(/```sh\n(.*?)```/gs)].map(([, block]) => block).join('')

/** Ends whatever a script started, however it ended. */
const STRICT = "set -euo pipefail; trap 'kill $(jobs -p) 2>/dev/null || true; wait' EXIT\n"

describe('the guides', { timeout: 120_000 }, () => {
  const it = itWith('kubectl')

  it('lead from a simulator to a cluster and back', async () => {
    const { folder, sh } = openClone()

    const output = await sh(STRICT + (await onFreePorts(commandsOf('docs/guides/hive-simulator.md'), folder)))

    expect(output).toContain('hive-simulator-shard')
    expect(output).toContain('1 shard ready to use')
    expect(output).toMatch(/clusterdeployment.hive.openshift.io\/demo +demo-infra/)
    expect(output).toMatch(/master-0 +Ready/)
  })

  it('give CI a job that passes', async () => {
    const { folder, sh } = openClone()
    const { integration } = parse(readFileSync(join(ROOT, 'examples/ci/gitlab-ci.yml'), 'utf8'))
    const lines: string[] = integration.script.filter((line: string) => !line.startsWith('make '))

    await sh(STRICT + (await onFreePorts(lines.join('\n'), folder)))
  })
})
