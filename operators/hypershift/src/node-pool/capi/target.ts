import type { ClusterApiMachineSpec } from '@skep/api'
import type { Stored } from '@skep/client'
import type { Ctx } from '@skep/controller'
import { apiVersionOf } from '@skep/schema'
import { userDataSecretName } from '../names.ts'
import { SCALE_FROM_ZERO } from '../platforms.ts'
import { known, type PoolScope } from '../scope.ts'
import { type MachineTemplate, templateKind } from './templates/machine-template.ts'

/** What machines boot with. */
const userDataOf = ({ pool, config }: PoolScope): string =>
  userDataSecretName(pool.metadata.name, known(config, 'configuration').hash)

/** What machines of the pool shall be; what others put there stays. */
export function machineSpec(
  scope: PoolScope,
  template: Stored<MachineTemplate>,
  present: ClusterApiMachineSpec | undefined,
): ClusterApiMachineSpec {
  const { pool, hostedCluster, controlPlane } = scope
  const { nodeDrainTimeout, nodeVolumeDetachTimeout } = pool.spec
  const { nodeDrainTimeout: _drain, nodeVolumeDetachTimeout: _detach, ...others } = present ?? {}
  const kind = templateKind(pool.spec.platform.type)
  return {
    ...others,
    clusterName: known(hostedCluster.spec.infraID, 'infrastructure id'),
    bootstrap: { dataSecretName: userDataOf(scope) },
    infrastructureRef: {
      kind: kind.kind,
      apiVersion: apiVersionOf(kind),
      namespace: controlPlane,
      name: template.metadata.name,
    },
    version: versionOf(scope, present),
    ...(nodeDrainTimeout === undefined ? {} : { nodeDrainTimeout }),
    ...(nodeVolumeDetachTimeout === undefined ? {} : { nodeVolumeDetachTimeout }),
  }
}

/** The version is that of what machines boot with: it changes with it, and never alone. */
function versionOf(scope: PoolScope, present: ClusterApiMachineSpec | undefined): string {
  const isSame = present?.bootstrap.dataSecretName === userDataOf(scope)
  return (isSame ? present?.version : undefined) ?? known(scope.release, 'release').version
}

/** Whether new machines are already made as the pool asks. */
export const pointsAtTarget = (
  scope: PoolScope,
  spec: ClusterApiMachineSpec | undefined,
  template: Stored<MachineTemplate>,
): boolean =>
  spec?.bootstrap.dataSecretName === userDataOf(scope) && spec.infrastructureRef.name === template.metadata.name

/** How long a provider gets to say what a machine of a new template brings. */
const CAPACITY_GRACE_MS = 10_000

/** How long to wait until it is clear whether a pool can do without any machine, in milliseconds. */
export function capacityWaitMs({ clock, sightings }: Ctx, { pool }: PoolScope, template: Stored<MachineTemplate>) {
  const { autoScaling, platform } = pool.spec
  if (autoScaling?.min !== 0 || !SCALE_FROM_ZERO.has(platform.type) || template.status?.capacity) return 0
  return Math.max(sightings.createdAt(template) + CAPACITY_GRACE_MS - clock.now(), 0)
}

/** Whether an autoscaler can know what a machine brings before there is one. */
export const knowsCapacity = ({ status }: { status?: MachineTemplate['status'] | undefined }): boolean =>
  Object.keys(status?.capacity ?? {}).length > 0
