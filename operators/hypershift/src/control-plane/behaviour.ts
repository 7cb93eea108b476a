import { HostedCluster } from '@skep/api'
import type { ObjectRef } from '@skep/client'
import type { Failure, SimulatedObject } from '@skep/sim'
import type { HypershiftParts } from '../contracts.ts'
import { HOSTED_CLUSTER_ANNOTATION } from '../naming.ts'
import type { ControlPlaneStage } from './behaviour-kinds.ts'

/** Something that was made for a hosted cluster. */
interface MadeForCluster {
  readonly metadata: ObjectRef & { readonly annotations?: Readonly<Record<string, string>> }
}

/** The hosted cluster that an object was made for, by its annotation; by its own name where it has none. */
export function hostedClusterRef({ metadata: { namespace, name, annotations } }: MadeForCluster): ObjectRef {
  const [ownerNamespace, ownerName] = (annotations?.[HOSTED_CLUSTER_ANNOTATION] ?? '').split('/')
  return ownerNamespace && ownerName ? { namespace: ownerNamespace, name: ownerName } : { namespace, name }
}

/** Whose behaviour a control plane has. All who ask for it must name the same object, or its fate would be drawn anew. */
export function simulatedCluster({ manager }: Pick<HypershiftParts, 'manager'>, made: MadeForCluster): SimulatedObject {
  const ref = hostedClusterRef(made)
  const metadata = manager.informersOf().of(HostedCluster).get(ref)?.metadata
  return metadata ?? ref
}

/** How the control plane of a hosted cluster behaves. */
export interface ControlPlaneBehaviour {
  durationMs(stage: ControlPlaneStage): number
  /** Why a stage never comes to its end; undefined when it does. */
  failureOf(stage: ControlPlaneStage): Failure | undefined
}

/** Looks up how a control plane behaves. */
export function behaviourOf(parts: Pick<HypershiftParts, 'manager' | 'behaviours'>, made: MadeForCluster) {
  const { behaviours } = parts
  const cluster = simulatedCluster(parts, made)
  let durations: Map<string, number> | undefined
  const behaviour: ControlPlaneBehaviour = {
    durationMs: (stage) => {
      durations ??= new Map(
        behaviours.timeline('HostedCluster', cluster).map(({ name, durationMs }) => [name, durationMs]),
      )
      return durations.get(stage) ?? 0
    },
    failureOf: (stage) => {
      const failure = behaviours.failureOf('HostedCluster', cluster, stage)
      // One that names no stage is about the first; otherwise every stage would fail.
      return failure?.state === undefined && stage !== 'Infrastructure' ? undefined : failure
    },
  }
  return behaviour
}
