import { AccountClaim, ClusterDeployment, ProjectClaim } from '@skep/api'
import type { KubeObject } from '@skep/schema'

/** The cloud that an object is for, and where in it. */
export interface CloudPlace {
  /** Such as `aws`. */
  readonly platform?: string
  readonly region?: string
}

/** Where a cluster is to be, or an account or a project is claimed for. */
export function placeOf(kind: string, object: KubeObject): CloudPlace {
  switch (kind) {
    case ClusterDeployment.kind:
      return placeOfCluster(object as ClusterDeployment)
    case AccountClaim.kind:
      return place('aws', (object as AccountClaim).spec.aws?.regions?.[0]?.name)
    case ProjectClaim.kind:
      return place('gcp', (object as ProjectClaim).spec.region)
    default:
      return {}
  }
}

function placeOfCluster({ spec }: ClusterDeployment): CloudPlace {
  const [platform, settings] = Object.entries(spec.platform ?? {}).find(([, value]) => value !== undefined) ?? []
  return place(platform, (settings as { region?: string } | undefined)?.region)
}

const place = (platform: string | undefined, region: string | undefined): CloudPlace => ({
  ...(platform === undefined ? {} : { platform }),
  ...(region ? { region } : {}),
})
