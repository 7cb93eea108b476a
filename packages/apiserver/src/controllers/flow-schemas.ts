import type { FlowSchema, FlowSchemaCondition } from '@skep/api'
import { formatTime } from '@skep/base'
import { type ControllerContext, type ControllerDefinition, isResource, type ObjectKey, ownKey } from './controller.ts'
import type { ObjectEvent } from './object-event.ts'

const GROUP = 'flowcontrol.apiserver.k8s.io'
const FLOW_SCHEMAS = { group: GROUP, resource: 'flowschemas' }
const PRIORITY_LEVELS = { group: GROUP, resource: 'prioritylevelconfigurations' }

/** Says on every flow schema whether the priority level that it names is there. */
export function flowSchemaController({ clock, cluster }: ControllerContext): ControllerDefinition {
  // Levels come and go so rarely that their schemas need no index.
  const thoseOf = ({ clusterId, name }: ObjectEvent): ObjectKey[] => {
    const schemas = (cluster(clusterId)?.objects.list(FLOW_SCHEMAS) ?? []) as FlowSchema[]
    return schemas
      .filter(({ spec }) => spec.priorityLevelConfiguration.name === name)
      .map(({ metadata: { name = '' } }) => ({ clusterId, namespace: '', name }))
  }
  return {
    name: 'flow-schemas',
    watches: [FLOW_SCHEMAS, PRIORITY_LEVELS],
    keysOf: (event) => {
      if (isResource(event, FLOW_SCHEMAS)) return event.type === 'put' ? [ownKey(event)] : []
      return event.type === 'put' && event.previous ? [] : thoseOf(event)
    },
    reconcile: async ({ name }, { objects }) => {
      const findOut = (schema: FlowSchema): FlowSchema | undefined => {
        const level = schema.spec.priorityLevelConfiguration.name
        const exists = objects.get(PRIORITY_LEVELS, '', level) !== undefined
        return withFinding(schema, dangling(level, exists, formatTime(clock.now())))
      }
      const change = (stored: unknown) => findOut(stored as FlowSchema)
      await objects.modify(FLOW_SCHEMAS, '', name, change, { subresource: 'status' })
      return undefined
    },
    identity: {
      user: { name: 'system:apiserver', groups: ['system:masters', 'system:authenticated'] },
      userAgent: 'api-priority-and-fairness-config-consumer-v1',
    },
  }
}

/** What kube-apiserver says on a flow schema about its priority level. */
export function dangling(level: string, exists: boolean, now: string): FlowSchemaCondition {
  const found = exists ? 'and it exists' : 'but there is no such object'
  return {
    type: 'Dangling',
    status: exists ? 'False' : 'True',
    lastTransitionTime: now,
    reason: exists ? 'Found' : 'NotFound',
    message: `This FlowSchema references the PriorityLevelConfiguration object named "${level}" ${found}`,
  }
}

/** The schema with what was found out about it; undefined when it says so already. */
function withFinding(schema: FlowSchema, finding: FlowSchemaCondition): FlowSchema | undefined {
  const conditions = schema.status?.conditions ?? []
  const known = conditions.find(({ type }) => type === finding.type)
  if (known?.status === finding.status && known?.message === finding.message) return undefined
  const others = conditions.filter((condition) => condition !== known)
  return { ...schema, status: { ...schema.status, conditions: [...others, finding] } }
}
