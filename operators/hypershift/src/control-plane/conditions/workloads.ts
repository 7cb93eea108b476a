import { PersistentVolumeClaim } from '@skep/api'
import { type ConditionUpdate, isConditionTrue } from '@skep/controller'
import { LABELS, MANAGER } from '../keys.ts'
import type { ControlPlaneScope } from '../scope.ts'
import { errorsAbout } from './events.ts'
import { notSo, well } from './statement.ts'

/** Whether etcd has a quorum. */
export async function etcdCondition(scope: ControlPlaneScope): Promise<ConditionUpdate> {
  const type = 'EtcdAvailable'
  const { controlPlane, parts } = scope
  if (controlPlane.spec.etcd.managementType === 'Unmanaged') {
    return well(type, 'Etcd cluster is assumed to be running in unmanaged state', 'EtcdRunning')
  }
  const hasQuorum = parts.controlPlanePods ? quorumOfPods(scope) : isImagined(scope, 'etcd')
  if (hasQuorum === undefined) return notSo(type, 'StatefulSetNotFound')
  if (hasQuorum) return well(type, '', 'QuorumAvailable')
  return notSo(type, 'EtcdWaitingForQuorum', (await pendingClaim(scope)) ?? 'Waiting for etcd to reach quorum')
}

/** Undefined when there is no etcd. */
function quorumOfPods({ objects, namespace }: ControlPlaneScope): boolean | undefined {
  const etcd = objects.statefulSets.get({ namespace, name: 'etcd' })
  return etcd && (etcd.status?.readyReplicas ?? 0) >= Math.floor((etcd.spec?.replicas ?? 1) / 2) + 1
}

/** Whether a component without pods is there: as was just found out, or else as was last said. Undefined if never. */
function isImagined({ components, objects, namespace }: ControlPlaneScope, name: string): boolean | undefined {
  const result = components?.results.get(name)
  if (result) return result.isAvailable
  const known = objects.components.get({ namespace, name })
  return known && isConditionTrue(known.status?.conditions, 'Available')
}

/** What keeps the volume of a member from being there, if that is known. */
async function pendingClaim({ parts, namespace }: ControlPlaneScope): Promise<string | undefined> {
  if (!parts.controlPlanePods) return undefined
  const { items } = await parts.client.list(PersistentVolumeClaim, { namespace, labelSelector: { app: 'etcd' } })
  for (const { metadata, status } of items) {
    const errors = status?.phase === 'Bound' ? [] : await errorsAbout(parts.client, 'PersistentVolumeClaim', metadata)
    if (errors.length > 0) return `Etcd volume claim ${metadata.name} pending: ${errors.join('; ')}`
  }
  return undefined
}

const WAITING = 'Waiting for Kube APIServer deployment to become available'

/** Whether the API has pods that answer. */
export function kubeApiServerCondition(scope: ControlPlaneScope): ConditionUpdate {
  const { parts, objects, namespace } = scope
  const type = 'KubeAPIServerAvailable'
  const name = 'kube-apiserver'
  const missing = notSo(type, 'NotFound', 'Kube APIServer deployment not found')
  if (!parts.controlPlanePods) {
    const isAvailable = isImagined(scope, name)
    if (isAvailable === undefined) return missing
    return isAvailable ? well(type, 'Kube APIServer is available') : notSo(type, 'WaitingForAvailable', WAITING)
  }
  const deployment = objects.deployments.get({ namespace, name })
  if (!deployment) return missing
  const available = deployment.status?.conditions?.find((condition) => condition.type === 'Available')
  if (!available) return notSo(type, 'StatusUnknown')
  if (available.status !== 'True') return notSo(type, 'WaitingForAvailable', WAITING)
  return well(type, 'Kube APIServer deployment is available')
}

/** Whether any Deployment lacks pods. */
export function degradedCondition({ objects, namespace }: ControlPlaneScope): ConditionUpdate {
  const type = 'Degraded'
  const lacking = objects.deployments
    .list(namespace)
    .filter(({ metadata }) => metadata.labels?.[LABELS.managedBy] === MANAGER)
    .flatMap(({ metadata: { name }, status }) => {
      const count = status?.unavailableReplicas ?? 0
      return count > 0 ? [`${name} deployment has ${count} unavailable replicas`] : []
    })
    .sort()
  if (lacking.length === 0) return notSo(type, 'AsExpected')
  // As Go prints several errors at once.
  const message = lacking.length === 1 ? lacking.join() : `[${lacking.join(', ')}]`
  return { type, status: 'True', reason: 'UnavailableReplicas', message }
}
