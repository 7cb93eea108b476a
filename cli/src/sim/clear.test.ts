import type { ControlClient, OverrideEntry } from '@skep/sim'
import { describe, expect, it } from 'vitest'
import { clearDecision } from './clear.ts'

function simulationWith(...decided: OverrideEntry[]) {
  const cleared: string[] = []
  const simulation = {
    section: async () => ({}),
    overrides: async () => decided,
    clearOverride: async (type: string, { namespace = '-', name }: { namespace?: string; name: string }) =>
      void cleared.push(`${type} ${namespace}/${name}`),
  }
  // What clearing has nothing to do with is left out.
  return { simulation: simulation as unknown as ControlClient, cleared }
}

const RED: OverrideEntry = { kind: 'HostedCluster', namespace: 'clusters', name: 'red', override: { success: true } }

describe('clearing what was decided for an object', () => {
  it('finds it by any name of its type', async () => {
    const { simulation, cleared } = simulationWith(RED)

    await clearDecision(simulation, 'hostedclusters', { namespace: 'clusters', name: 'red' })

    expect(cleared).toEqual(['hostedclusters clusters/red'])
  })

  it('fails when nothing was decided for it', async () => {
    const { simulation, cleared } = simulationWith(RED)

    await expect(clearDecision(simulation, 'nodepool', { namespace: 'clusters', name: 'red' })).rejects.toThrow(
      'nothing was decided for nodepool clusters/red: `skep sim overrides` lists what was',
    )
    expect(cleared).toEqual([])
  })

  it('finds one that is in no namespace', async () => {
    const { simulation, cleared } = simulationWith({ ...RED, kind: 'ManagedCluster', namespace: '' })

    await clearDecision(simulation, 'managedcluster', { name: 'red' })

    expect(cleared).toEqual(['managedcluster -/red'])
  })
})
