import { ConfigMap } from '@skep/api'
import type { Condition } from '@skep/schema'
import type { ManifestConfig } from '../types.ts'
import type { TestWorld } from './world.ts'

/** The object that tests of strategies are about. */
export const ONE = { namespace: 'default', name: 'one' }

/** After this, everything has been applied again. */
export const RESYNC_SECONDS = 6 * 60 + 1

/** Configures how an object is kept as it should be; the one above unless another is named. */
export const by = (
  updateStrategy: NonNullable<ManifestConfig['updateStrategy']>,
  resource: Partial<ManifestConfig['resourceIdentifier']> = {},
): { manifestConfigs: ManifestConfig[] } => ({
  manifestConfigs: [
    {
      resourceIdentifier: { group: '', resource: 'configmaps', ...ONE, ...resource },
      feedbackScrapeType: 'Poll',
      updateStrategy,
    },
  ],
})

/** What the work `blue` tells of its first object. */
export const manifestConditions = async (world: TestWorld): Promise<readonly Condition[]> =>
  (await world.work('blue'))?.status?.resourceStatus?.manifests?.[0]?.conditions ?? []

/** Changes the object, as somebody on the cluster would. */
export const patchOne = (world: TestWorld, body: object) => world.client.patch(ConfigMap, ONE, { type: 'merge', body })
