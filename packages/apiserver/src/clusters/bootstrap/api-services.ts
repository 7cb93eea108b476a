import type { KubeObject } from '@skep/schema'

/** Places of the built-in groups in discovery, and of their versions within them, as kube-apiserver orders them. */
const PRIORITIES: Readonly<Record<string, number>> = {
  '': 18000,
  apps: 17800,
  'events.k8s.io': 17750,
  'authentication.k8s.io': 17700,
  'authorization.k8s.io': 17600,
  autoscaling: 17500,
  batch: 17400,
  'certificates.k8s.io': 17300,
  'networking.k8s.io': 17200,
  policy: 17100,
  'rbac.authorization.k8s.io': 17000,
  'storage.k8s.io': 16800,
  'admissionregistration.k8s.io': 16700,
  'apiextensions.k8s.io': 16700,
  'scheduling.k8s.io': 16600,
  'coordination.k8s.io': 16500,
  'node.k8s.io': 16300,
  'discovery.k8s.io': 16200,
  'flowcontrol.apiserver.k8s.io': 16100,
}
const VERSION_PRIORITIES: Readonly<Record<string, number>> = {
  '/v1': 1,
  'autoscaling/v2': 30,
  'flowcontrol.apiserver.k8s.io/v1': 21,
}
const USUAL_PRIORITY = 15

/** An APIService that says: this group and version are served right here. */
export function localApiService(group: string, version: string, createdAt: string): KubeObject | undefined {
  const groupPriorityMinimum = PRIORITIES[group]
  if (groupPriorityMinimum === undefined) return undefined
  const service = {
    apiVersion: 'apiregistration.k8s.io/v1',
    kind: 'APIService',
    metadata: {
      name: `${version}.${group}`,
      labels: { 'kube-aggregator.kubernetes.io/automanaged': 'onstart' },
    },
    spec: {
      ...(group === '' ? {} : { group }),
      version,
      groupPriorityMinimum,
      versionPriority: VERSION_PRIORITIES[`${group}/${version}`] ?? USUAL_PRIORITY,
    },
    status: { conditions: [{ ...AVAILABLE, lastTransitionTime: createdAt }] },
  }
  return service
}

const AVAILABLE = {
  type: 'Available',
  status: 'True',
  reason: 'Local',
  message: 'Local APIServices are always available',
}
