import type { FlowSchema } from '@skep/api'
import type { KubeObject } from '@skep/schema'
import { describe, expect, it } from 'vitest'
import { startWorld } from './test/world.ts'

const FLOW_SCHEMAS = { group: 'flowcontrol.apiserver.k8s.io', resource: 'flowschemas' }
const LEVELS = { group: 'flowcontrol.apiserver.k8s.io', resource: 'prioritylevelconfigurations' }

const aSchema = (name: string, level: string) =>
  ({
    apiVersion: 'flowcontrol.apiserver.k8s.io/v1',
    kind: 'FlowSchema',
    metadata: { name },
    spec: { priorityLevelConfiguration: { name: level } },
  }) as KubeObject

const aLevel = (name: string) =>
  ({
    apiVersion: 'flowcontrol.apiserver.k8s.io/v1',
    kind: 'PriorityLevelConfiguration',
    metadata: { name },
    spec: { type: 'Limited', limited: { limitResponse: { type: 'Reject' } } },
  }) as KubeObject

describe('flow schemas', () => {
  it('say that their priority level is missing until it is there, and again when it is gone', async () => {
    const world = await startWorld()
    const finding = () => world.get<FlowSchema>(FLOW_SCHEMAS, 'mine')?.status?.conditions?.[0]

    await world.create(FLOW_SCHEMAS, aSchema('mine', 'special'))
    expect(finding()).toMatchObject({
      type: 'Dangling',
      status: 'True',
      reason: 'NotFound',
      message:
        'This FlowSchema references the PriorityLevelConfiguration object named "special" but there is no such object',
    })

    await world.create(LEVELS, aLevel('special'))
    expect(finding()).toMatchObject({ status: 'False', reason: 'Found' })

    await world.delete(LEVELS, 'special')
    expect(finding()?.status).toBe('True')
  })

  it('that every cluster starts with have their levels', async () => {
    const world = await startWorld()

    const findings = world.list<FlowSchema>(FLOW_SCHEMAS).map(({ status }) => status?.conditions?.[0]?.status)

    expect(findings).toHaveLength(11)
    expect(new Set(findings)).toEqual(new Set(['False']))
  })
})
