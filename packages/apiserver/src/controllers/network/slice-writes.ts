import type { Endpoint, EndpointSlice } from '@skep/api'
import type { KubeObject, OwnerReference } from '@skep/schema'
import type { ClusterView } from '../../contracts.ts'
import { deleteIfThere } from '../delete-if-there.ts'
import { ENDPOINT_SLICES } from '../resources.ts'
import { isNamespaceTerminating } from '../workloads/pods/pod-control.ts'
import { isSame } from '../workloads/status-writer.ts'
import { type EndpointGroup, planSlices } from './slice-plan.ts'

/** Whose slices are written, and how they are marked. */
export interface SliceOwner {
  readonly namespace: string
  /** Beginning of their names. */
  readonly name: string
  readonly reference: OwnerReference
  readonly labels: Readonly<Record<string, string>>
}

/** Makes the slices of an owner say what they should. */
export async function keepSlices(
  cluster: ClusterView,
  owner: SliceOwner,
  groups: readonly EndpointGroup[],
  present: readonly EndpointSlice[],
): Promise<void> {
  const { create, update, remove } = planSlices(groups, present)
  const kept = present.filter((slice) => !remove.includes(slice) && !update.some((each) => each.slice === slice))
  const relabelled = kept.filter(({ metadata }) => !isSame(metadata.labels, owner.labels))
  for (const slice of relabelled) await rewrite(cluster, owner, slice, slice.endpoints ?? [])
  for (const { slice, endpoints } of update) await rewrite(cluster, owner, slice, endpoints)
  for (const content of create) await add(cluster, owner, content)
  for (const { metadata } of remove) await deleteIfThere(cluster, ENDPOINT_SLICES, metadata)
}

async function rewrite(
  cluster: ClusterView,
  { labels }: SliceOwner,
  { metadata }: EndpointSlice,
  endpoints: readonly Endpoint[],
): Promise<void> {
  const change = (stored: KubeObject): KubeObject =>
    ({ ...stored, metadata: { ...stored.metadata, labels }, endpoints: [...endpoints] }) as EndpointSlice
  await cluster.objects.modify(ENDPOINT_SLICES, metadata.namespace ?? '', metadata.name ?? '', change)
}

async function add(
  cluster: ClusterView,
  { namespace, name, labels, reference }: SliceOwner,
  content: Pick<EndpointSlice, 'addressType' | 'ports' | 'endpoints'>,
): Promise<void> {
  const metadata = { generateName: `${name}-`, namespace, labels: { ...labels }, ownerReferences: [reference] }
  const slice: EndpointSlice = { apiVersion: 'discovery.k8s.io/v1', kind: 'EndpointSlice', metadata, ...content }
  try {
    await cluster.objects.create(ENDPOINT_SLICES, namespace, slice)
  } catch (error) {
    if (!isNamespaceTerminating(error)) throw error
  }
}
