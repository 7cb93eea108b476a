import type { HostedCluster, NodePool } from '@skep/api'

type Tags = Readonly<Record<string, string>>

const tagsOf = (tags: readonly { readonly key: string; readonly value: string }[] = []): Tags =>
  Object.fromEntries(tags.map(({ key, value }) => [key, value]))

/** Tags of machines: those of the cluster, which nobody overrides, and those of the pool. */
export function machineTags({ spec }: HostedCluster, pool: NodePool): Tags {
  return {
    [`kubernetes.io/cluster/${spec.infraID}`]: 'owned',
    ...tagsOf(pool.spec.platform.aws?.resourceTags),
    ...tagsOf(spec.platform.aws?.resourceTags),
  }
}

/** Keys of tags that a pool would have otherwise than its cluster. */
export function tagConflicts({ spec }: HostedCluster, pool: NodePool): string[] {
  const cluster = tagsOf(spec.platform.aws?.resourceTags)
  return Object.entries(tagsOf(pool.spec.platform.aws?.resourceTags))
    .filter(([key, value]) => cluster[key] !== undefined && cluster[key] !== value)
    .map(([key]) => key)
    .sort()
}
