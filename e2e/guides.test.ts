import { beforeAll, describe, expect, onTestFinished } from 'vitest'
import { parse } from 'yaml'
import { buildSkep } from '../cli/src/test/skep.ts'
import { openClone, outputsOf, patternOf, readDocument, scriptOf, stepsOf } from './support/guide.ts'
import { itWith } from './support/programs.ts'

beforeAll(buildSkep, 180_000)

/** Runs a script in a clone of its own. */
async function runInClone(script: string): Promise<string> {
  const clone = await openClone()
  onTestFinished(clone.remove)
  return clone.run(script)
}

describe('the guides', { timeout: 120_000 }, () => {
  const it = itWith('kubectl')

  it('lead from a simulator to a cluster and back, and print what they say', async () => {
    const steps = stepsOf(readDocument('docs/guides/hive-simulator.md'))

    const outputs = outputsOf(await runInClone(scriptOf(steps)))

    for (const [index, { commands, output }] of steps.entries()) {
      if (output !== undefined) expect.soft(outputs[index], commands).toMatch(patternOf(output))
    }
  })

  it('give CI a job that passes', async () => {
    const { integration } = parse(readDocument('examples/ci/gitlab-ci.yml'))
    const lines: string[] = integration.script.filter((line: string) => !line.startsWith('make '))

    const output = await runInClone(scriptOf([{ commands: `${lines.join('\n')}\n`, fails: false }]))

    expect(output).toContain('Clusters service ready at')
  })
})
