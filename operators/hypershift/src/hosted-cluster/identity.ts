import { nameSuffix, type Random, uid } from '@skep/base'
import { FINALIZER } from '../naming.ts'
import { patchHostedCluster, type Scope } from './scope.ts'

const MAX_BASE_LENGTH = 21

/** A name for what is made for a cluster: 27 characters at most, different for each. */
export function newInfraId(name: string, random: Random): string {
  const base = name.replace(/[^A-Za-z0-9-]/g, '-').replace(/-{2,}/g, '-')
  return `${base.slice(0, MAX_BASE_LENGTH).replace(/-+$/, '')}-${nameSuffix(random)}`
}

/**
 * Puts the finalizer on before anything is made, and gives the cluster its ids, which are only recorded once. All in
 * one write; a paused cluster gets the finalizer alone.
 */
export async function ensureIdentity(scope: Scope, isPaused: boolean): Promise<void> {
  const { metadata, spec } = scope.hostedCluster
  const { random } = scope.parts
  const finalizers = metadata.finalizers ?? []
  const isHeld = finalizers.includes(FINALIZER)
  const ids = {
    ...(spec.clusterID ? {} : { clusterID: uid(random) }),
    ...(spec.infraID ? {} : { infraID: newInfraId(metadata.name, random) }),
  }
  const needsIds = !isPaused && Object.keys(ids).length > 0
  if (isHeld && !needsIds) return
  await patchHostedCluster(scope, {
    ...(isHeld ? {} : { metadata: { finalizers: [...finalizers, FINALIZER] } }),
    ...(needsIds ? { spec: ids } : {}),
  })
}
