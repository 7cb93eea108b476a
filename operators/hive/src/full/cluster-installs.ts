import { ClusterDeployment } from '@skep/api'
import { type ClientKind, Informer, type ObjectRef } from '@skep/client'
import type { Manager } from '@skep/controller'
import type { HiveDependencies } from './parts.ts'

const INDEX = 'clusterInstall'

/** Follows the objects of controllers that install clusters in Hive's stead, whose kinds nobody knows before. */
export interface ClusterInstalls {
  /** From now on, a change of such an object brings the deployments that name it. */
  follow(kind: ClientKind): void
  /** Whom to bring deployments to. */
  bringTo(enqueue: (deployment: ObjectRef) => void): void
}

/** Follows kinds as they come up, until the signal aborts; call it before the manager starts. */
export function createClusterInstalls(
  { client, clock, random, log }: HiveDependencies,
  manager: Manager,
  signal: AbortSignal,
): ClusterInstalls {
  const deployments = manager.informersOf().of(ClusterDeployment, {
    indexes: {
      [INDEX]: ({ metadata: { namespace }, spec: { clusterInstallRef: ref } }) =>
        ref ? [textOf(ref, { namespace, name: ref.name })] : [],
    },
  })
  const followed = new Set<string>()
  let bring: (deployment: ObjectRef) => void = () => {}
  return {
    bringTo: (enqueue) => {
      bring = enqueue
    },
    follow: (kind) => {
      const id = `${kind.group}/${kind.kind}`
      if (followed.has(id)) return
      followed.add(id)
      const informer = new Informer(client, kind, { clock: clock.outside ?? clock, random, log })
      informer.onChange(({ object }) => {
        for (const { metadata } of deployments.find(INDEX, textOf(kind, object.metadata))) bring(metadata)
      })
      // A kind that is no longer served ends this; it is followed anew when a deployment is looked at again.
      informer.run(signal).catch((error: unknown) => {
        followed.delete(id)
        log.info('Following cluster installs no longer', { kind: id, reason: error })
      })
    },
  }
}

const textOf = ({ group, kind }: Pick<ClientKind, 'group' | 'kind'>, { namespace, name }: ObjectRef): string =>
  `${group}/${kind}/${namespace}/${name}`
