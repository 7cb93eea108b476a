import { describe, expect, it } from 'vitest'
import { user } from '../model.ts'
import type { Reader } from '../reader.ts'
import { part, sample, summed } from '../test/judged.ts'
import { node as explainer } from './node.ts'

const PREFIX = 'machineconfiguration.openshift.io/'

const node = (said: Readonly<Record<string, string>> = {}, ready = 'Ready=True/KubeletReady') =>
  sample('v1', 'Node', {
    metadata: {
      name: 'node-1',
      annotations: Object.fromEntries(Object.entries(said).map(([key, value]) => [PREFIX + key, value])),
    },
    conditions: [ready],
  })

const BEGUN = { state: 'Working', currentConfig: 'a', desiredConfig: 'b' }
const DRAINING = { ...BEGUN, desiredDrain: 'drain-b', lastAppliedDrain: 'uncordon-a' }
const DRAINED = { ...DRAINING, lastAppliedDrain: 'drain-b' }

describe('a node that is updated where it is', () => {
  it('waits for its pods to leave', () => {
    expect(summed(node(DRAINING))).toBe(
      'waiting Draining: its pods to leave, before it is updated -> operator machine-config-daemon: evicts them',
    )
  })

  it('waits for whoever has a budget that keeps them', () => {
    const budget = part('PodDisruptionBudget', 'web', { health: 'failing', nextActor: user('let them go') })

    expect(summed(node(DRAINING), [budget])).toBe(
      'failing Draining: its pods to leave, before it is updated -> user: let them go',
    )
  })

  it('waits for its configuration once they have left', () => {
    expect(summed(node(DRAINED))).toBe(
      'waiting Updating: its new configuration to be applied -> operator machine-config-daemon',
    )
  })

  it('is as ready as it says, before anything else', () => {
    expect(summed(node(DRAINED, 'Ready=False/KubeletNotReady restarts'))).toBe(
      'waiting KubeletNotReady: restarts -> kubelet',
    )
  })

  it('is left alone when it has what it shall have, or somebody else tells why it has not', () => {
    expect(summed(node({ ...DRAINED, currentConfig: 'b', state: 'Done' }))).toBe('good Ready')
    expect(summed(node({ ...DRAINED, state: 'Degraded' }))).toBe('good Ready')
    expect(summed(node())).toBe('good Ready')
  })

  it('is asked for budgets only while it is drained', async () => {
    const kinds: string[] = []
    const list = async ({ kind }: { kind: string }) => {
      kinds.push(kind)
      return []
    }
    // Nothing else is asked of it.
    const read = { list } as unknown as Reader

    await explainer.parts?.(node(DRAINED), read)
    expect(kinds).toEqual([])
    await explainer.parts?.(node(DRAINING), read)
    expect(kinds).toEqual(['Pod', 'PodDisruptionBudget'])
  })
})
