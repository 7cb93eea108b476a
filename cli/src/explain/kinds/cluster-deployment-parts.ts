import {
  AccountClaim,
  type ClusterDeployment,
  ClusterDeprovision,
  ClusterImageSet,
  ClusterProvision,
  ClusterSync,
  DnsZone,
  HiveMachinePool,
  Job,
  ProjectClaim,
  Secret,
} from '@skep/api'
import type { Stored } from '@skep/client'
import { isOwnedBy, neededPart, type Part, partsOf } from '../explainer.ts'
import { failing, user } from '../model.ts'
import type { Reader } from '../reader.ts'
import { providedPart } from './secrets.ts'

/** What a ClusterDeployment needs and consists of, in the order in which it comes about. */
export async function clusterDeploymentParts(
  object: Stored<ClusterDeployment>,
  read: Reader,
): Promise<readonly Part[]> {
  const [needed, claims, own] = await Promise.all([
    neededParts(object, read),
    claimParts(object, read),
    ownParts(object, read),
  ])
  return [...needed, ...claims, ...own]
}

async function neededParts({ metadata, spec }: Stored<ClusterDeployment>, read: Reader): Promise<Part[]> {
  const { namespace = '', deletionTimestamp } = metadata
  if (deletionTimestamp !== undefined || spec.installed) return []
  const names = [spec.pullSecretRef?.name, spec.provisioning?.installConfigSecretRef?.name].filter((name) => !!name)
  const secrets = names.map((name) => providedPart(read, Secret, { namespace, name: name! }))
  const imageSet = spec.provisioning?.imageSetRef?.name
  const images = imageSet ? [imageSetPart(read, imageSet)] : []
  return Promise.all([...secrets, ...images])
}

const imageSetPart = (read: Reader, name: string): Promise<Part> => {
  const nextActor = user(`create ClusterImageSet ${name}, or name another one`)
  return neededPart(
    read,
    ClusterImageSet,
    { name },
    failing({ state: 'Missing', waitsFor: 'it to be created', nextActor }),
  )
}

/** Label by which what belongs to one order finds each other. */
export const ORDER = 'api.openshift.com/id'

async function claimParts({ metadata }: Stored<ClusterDeployment>, read: Reader): Promise<Part[]> {
  const id = metadata.labels?.[ORDER]
  if (id === undefined) return []
  const { namespace } = metadata
  const lists = await Promise.all([read.list(AccountClaim, { namespace }), read.list(ProjectClaim, { namespace })])
  return partsOf(
    read,
    (lists.flat() as Stored[]).filter((claim) => claim.metadata.labels?.[ORDER] === id),
  )
}

async function ownParts(object: Stored<ClusterDeployment>, read: Reader): Promise<Part[]> {
  const { namespace, name } = object.metadata
  const [zones, jobs, provisions, deprovisions, pools, sync] = await Promise.all([
    read.list(DnsZone, { namespace }),
    read.list(Job, { namespace }),
    read.list(ClusterProvision, { namespace }),
    read.list(ClusterDeprovision, { namespace }),
    read.list(HiveMachinePool, { namespace }),
    read.get(ClusterSync, { namespace: namespace ?? '', name }),
  ])
  const own = [zones, jobs, provisions, deprovisions].map((list) =>
    (list as readonly Stored[]).filter(isOwnedBy(object)),
  )
  const ownPools = pools.filter(({ spec }) => spec.clusterDeploymentRef.name === name)
  return partsOf(read, [...own.flat(), ...ownPools, sync])
}
