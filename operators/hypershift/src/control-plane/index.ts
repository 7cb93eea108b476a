import {
  ConfigMap,
  ControlPlaneComponent,
  CronJob,
  Deployment,
  HostedCluster,
  HostedControlPlane,
  Job,
  Route,
  Secret,
  Service,
  StatefulSet,
} from '@skep/api'
import type { ClientKind, ObjectChange } from '@skep/client'
import { controllerKey, inBursts, watchOf } from '@skep/controller'
import type { HypershiftParts } from '../contracts.ts'
import { isMoreThanTold } from '../tenant/status/told.ts'
import { hostedClusterRef } from './behaviour.ts'
import { addSimulatedIngress } from './network/simulated-ingress.ts'
import { type ControlPlaneObjects, followObjects } from './objects.ts'
import { controlPlaneReconciler } from './reconciler.ts'
import { usersOf } from './used-secrets.ts'

export { hostedClusterRef, simulatedCluster } from './behaviour.ts'
export { type ControlPlaneStage, HYPERSHIFT_BEHAVIOUR_KINDS } from './behaviour-kinds.ts'
export { MANAGEMENT_APPS_DOMAIN } from './network/simulated-ingress.ts'

/** How many control planes are worked on at the same time. */
const WORKERS = 16

const owner = controllerKey(HostedControlPlane)
const WORKLOADS: readonly ClientKind[] = [Deployment, StatefulSet, Job, CronJob]

/** What is made here needs no second look when it comes, only when it goes. */
const whenDeleted = ({ type }: ObjectChange): boolean => type === 'deleted'

/** Adds the controllers of hosted control planes. Returns how to stop following behaviours. */
export function addControlPlaneControllers(parts: HypershiftParts): () => void {
  const { manager } = parts
  const objects = followObjects(parts.client, manager)
  // Behaviours are those of the hosted cluster, so it must be known.
  manager.informersOf().of(HostedCluster)
  const controlPlanes = manager.add({
    name: 'hostedcontrolplane',
    kind: HostedControlPlane,
    when: isMoreThanTold,
    watches: [
      // Dozens of them tell of every pod, and routes are admitted one by one; one look at all of them is enough.
      ...inBursts(parts.clock, ...[...WORKLOADS, Service, Route].map((kind: ClientKind) => watchOf(kind, owner))),
      watchOf(Secret, owner, { when: whenDeleted }),
      watchOf(Secret, usersOf(objects)),
      watchOf(ConfigMap, owner, { when: whenDeleted }),
      watchOf(ControlPlaneComponent, owner, { when: whenDeleted }),
    ],
    workers: WORKERS,
    reconcile: controlPlaneReconciler(parts, objects),
  })
  const lookAtIngress = addSimulatedIngress(parts, objects)
  return followBehaviours(parts, objects, (namespace, name) => {
    controlPlanes.enqueue({ namespace, name })
    lookAtIngress(namespace)
  })
}

/** Somebody who changes how clusters behave does not want to wait for those that wait already. */
function followBehaviours(
  { behaviours }: HypershiftParts,
  { controlPlanes }: ControlPlaneObjects,
  look: (namespace: string, name: string) => void,
): () => void {
  return behaviours.onChange(({ kind, object }) => {
    if (kind !== undefined && kind !== 'HostedCluster') return
    for (const controlPlane of controlPlanes.list()) {
      const ref = hostedClusterRef(controlPlane)
      if (object && (object.namespace !== ref.namespace || object.name !== ref.name)) continue
      look(controlPlane.metadata.namespace ?? '', controlPlane.metadata.name)
    }
  })
}
