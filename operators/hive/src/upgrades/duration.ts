import type { ClusterDeployment } from '@skep/api'
import type { Stored } from '@skep/client'
import type { Behaviours } from '@skep/sim'

/** How long a cluster takes to go to another release: as long as to be installed. */
export const upgradeDurationMs = (behaviours: Behaviours, { metadata }: Stored<ClusterDeployment>): number =>
  behaviours.timeline('ClusterDeployment', metadata).find(({ name }) => name === 'Installing')?.durationMs ?? 0
