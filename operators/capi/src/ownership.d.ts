import { type ClientKind, type Stored } from '@skep/client'
import { type JsonObject, type KubeObject, type OwnerReference } from '@skep/schema'
import type { ClusterApiParts } from './parts.ts'
import { type External, type FullReference } from './references.ts'
/** The reference by which something belongs to an object without being controlled by it. */
export declare const ownerReference: <T extends KubeObject>(
  kind: ClientKind<T>,
  { metadata: { name, uid } }: Stored<T>,
) => OwnerReference
/** Makes an object of a provider belong to what refers to it, and labels it with its cluster, if it does not yet. */
export declare function takeOwnership(
  { client, externals }: ClusterApiParts,
  reference: FullReference,
  object: External,
  {
    owner,
    clusterName,
  }: {
    owner: OwnerReference
    clusterName: string
  },
): Promise<External>
type Texts = Readonly<Record<string, string>>
/** The merge patch that hands labels and annotations down to an object; undefined when it has them. */
export declare function metadataPatch(
  object: KubeObject,
  manager: string,
  {
    labels,
    annotations,
  }: {
    labels: Texts
    annotations: Texts
  },
): JsonObject | undefined
//# sourceMappingURL=ownership.d.ts.map
