import type { FlowSchema } from '@skep/api'
import type { JsonObject, KubeObject } from '@skep/schema'
import { dangling } from '../../controllers/flow-schemas.ts'

/** The priority levels and flow schemas that kube-apiserver starts with, so that tools which look for them find them. */

const VERSION = 'flowcontrol.apiserver.k8s.io/v1'
const AUTO_UPDATE = { 'apf.kubernetes.io/autoupdate-spec': 'true' }

type Subject = JsonObject

const groups = (...names: string[]): Subject[] => names.map((name) => ({ kind: 'Group', group: { name } }))
const users = (...names: string[]): Subject[] => names.map((name) => ({ kind: 'User', user: { name } }))
const SYSTEM_ACCOUNTS: Subject[] = [{ kind: 'ServiceAccount', serviceAccount: { name: '*', namespace: 'kube-system' } }]
const EVERYBODY = groups('system:unauthenticated', 'system:authenticated')
const MANAGER = 'system:kube-controller-manager'
const SCHEDULER = 'system:kube-scheduler'

const resources = (verbs: string[], apiGroups: string[], names: string[], clusterScope: boolean): JsonObject => ({
  verbs,
  apiGroups,
  resources: names,
  ...(clusterScope ? { clusterScope } : {}),
  namespaces: ['*'],
})

const EVERYTHING = {
  resourceRules: [resources(['*'], ['*'], ['*'], true)],
  nonResourceRules: [{ verbs: ['*'], nonResourceURLs: ['*'] }],
}
const PROBES = { nonResourceRules: [{ verbs: ['get'], nonResourceURLs: ['/healthz', '/readyz', '/livez'] }] }
const LEASES = resources(['get', 'create', 'update'], ['coordination.k8s.io'], ['leases'], false)
const NODE_STATE = [
  resources(['*'], [''], ['nodes', 'nodes/status'], true),
  resources(['*'], ['coordination.k8s.io'], ['leases'], false),
]

function level(name: string, spec: JsonObject): KubeObject {
  const metadata = { name, generation: 1, annotations: AUTO_UPDATE }
  // The schema of the kind completes it before anyone sees it.
  return { apiVersion: VERSION, kind: 'PriorityLevelConfiguration', metadata, spec } as KubeObject
}

/** A level whose requests wait in queues. */
const queued = (name: string, shares: number, lendable: number, queues = 128, handSize = 6): KubeObject =>
  level(name, {
    type: 'Limited',
    limited: {
      nominalConcurrencyShares: shares,
      lendablePercent: lendable,
      limitResponse: { type: 'Queue', queuing: { queues, handSize, queueLengthLimit: 50 } },
    },
  })

/** Whose requests go to which level; the lowest precedence that matches wins. */
function flow(
  name: string,
  to: string,
  precedence: number,
  by: string,
  subjects: Subject[],
  rules: JsonObject,
): KubeObject {
  const spec = {
    priorityLevelConfiguration: { name: to },
    matchingPrecedence: precedence,
    ...(by === '' ? {} : { distinguisherMethod: { type: by } }),
    rules: [{ subjects, ...rules }],
  }
  const metadata = { name, generation: 1, annotations: AUTO_UPDATE }
  return { apiVersion: VERSION, kind: 'FlowSchema', metadata, spec } as KubeObject
}

const LEVELS: readonly KubeObject[] = [
  level('exempt', { type: 'Exempt', exempt: { nominalConcurrencyShares: 0, lendablePercent: 0 } }),
  level('catch-all', {
    type: 'Limited',
    limited: { nominalConcurrencyShares: 5, lendablePercent: 0, limitResponse: { type: 'Reject' } },
  }),
  queued('system', 30, 33, 64),
  queued('node-high', 40, 25, 64),
  queued('leader-election', 10, 0, 16, 4),
  queued('workload-high', 40, 50),
  queued('workload-low', 100, 90),
  queued('global-default', 20, 50),
]

const FLOWS: readonly KubeObject[] = [
  flow('exempt', 'exempt', 1, '', groups('system:masters'), EVERYTHING),
  flow('probes', 'exempt', 2, '', EVERYBODY, PROBES),
  flow('system-leader-election', 'leader-election', 100, 'ByUser', [...users(MANAGER, SCHEDULER), ...SYSTEM_ACCOUNTS], {
    resourceRules: [LEASES],
  }),
  flow('system-node-high', 'node-high', 400, 'ByUser', groups('system:nodes'), { resourceRules: NODE_STATE }),
  flow('system-nodes', 'system', 500, 'ByUser', groups('system:nodes'), EVERYTHING),
  flow('kube-controller-manager', 'workload-high', 800, 'ByNamespace', users(MANAGER), EVERYTHING),
  flow('kube-scheduler', 'workload-high', 800, 'ByNamespace', users(SCHEDULER), EVERYTHING),
  flow('kube-system-service-accounts', 'workload-high', 900, 'ByNamespace', SYSTEM_ACCOUNTS, EVERYTHING),
  flow('service-accounts', 'workload-low', 9000, 'ByUser', groups('system:serviceaccounts'), EVERYTHING),
  flow('global-default', 'global-default', 9900, 'ByUser', EVERYBODY, EVERYTHING),
  flow('catch-all', 'catch-all', 10000, 'ByUser', EVERYBODY, EVERYTHING),
]

/** All of them, as they are at the time when a server was first started. */
export function flowControl(createdAt: string): KubeObject[] {
  const found = FLOWS.map((schema) => {
    const { name } = (schema as FlowSchema).spec.priorityLevelConfiguration
    return { ...schema, status: { conditions: [dangling(name, true, createdAt)] } }
  })
  return [...LEVELS, ...found]
}
