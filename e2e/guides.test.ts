import { beforeAll, describe, expect, onTestFinished } from 'vitest'
import { parse } from 'yaml'
import { buildSkep } from '../cli/src/test/skep.ts'
import { openClone, readDocument } from './support/clone.ts'
import { consoleStepsOf, type GuideStep, outputsOf, patternOf, scriptOf, stepsOf } from './support/guide.ts'
import { itWith } from './support/programs.ts'

beforeAll(buildSkep, 180_000)

/** Runs a script in a clone of its own. */
async function runInClone(script: string, timeLimitMs?: number): Promise<string> {
  const clone = await openClone(timeLimitMs)
  onTestFinished(clone.remove)
  return clone.run(script)
}

/** Runs steps in a clone, one after the other, and compares what they print with what is said. */
async function follow(steps: readonly GuideStep[], timeLimitMs?: number): Promise<void> {
  const outputs = outputsOf(await runInClone(scriptOf(steps), timeLimitMs))

  for (const [index, { commands, output }] of steps.entries()) {
    if (output !== undefined) expect.soft(outputs[index], commands).toMatch(patternOf(output))
  }
}

const START_EVERYTHING = `
bin/skep up --ephemeral --port 0 --api-port 8080 --clusters-service-port 8001 --ignition-port 0 --kubeconfig up.kubeconfig > up.log &
bin/skep wait --for=up http://localhost:8001/api/clusters_mgmt/v1
export KUBECONFIG=up.kubeconfig
`

describe('the guides', { timeout: 120_000 }, () => {
  const it = itWith('kubectl, curl and jq')

  it('lead from a simulator to a cluster and back, and print what they say', async () => {
    await follow(stepsOf(readDocument('docs/guides/hive-simulator.md')))
  })

  it('lead from a recording of one shard to the same on another, and print what they say', async () => {
    await follow(stepsOf(readDocument('docs/guides/record-and-replay.md')))
  })

  it('lead from a management cluster to the clusters of tenants and back, and print what they say', async () => {
    await follow(stepsOf(readDocument('docs/guides/hosted-control-planes.md')), 280_000)
  }, 300_000)

  it('begin with a tour in the README that prints what it says', async () => {
    await follow([{ commands: START_EVERYTHING, fails: false }, ...consoleStepsOf(readDocument('README.md'))])
  })

  it('give CI a job that passes', async () => {
    const { integration } = parse(readDocument('examples/ci/gitlab-ci.yml'))
    const lines: string[] = integration.script.filter((line: string) => !line.startsWith('make '))

    const output = await runInClone(scriptOf([{ commands: `${lines.join('\n')}\n`, fails: false }]))

    expect(output).toContain('Clusters service ready at')
  })
})
