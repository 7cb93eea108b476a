import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { HIVE_BEHAVIOUR_KINDS, replayedKinds } from '@skep/operator-hive'
import { describe, expect, it, onTestFinished } from 'vitest'
import { readBehaviours } from './behaviours.ts'

/** Reads behaviours with a recording, as YAML. */
async function readWith(text: string, engine: 'simulator' | 'full' = 'simulator') {
  const folder = mkdtempSync(join(tmpdir(), 'skep-replay-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const replay = join(folder, 'recording.yaml')
  writeFileSync(replay, text)
  return readBehaviours({ replay, recordedKinds: replayedKinds(engine) }, HIVE_BEHAVIOUR_KINDS)
}

const RECORDING = `
apiVersion: sim.skep.dev/v1
kind: Recording
objects:
  - {kind: AccountClaim, namespace: shop, name: blue, platform: aws, outcome: ready, steps: [{atSeconds: 2, state: Ready}]}
`

describe('a recording on the command line', () => {
  it('is replayed from the start', async () => {
    const { behaviours } = await readWith(RECORDING)

    expect(behaviours.replaying.recording?.objects).toMatchObject([{ name: 'blue', outcome: 'ready' }])
  })

  it('is refused with its file, the entry and the field when something is wrong', async () => {
    await expect(readWith(RECORDING.replace('atSeconds: 2', 'atSeconds: soon'))).rejects.toThrow(
      /^invalid recording \S+recording.yaml: objects\[0\] \(AccountClaim shop\/blue\) steps\[0\].atSeconds must be a number$/,
    )
    await expect(readWith('kind: [')).rejects.toThrow(/^failed to parse recording \S+recording.yaml: /)
  })

  it('is refused where it would mean nothing', async () => {
    await expect(readWith(RECORDING, 'full')).rejects.toThrow('--replay needs --engine simulator')
  })
})
