import { HostedCluster, type HostedClusterStatus, type HostedControlPlane, type PublishedService } from '@skep/api'
import type { Stored } from '@skep/client'
import { type ConditionUpdate, findCondition, type NewestCopies, setCondition } from '@skep/controller'
import { asJson, type Condition, jsonEqual } from '@skep/schema'
import type { HypershiftParts, Release } from '../contracts.ts'
import { type HostedClusterReads, namespaceOf } from './reads.ts'
import type { StaticObjects } from './workloads/static-objects.ts'

/** What the controller of hosted clusters works with. */
export interface HostedClusterParts extends HypershiftParts {
  readonly reads: HostedClusterReads
  readonly statics: StaticObjects
  /** Hosted clusters, never older than what was written here. */
  readonly copies: NewestCopies<HostedCluster>
}

type Status = HostedClusterStatus & { conditions: Condition[] }

/** What the steps of one run share. */
export interface Scope {
  readonly parts: HostedClusterParts
  /** As it was last read or written; its status is in `status`. */
  hostedCluster: Stored<HostedCluster>
  /** Steps change it in place; `saveStatus` writes it. */
  readonly status: Status
  /** Namespace of the control plane. */
  readonly namespace: string
  controlPlane: Stored<HostedControlPlane> | undefined
  /** The release of the spec; undefined when nothing can be said about its image. */
  readonly release: Release | undefined
  readonly now: number
}

/** Begins a run with what is known of a hosted cluster. */
export function openScope(parts: HostedClusterParts, hostedCluster: Stored<HostedCluster>, now: number): Scope {
  const namespace = namespaceOf(hostedCluster)
  const status = structuredClone(hostedCluster.status ?? {})
  return {
    parts,
    hostedCluster,
    status: Object.assign(status, { conditions: status.conditions ?? [] }),
    namespace,
    controlPlane: parts.reads.controlPlanes.get({ namespace, name: hostedCluster.metadata.name }),
    release: parts.releases.resolve(hostedCluster.spec.release.image),
    now,
  }
}

/** States a condition of the hosted cluster. */
export function state({ status, hostedCluster, now }: Scope, update: ConditionUpdate, since = now): void {
  const observedGeneration = hostedCluster.metadata.generation
  setCondition(status.conditions, { ...update, observedGeneration }, since)
}

/** The condition of a type, as the run has it so far. */
export const conditionOf = ({ status }: Scope, type: string): Condition | undefined =>
  findCondition(status.conditions, type)

/**
 * Writes the status if it changed: all of it, since a patch could not say of a member that it is null. When somebody
 * else wrote the object meanwhile, this is a conflict, and the run is repeated.
 */
export async function saveStatus(scope: Scope): Promise<void> {
  const { hostedCluster, status, parts } = scope
  if (jsonEqual(asJson(hostedCluster.status ?? {}), asJson(status))) return
  keep(scope, await parts.client.updateStatus(HostedCluster, { ...hostedCluster, status }))
}

function keep(scope: Scope, written: Stored<HostedCluster>): void {
  scope.hostedCluster = written
  scope.parts.copies.keep(written)
}

/** Changes spec or metadata, and goes on with the result. */
export async function patchHostedCluster(scope: Scope, body: { metadata?: object; spec?: object }): Promise<void> {
  const { metadata } = scope.hostedCluster
  const { uid, resourceVersion } = metadata
  const patch = { type: 'merge', body: { ...body, metadata: { ...body.metadata, uid, resourceVersion } } } as const
  keep(scope, await scope.parts.client.patch(HostedCluster, metadata, patch))
}

/** How a service is published; undefined when nothing says so. */
export const strategyOf = (
  { spec }: HostedCluster,
  service: PublishedService['service'],
): PublishedService['servicePublishingStrategy'] | undefined =>
  spec.services.find((published) => published.service === service)?.servicePublishingStrategy

/** Whether an annotation is there, whatever it says. */
export const hasAnnotation = ({ metadata }: Pick<HostedCluster, 'metadata'>, name: string): boolean =>
  metadata.annotations?.[name] !== undefined
