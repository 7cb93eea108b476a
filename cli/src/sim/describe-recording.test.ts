import { describe, expect, it } from 'vitest'
import { describeRecording } from './describe-recording.ts'

const blue = { kind: 'ClusterDeployment', namespace: 'lab', name: 'blue', platform: 'aws' }
const step = { atSeconds: 61.26, state: 'Running', conditions: [], removes: [], sets: [] }

describe('describeRecording', () => {
  it('says how each object ended, when and why', () => {
    const failure = { atSeconds: 2, condition: 'ProvisionFailed', reason: '', message: '' }
    const text = describeRecording({
      objects: [
        { ...blue, outcome: 'ready', steps: [step] },
        { ...blue, name: 'red', outcome: 'failed', steps: [], failure },
      ],
    })

    expect(text.split('\n')).toEqual([
      'TYPE                NAMESPACE   NAME   PLATFORM   OUTCOME   AFTER   REASON',
      'ClusterDeployment   lab         blue   aws        ready     61.3s',
      'ClusterDeployment   lab         red    aws        failed    2s      ProvisionFailed',
    ])
  })
})
