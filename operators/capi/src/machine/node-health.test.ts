import type { Node } from '@skep/api'
import { describe, expect, it } from 'vitest'
import { summarizeNode } from './node-health.ts'

const node = (statuses: Record<string, string>): Node => ({
  apiVersion: 'v1',
  kind: 'Node',
  metadata: { name: 'a' },
  status: { conditions: Object.entries(statuses).map(([type, status]) => ({ type, status })) },
})
const WELL = { MemoryPressure: 'False', DiskPressure: 'False', PIDPressure: 'False', Ready: 'True' }

describe('summarizeNode', () => {
  it.each([
    [WELL, 'True', ''],
    [{ ...WELL, Ready: 'False' }, 'False', 'Node condition Ready is False'],
    [
      { ...WELL, DiskPressure: 'True', Ready: 'Unknown' },
      'False',
      'Node condition DiskPressure is True. Node condition Ready is Unknown',
    ],
    [{ ...WELL, Ready: 'Unknown' }, 'True', 'Node condition Ready is Unknown'],
    [{ ...WELL, KernelDeadlock: 'True' }, 'True', ''],
    [
      { MemoryPressure: 'Unknown', DiskPressure: 'Unknown', PIDPressure: 'Unknown', Ready: 'Unknown' },
      'Unknown',
      'Node condition MemoryPressure is Unknown. Node condition DiskPressure is Unknown. Node condition PIDPressure is Unknown. Node condition Ready is Unknown',
    ],
  ])('says of %j: %s', (statuses, status, message) => {
    expect(summarizeNode(node(statuses))).toEqual({ status, message })
  })
})
